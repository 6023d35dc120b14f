/** The people of a bot at work: who is there, who is away, what somebody can do, invitations, and an agent's own day. */
import { expect, type Page, test } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { fillMoment } from './support/moment.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';
import { taken } from './support/writing.ts';

const OWNER = 'propietaria@charla.test';
const ANA = 'ana@charla.test';
const BRUNO = 'bruno@charla.test';
const DAY = 86_400_000;

/** Of these tests alone: what people plan here is in nobody's way. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await ServerProcess.launch('', {}, 'postgres');
});
test.afterAll(() => server.close());

/** What a field of date and time takes, by the clock of Chile. */
const field = (at: number): string => {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Santiago',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  return shown.replace(' ', 'T');
};
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });

test('PEOPLE-8 presence and status of two agents are live in the table of the owner', async ({ browser }) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  await owner.screen('/agentes', 'Agentes');
  const ana = rowOf(owner.page, /Ana Riquelme/);
  const bruno = rowOf(owner.page, /Bruno Cárcamo/);
  await expect(ana).not.toContainText('En línea en');
  const first = await Agent.open(browser, server.url, ANA);
  const second = await Agent.open(browser, server.url, BRUNO);
  await expect(ana).toContainText('En línea en computador');
  await expect(bruno).toContainText('En línea en computador');

  await first.tab.getByRole('button', { name: /^Tu estado/ }).click();
  await first.tab.getByRole('menuitem', { name: /^Ausente/ }).click();
  await expect(ana).toContainText('Ausente hace 0 min');
  // He chose to be disconnected, and is there all the same: two things, and both are said.
  await expect(bruno).toContainText('Desconectado hace');
  const shown = owner.page.getByLabel('Mostrar', { exact: true });
  await shown.selectOption('En línea');
  await expect(bruno).toBeVisible();
  await expect(rowOf(owner.page, /Carla Ibáñez/)).toHaveCount(0);

  // Closed without a word more than the page's own: noticed after its grace.
  await second.tab.goto('about:blank');
  await expect(bruno).toHaveCount(0, { timeout: 60_000 });
  await shown.selectOption('Sin conexión');
  await expect(bruno).toContainText('En línea hasta');
  await shown.selectOption('Todas las personas');
  await owner.page.getByText('Qué significan estado y conexión').click();
  await expect(owner.page.getByText('Al cerrarlo se nota en unos segundos', { exact: false })).toBeVisible();
  await owner.looksRightInBoth('/agentes with who is there');
  // What was told of is what a fresh load says.
  const before = await ana.innerText();
  await owner.page.reload();
  await expect(ana).toContainText('En línea en computador');
  expect((await ana.innerText()).replace(/hace \d+ min/, '')).toBe(before.replace(/hace \d+ min/, ''));
  await first.context.close();
  await second.context.close();
  await owner.close();
});

