/** The frame of every screen: sidebar, palette, embed code, tutorial, no access. */

import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
const ADMIN = 'admin@charla.test';
const AGENT = 'ana@charla.test';
const NO_ACCESS = 'Lo sentimos, no tienes acceso a este módulo.';

test('without access it takes 1.2 s to be told, and there is a way on', async ({ browser, server }) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  await ana.screen('/agente/nuevo', NO_ACCESS);
  await ana.page.getByRole('link', { name: 'Ir al Dashboard', exact: true }).click();
  await ana.page.waitForURL('**/dashboard');
  await ana.close();
});

test('a screen scrolls within the frame, and nothing lies beneath it', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  for (const viewport of [WIDE, PHONE]) {
    await owner.page.setViewportSize(viewport);
    for (const [path, last] of [
      ['/dashboard', 'Accesos rápidos'],
      ['/menu-inicial', 'Límites de cada canal'],
      ['/chatbot-center/prompt-manager', 'Webhook'],
      ['/chatbot/new', 'Otro color'],
    ] as const) {
      await owner.go(path);
      await expect(owner.page.getByText(last, { exact: true }).first()).toBeVisible();
      const over = await owner.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(over, `${path} at ${viewport.width}`).toBe(0);
    }
  }
  await owner.close();
});

test('the palette finds screens, bots and conversations by keyboard', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill('reportar');
  await expect(page.getByText('Cuenta › Incidencia › Reportar')).toBeVisible();
  await owner.looksRightInBoth('the palette');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/report-incident');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill('lastarria');
  await page.getByRole('option', { name: /Café Lastarria/ }).click();
  await expect(page.getByRole('button', { name: /Chatbot:\s*Café Lastarria/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill('tienda andes');
  await page.getByRole('option', { name: /Tienda Andes/ }).click();

  // People and what they wrote are asked of the server.
  const { body } = await call<{ leads: { _id: string; name: string | null; email: string | null }[] }>(
    page,
    'GET',
    '/svc/main/leads?bot_id=64&items=50',
  );
  const lead = body.leads.find(({ name, email }) => name !== null && email !== null);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill(lead?.email ?? '');
  await page
    .getByRole('group', { name: 'Clientes' })
    .getByRole('option', { name: new RegExp(lead?.name ?? 'nobody') })
    .click();
  await page.waitForURL(`**/clients/detail-lead/${lead?._id}`);
  // A client belongs to a bot: another bot leads to the list of its clients.
  await page.getByRole('button', { name: /Chatbot:/ }).click();
  await page.getByRole('menuitem', { name: 'Café Lastarria' }).click();
  await page.waitForURL('**/clients-v2');
  await page.getByRole('button', { name: /Chatbot:/ }).click();
  await page.getByRole('menuitem', { name: 'Tienda Andes' }).click();
  await expect(page.getByRole('button', { name: /Chatbot:\s*Tienda Andes/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill((lead?.name ?? '').split(' ')[0] ?? '');
  await page.getByRole('group', { name: 'Conversaciones' }).getByRole('option').first().click();
  await page.waitForURL('**/charla-live-2?*conversation=*');
  await owner.close();
});

test('the embed code: copy, mail, live preview', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill('implementar');
  await page.keyboard.press('Enter');
  await expect(owner.dialog).toContainText('Implementar Tienda Andes');
  await page.getByRole('button', { name: 'Copiar código' }).click();
  await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('data-bot="64"');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(owner.dialog).toContainText('Ingresa el correo');
  await page.getByLabel('Enviar el código por correo').fill('web@tienda.test');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(owner.dialog).toContainText('Enviamos el código a web@tienda.test');
  await expect.poll(() => server.mailTo('web@tienda.test')).toContain('widget.js');
  await expect(page.frameLocator('iframe').getByRole('log', { name: 'Mensajes' })).toContainText('Hola');
  await owner.looksRightInBoth('the embed dialog');
  // A browser that does not copy: it says so, and the focus is where it was.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const copy = page.getByRole('button', { name: 'Copiar código' });
  await copy.click();
  await expect(page.getByRole('dialog', { name: 'Ha habido un problema' })).toBeVisible();
  await owner.looksRightInBoth('copying failed');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Ha habido un problema' })).toHaveCount(0);
  await expect(copy).toBeFocused();
  await owner.close();
});

test('the sidebar of each role, and an only screen for somebody without permission', async ({
  browser,
  server,
}) => {
  const entries = async (email: string) => {
    const person = await Person.signedIn(browser, server.url, email, { bot: 64 });
    await person.screen('/dashboard', /^Hola/);
    const nav = person.page.getByRole('navigation', { name: 'Principal' });
    // The menu shows its words until somebody folds it, and stays as they left it.
    const word = nav.getByText('Cuenta', { exact: true });
    await expect(word).toBeVisible();
    await person.page.getByRole('button', { name: 'Contraer el menú' }).click();
    await expect(word).toBeHidden();
    await person.screen('/dashboard', /^Hola/);
    await expect(word).toBeHidden();
    await person.page.getByRole('button', { name: 'Mostrar el menú' }).click();
    await expect(word).toBeVisible();
    // Who waits for a person is counted beside Live, for owners too.
    const waits = /\d+ clientes? esperan? a una persona$/;
    await expect(nav.getByText('Charla Live', { exact: true })).toBeVisible();
    await expect(nav.locator('> ul > li > :first-child').filter({ hasText: 'Charla Live' })).toHaveText(
      waits,
    );
    const top = (await nav.locator('> ul > li > :first-child').allTextContents()).map((text) =>
      text.replace(waits, ''),
    );
    await person.looksRightInBoth(`the sidebar of ${email}`);
    await person.close();
    return top;
  };
  const all = [
    'Cuenta',
    'Dashboard',
    'Chatbot',
    'Charla Center',
    'Historial de conversaciones',
    'Clientes',
    'Charla Live',
    'WhatsApp',
    'Agentes',
    'Integraciones',
  ];
  expect(await entries(OWNER)).toEqual(all);
  expect(await entries(ADMIN)).toEqual(all);
  expect(await entries(AGENT)).toEqual([
    'Cuenta',
    'Dashboard',
    'Historial de conversaciones',
    'Clientes',
    'Charla Live',
    'WhatsApp',
  ]);
});

test('a dialog settles within 600 ms, takes keys from its first frame, and stands still for who wants no motion', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await owner.screen('/dashboard', /^Hola/);
  const style = (name: 'animationName' | 'animationDuration' | 'animationTimingFunction' | 'pointerEvents') =>
    owner.dialog.evaluate((element, key) => getComputedStyle(element)[key], name);
  const open = async () => {
    await page.getByRole('button', { name: 'Implementar' }).first().click();
    await expect(owner.dialog).toBeVisible();
  };
  await open();
  expect(await style('animationDuration')).toBe('0.6s');
  expect(await style('pointerEvents')).not.toBe('none');
  // Most of the way is behind it after 150 ms of 600, by the browser's own reckoning.
  const curve = await style('animationTimingFunction');
  const left = await page.evaluate((easing) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const moving = probe.animate({ opacity: [1, 0] }, { duration: 600, easing });
    moving.pause();
    moving.currentTime = 150;
    const opacity = Number(getComputedStyle(probe).opacity);
    probe.remove();
    return opacity;
  }, curve);
  expect(left).toBeLessThan(0.3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  expect(await style('animationName')).toBe('none');
  await owner.close();
});

test('the tutorial panel moves and grows by keyboard within its limits', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('button', { name: 'Ver el tutorial de esta pantalla' }).click();
  const panel = page.getByRole('region', { name: 'Tutorial: Arma tu equipo' });
  const box = async () => (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await box();
  expect(Math.round(before.width)).toBe(470);
  expect(before.width / before.height).toBeCloseTo(1.618, 1);
  // By pointer, and by arrow keys; never out of the window.
  const grip = page.getByRole('button', { name: /mover el panel/ });
  await grip.hover();
  await page.mouse.down();
  await page.mouse.move(300, 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await box()).x).toBeLessThan(before.x);
  await grip.hover();
  await page.mouse.down();
  await page.mouse.move(5_000, 5_000, { steps: 4 });
  await page.mouse.up();
  await expect.poll(box).toEqual(before);
  await page.getByRole('button', { name: /mover el panel/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await box()).y).toBeLessThan(before.y);
  await page.getByRole('button', { name: /Cambiar el tamaño/ }).focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight');
  expect((await box()).width).toBeLessThanOrEqual(1000);
  expect((await box()).height).toBeLessThanOrEqual(618);
  await owner.looksRightInBoth('the tutorial panel');
  await page.getByRole('button', { name: 'Cerrar el tutorial' }).click();
  await expect(panel).toHaveCount(0);
  await owner.close();
});

test('dark mode: chosen in one tab, kept over a reload, given back to the system', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  const root = page.locator('html');
  const menu = page.getByRole('button', { name: /^Menú de/ });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Tema oscuro' }).click();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Usar el tema del sistema' }).click();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await owner.close();
});
