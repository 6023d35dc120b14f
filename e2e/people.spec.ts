/** Who somebody is and what they may do, on the screens of issue 'People': as owner, administrator and agent. */
import type { Browser } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
const ADMIN = 'admin@charla.test';
const AGENT = 'ana@charla.test';

/** Every screen of these pages with its heading, as the owner sees them. */
const SCREENS = [
  ['/dashboard', /^Hola/],
  ['/profile', 'Mi cuenta'],
  ['/ausencias', 'Ausencias'],
  ['/agentes', 'Agentes'],
  ['/agente/nuevo', 'Nuevo agente'],
  ['/historial-estado-agentes', 'Seguimiento de agentes'],
  ['/role/list', 'Roles'],
  ['/role/new', 'Nuevo rol'],
  ['/products', 'Productos'],
  ['/integraciones', 'Integraciones'],
  ['/whatsapp-estadisticas', 'Estadísticas de WhatsApp'],
  ['/tickets', 'Tickets'],
] as const;
/** What the others may not read; a text says so. */
const CLOSED: Record<string, readonly string[]> = {
  [OWNER]: [],
  [ADMIN]: ['/role/list', '/role/new'],
  [AGENT]: [
    '/agentes',
    '/agente/nuevo',
    '/historial-estado-agentes',
    '/role/list',
    '/role/new',
    '/integraciones',
    '/whatsapp-estadisticas',
  ],
};
const NO_ACCESS = 'Lo sentimos, no tienes acceso a este módulo.';

async function walk(browser: Browser, url: string, email: string, phone: boolean): Promise<void> {
  const person = await Person.signedIn(browser, url, email, { viewport: phone ? PHONE : WIDE, bot: 64 });
  let toldOnce = false;
  for (const [path, heading] of SCREENS) {
    const closed = CLOSED[email]?.includes(path) ?? false;
    await person.screen(path, closed ? NO_ACCESS : heading);
    await expect(person.page.getByText(/^Cargando/)).toHaveCount(0);
    // What a screen folds away (permissions of a role, a change, a day) is looked at too.
    await person.page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details')) fold.open = true;
    });
    // Nothing is wider than the window.
    const over = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, path).toBeLessThanOrEqual(0);
    // The view without access is the same everywhere.
    if (closed && toldOnce) continue;
    toldOnce ||= closed;
    await person.looksRightInBoth(`${path} as ${email}${phone ? ', phone' : ''}`);
  }
  await person.close();
}

for (const email of [OWNER, ADMIN, AGENT]) {
  for (const phone of [false, true]) {
    test(`every screen as ${email}, ${phone ? 'phone' : 'wide'}`, async ({ browser, server }) => {
      test.setTimeout(300_000);
      await walk(browser, server.url, email, phone);
    });
  }
}