test('PEOPLE-6 an absence that an agent plans takes effect in table, supervision and pickers, until it is ended', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  await owner.screen('/agentes', 'Agentes');
  const supervisor = await Agent.open(browser, server.url, 'admin@charla.test');
  const ana = await Person.signedIn(browser, server.url, ANA, { bot: 64 });
  await ana.screen('/ausencias', 'Ausencias');
  await ana.page.getByRole('button', { name: 'Planificar ausencia' }).first().click();
  const dialog = ana.page.getByRole('dialog', { name: 'Planificar ausencia' });
  await fillMoment(dialog, 'Desde', field(Date.now() + DAY));
  await fillMoment(dialog, 'Hasta', field(Date.now() - DAY));
  await dialog.getByRole('button', { name: 'Planificar' }).click();
  await expect(dialog.getByText('La ausencia termina antes de empezar.')).toBeVisible();
  await fillMoment(dialog, 'Desde', field(Date.now() - 60_000));
  await fillMoment(dialog, 'Hasta', field(Date.now() + DAY));
  await dialog.getByLabel('Motivo').selectOption('Permiso');
  await dialog.getByLabel('Nota (opcional)').fill('Trámite');
  await ana.looksRightInBoth('the dialog of an absence');
  await dialog.getByRole('button', { name: 'Planificar' }).click();
  await expect(ana.page.getByText('Ausencia planificada', { exact: true })).toBeVisible();
  const planned = ana.page.getByRole('list', { name: 'Ausencias planificadas' });
  await expect(planned).toContainText('Ana Riquelme (tú)');
  await expect(planned).toContainText('En curso');
  await expect(planned).toContainText('Permiso · Trámite');
  // When colleagues are away is told, why is not.
  await expect(planned.getByRole('listitem').filter({ hasText: 'Carla Ibáñez' })).not.toContainText(
    'Vacaciones',
  );
  await ana.looksRightInBoth('/ausencias');

  // A second one over the first is refused, naming it.
  await ana.page.getByRole('button', { name: 'Planificar ausencia' }).first().click();
  await fillMoment(dialog, 'Desde', field(Date.now() + DAY / 2));
  await fillMoment(dialog, 'Hasta', field(Date.now() + 2 * DAY));
  await dialog.getByRole('button', { name: 'Planificar' }).click();
  await expect(dialog.getByText('Se cruza con la ausencia del', { exact: false })).toBeVisible();
  await ana.page.keyboard.press('Escape');

  const row = rowOf(owner.page, /Ana Riquelme/);
  await expect(row).toContainText('Ausencia planificada hasta el');
  await owner.page.getByLabel('Mostrar', { exact: true }).selectOption('En ausencia planificada');
  await expect(rowOf(owner.page, /Bruno Cárcamo/)).toHaveCount(0);
  await expect(row).toBeVisible();

  await supervisor.tab.getByRole('button', { name: 'Supervisión' }).click();
  const team = supervisor.tab.getByRole('region', { name: 'Equipo' });
  await expect(team.getByText('Ausencia planificada hasta el', { exact: false })).toBeVisible();
  await team.getByRole('button', { name: /^Ana Riquelme: \d+ .* Ausencia planificada/ }).waitFor();

  // By hand it may be given, with a warning.
  await supervisor.tab.goto(`${server.url}/charla-live-2?bot=64`);
  await supervisor.ready();
  const { id } = await taken(browser, server.url, supervisor);
  await supervisor.act('Derivar…');
  const derive = supervisor.tab.getByRole('dialog');
  await derive.getByRole('radio', { name: /Ana Riquelme/ }).check();
  await expect(derive.getByText('Puedes derivársela igual.', { exact: false })).toBeVisible();
  await derive.getByRole('button', { name: 'Derivar' }).click();
  await expect(derive).toHaveCount(0);
  await expect(supervisor.row(id)).toHaveCount(1);

  await planned.getByRole('button', { name: /^Terminar la ausencia/ }).click();
  await ana.dialog.getByRole('button', { name: 'Terminar ahora' }).click();
  await expect(planned).not.toContainText('Ana Riquelme');
  await expect(row).toHaveCount(0);
  await owner.page.getByLabel('Mostrar', { exact: true }).selectOption('Todas las personas');
  await expect(row).not.toContainText('Ausencia planificada');
  await ana.close();
  await supervisor.context.close();
  await owner.close();
});

test('PEOPLE-7 skills are named by the owner, given, chosen by, and have a new name everywhere at once', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('button', { name: 'Habilidades' }).click();
  const dialog = page.getByRole('dialog', { name: 'Habilidades' });
  for (const name of ['Francés', 'Devoluciones']) {
    await dialog.getByLabel('Nueva habilidad').fill(name);
    await dialog.getByRole('button', { name: 'Agregar' }).click();
    await expect(dialog.getByRole('list', { name: 'Habilidades del chatbot' })).toContainText(name);
  }
  await dialog.getByLabel('Nueva habilidad').fill('francés');
  await dialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(dialog.getByText('Ya existe una habilidad con este nombre.')).toBeVisible();
  await owner.looksRightInBoth('the dialog of skills');
  await page.keyboard.press('Escape');

  const bruno = rowOf(page, /Bruno Cárcamo/);
  await bruno.getByRole('link', { name: 'Editar a Bruno Cárcamo' }).click();
  await page.getByLabel('Francés').check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/agentes');
  await expect(bruno).toContainText('Francés');
  await page.getByLabel('Habilidad', { exact: true }).selectOption('Francés');
  await expect(rowOf(page, /Carla Ibáñez/)).toHaveCount(0);
  await expect(bruno).toBeVisible();

  const ana = await Agent.open(browser, server.url, ANA);
  await taken(browser, server.url, ana);
  await ana.act('Derivar…');
  const derive = ana.tab.getByRole('dialog');
  await expect(derive.getByText('Francés')).toBeVisible();
  await page.getByRole('button', { name: 'Habilidades' }).click();
  await dialog.getByRole('button', { name: 'Renombrar Francés' }).click();
  await dialog.getByLabel('Nuevo nombre de «Francés»').fill('Francés avanzado');
  await dialog.getByRole('button', { name: 'Renombrar', exact: true }).click();
  await expect(derive.getByText('Francés avanzado')).toBeVisible();
  await dialog.getByRole('button', { name: 'Eliminar Francés avanzado' }).click();
  await expect(owner.dialog).toContainText('La pierde 1 persona que la tiene.');
  await owner.dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(derive.getByText('Francés avanzado')).toHaveCount(0);
  await ana.context.close();
  await owner.close();
});

test('an invitation that waits says who, when and until when; it is sent again and withdrawn', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('button', { name: 'Invitar por correo' }).first().click();
  await owner.dialog.getByLabel('Correo').fill('invitada@charla.test');
  await owner.dialog.getByLabel('Rol').selectOption({ label: 'Agente' });
  await owner.dialog.getByRole('button', { name: /^(Invitar|Enviar)/ }).click();
  const waits = page.getByRole('region', { name: 'Invitaciones pendientes' }).getByRole('listitem');
  await expect(waits).toContainText('invitada@charla.test');
  await expect(waits).toContainText('Invitó ');
  await expect(waits).toContainText(/Enviada el .* · Vence el /);
  await waits.getByRole('button', { name: /^Reenviar/ }).click();
  await expect(page.getByText('Invitación enviada otra vez')).toBeVisible();
  await waits.getByRole('button', { name: /^Retirar/ }).click();
  await owner.dialog.getByRole('button', { name: 'Retirar' }).click();
  await expect(page.getByText('Invitación retirada')).toBeVisible();
  await expect(waits).toHaveCount(0);
  await owner.close();
});

test('PEOPLE-9 an agent begins with their own day, whose figures explain themselves and equal /metrics', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const agent = await Agent.open(browser, server.url, BRUNO);
  await taken(browser, server.url, agent);
  await agent.reply('Hola, ¿en qué te ayudo?');
  await expect(agent.tab.getByRole('log')).toContainText('Hola, ¿en qué te ayudo?');
  const bruno = await Person.signedIn(browser, server.url, BRUNO, { bot: 64 });
  await bruno.screen('/dashboard', /^Hola/);
  const day = bruno.page.getByRole('region', { name: 'Tu día' });
  const figure = (label: string) => day.getByRole('button', { name: new RegExp(`^Explicar ${label}: `) });
  await expect(figure('Mensajes')).toHaveText(/^[1-9]/);
  await bruno.looksRightInBoth('/dashboard with the own day');
  for (const [label, title] of [
    ['Primera respuesta', 'Primera respuesta'],
    ['Recibidas', 'Carga'],
    ['Calificación', 'Satisfacción'],
  ] as const) {
    const value = (await figure(label).innerText()).trim();
    await figure(label).click();
    await expect(bruno.dialog).toContainText('hasta la misma hora');
    await bruno.dialog.getByRole('link', { name: 'Ver en Métricas lo que hay detrás' }).click();
    const card = bruno.page.getByRole('button', { name: new RegExp(`^${title}`) }).first();
    await expect(card.locator('strong')).toHaveText(value);
    await bruno.screen('/dashboard', /^Hola/);
    await expect(figure('Mensajes')).toHaveText(/^[1-9]/);
  }
  await agent.context.close();
  await bruno.close();
  // A supervisor has no such day of their own.
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  await owner.screen('/dashboard', /^Hola/);
  await expect(owner.page.getByRole('heading', { name: 'Tu día' })).toHaveCount(0);
  await owner.close();
});

test('on a phone, in the dark, table, absences and the own day are whole', async ({ browser }) => {
  test.setTimeout(120_000);
  const look = { bot: 64, viewport: PHONE, colorScheme: 'dark' } as const;
  const owner = await Person.signedIn(browser, server.url, OWNER, look);
  await owner.screen('/agentes', 'Agentes');
  await expect(owner.page.getByText('En línea hasta').first()).toBeVisible();
  await owner.looksRight('/agentes on a phone');
  await owner.close();
  const ana = await Person.signedIn(browser, server.url, ANA, look);
  for (const [path, heading] of [
    ['/dashboard', /^Hola/],
    ['/ausencias', 'Ausencias'],
  ] as const) {
    await ana.screen(path, heading);
    await expect(ana.page.getByText(/^Cargando/)).toHaveCount(0);
    const over = await ana.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, path).toBeLessThanOrEqual(0);
    await ana.looksRight(`${path} on a phone`);
  }
  await ana.close();
});
