/** Assignment that explains itself: rules and capacity set, tried out, followed live, and told in the replay. */
import type { BotRouting } from '../contract/entities/routing.ts';
import type { Skill } from '../contract/entities/skill.ts';
import { Agent } from './support/agent.ts';
import { Api } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';
import { Person, PHONE } from './support/person.ts';
import { Visitor } from './support/visitor.ts';

const SCREEN = '/chatbot/configuracion/asignacion';
const HEADING = 'Asignación de conversaciones';

// Who was connected stays so for a while after their browser has gone: the next test's customers are not for them.
test.afterEach(async ({ server }) => {
  const api = await Api.signIn(server.url, 'propietaria@charla.test');
  const at = '/svc/main/bot/64/routing';
  const { revision, capacity } = await api.call<BotRouting>('GET', at);
  await api.call('PUT', at, { revision, capacity: { ...capacity, total: null }, rules: [], overrides: [] });
});

test('an owner sets rules and tries them out; a customer asks for a person, the right agent gets it live, and the replay says why', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  const { page, dialog } = owner;
  const api = await Api.signIn(server.url, 'propietaria@charla.test');
  const skill = await api.call<Skill>('POST', '/svc/main/skills/64', { name: 'Mapudungun' });
  await owner.screen(SCREEN, HEADING);
  await expect(page.getByText('Aún no hay reglas')).toBeVisible();
  await owner.looksRightInBoth('assignment without rules');

  await page.getByRole('button', { name: 'Nueva regla' }).click();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(dialog.getByText('Escribe un nombre para la regla.')).toBeVisible();
  await dialog.getByLabel('Nombre').fill('Para Bruno');
  await dialog.getByLabel('Equipo o personas').selectOption('Personas que elijo');
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(dialog.getByText('Elige al menos a una persona.')).toBeVisible();
  await dialog.getByLabel(/^Bruno/).check();
  await owner.looksRightInBoth('rule of assignment');
  await dialog.getByRole('button', { name: 'Listo' }).click();

  await page.getByRole('button', { name: 'Nueva regla' }).click();
  await dialog.getByLabel('Nombre').fill('De WhatsApp a ventas');
  await dialog.getByLabel('WhatsApp').check();
  await dialog.getByLabel('Equipo o personas').selectOption('Equipo de ventas');
  await dialog.getByLabel('Mapudungun (nadie la tiene)').check();
  await dialog.getByText('Por turnos').click();
  await dialog.getByLabel('Pasa a').selectOption('Equipo de general');
  await page.screenshot({ path: test.info().outputPath('rule-wide.png') });
  await dialog.getByRole('button', { name: 'Listo' }).click();
  const rules = page.getByRole('list', { name: 'Reglas de asignación' });
  await expect(rules.getByRole('listitem')).toHaveCount(2);
  await expect(rules.getByRole('listitem').nth(1)).toContainText(
    'Equipo de ventas, con Mapudungun, por turnos; sin cupo: general',
  );
  await page.getByRole('button', { name: 'Subir De WhatsApp a ventas' }).press('Enter');
  await expect(rules.getByRole('listitem').first()).toContainText('De WhatsApp a ventas');
  await page.getByRole('group', { name: 'Cupo de cada persona' }).getByLabel('En total').fill('40');

  await page.getByRole('button', { name: 'Probar con las conversaciones de ayer' }).click();
  await expect(
    page.getByText('Ayer nadie pidió hablar con una persona.').or(page.getByLabel('Cuántas a cada equipo')),
  ).toBeVisible();
  await expect(page.getByText('Con lo que todavía no guardas.')).toBeVisible();
  await owner.looksRightInBoth('assignment tried out');
  await page.screenshot({ path: test.info().outputPath('routing-wide.png'), fullPage: true });

  await page.getByRole('button', { name: 'Guardar asignación' }).click();
  await expect(page.getByText('Asignación guardada')).toBeVisible();
  await page.reload();
  await expect(rules.getByRole('listitem').first()).toContainText('De WhatsApp a ventas');

  // He is not connected: what is for him waits, and is his the moment that he is.
  const bruno = await Agent.open(browser, server.url, 'bruno@charla.test');
  await bruno.showState('pending');
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  const id = visitor.conversation;
  await expect(bruno.row(id)).toBeVisible();
  await bruno.showState('taken');
  await expect(bruno.row(id)).toHaveCount(0);
  await bruno.tab.getByRole('button', { name: 'Conectarme' }).click();
  await expect(bruno.row(id)).toBeVisible();
  await bruno.openConversation(id);
  await bruno.act('¿Por qué llegó aquí?');
  const replay = bruno.tab.getByRole('dialog', { name: '¿Por qué llegó aquí?' });
  await expect(replay.getByText(/¿Por qué a Bruno/)).toBeVisible();
  await expect(replay).toContainText('La decidió la regla «Para Bruno». Esperaba a su equipo');
  await replay.getByText('¿Por qué espera?').click();
  await expect(replay).toContainText('«De WhatsApp a ventas» (es de otro canal)');
  await expect(replay).toContainText(/Bruno.*: no estaba en línea/);
  await expect(replay).toContainText(/Bruno.*: era quien menos tenía/);
  await bruno.tab.screenshot({ path: test.info().outputPath('replay-wide.png') });
  await bruno.tab.keyboard.press('Escape');

  // A skill that is no more: its rule says so, and fits nobody.
  await api.call('DELETE', `/svc/main/skills/64/${skill.id}`);
  await page.reload();
  await expect(rules.getByRole('listitem').first()).toContainText(
    'Nombra algo que ya no existe: se pasa por alto.',
  );

  // A colleague saves another order meanwhile: what was typed stays, and says so.
  const admin = await Person.signedIn(browser, server.url, 'admin@charla.test', { bot: 64 });
  await admin.screen(SCREEN, HEADING);
  await page.getByRole('switch', { name: '«De WhatsApp a ventas» encendida' }).click({ force: true });
  await admin.page.getByRole('button', { name: 'Eliminar «De WhatsApp a ventas»' }).click();
  await admin.dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(
    admin.page.getByRole('list', { name: 'Reglas de asignación' }).getByRole('listitem'),
  ).toHaveCount(1);
  await admin.page.getByRole('button', { name: 'Guardar asignación' }).click();
  await expect(admin.page.getByText('Asignación guardada')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar asignación' }).click();
  await expect(page.getByText(/cambió esto mientras lo editabas/)).toBeVisible();
  await expect(page.getByRole('switch', { name: '«De WhatsApp a ventas» encendida' })).not.toBeChecked();
  await owner.looksRight('assignment in conflict');
});

test('given to a team by hand it goes to whoever of it has room, or waits for it; on a phone in the dark the rules and the reason are read', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { id } = await waiting(browser, server.url, admin);
  await admin.openConversation(id);
  await admin.act('Asignar…');
  const give = admin.tab.getByRole('dialog', { name: /^Asignar la conversación con/ });
  await give.getByRole('radio', { name: /^Equipo de facturación/ }).check();
  await give.getByLabel('Motivo (opcional)').fill('pregunta por su factura');
  await admin.tab.screenshot({ path: test.info().outputPath('team-wide.png') });
  await give.getByRole('button', { name: 'Asignar' }).click();
  await expect(admin.tab.getByText('Se asignará al equipo de facturación')).toBeVisible();
  await expect(admin.tab.getByRole('log')).toContainText('asignó la conversación al equipo de facturación');

  const page = admin.tab;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(PHONE);
  await admin.act('¿Por qué llegó aquí?');
  const replay = page.getByRole('dialog', { name: '¿Por qué llegó aquí?' });
  await expect(replay).toContainText('Una persona la asignó al equipo de facturación.');
  await page.screenshot({ path: test.info().outputPath('replay-phone-dark.png') });

  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', {
    bot: 64,
    viewport: PHONE,
    colorScheme: 'dark',
  });
  await owner.screen(SCREEN, HEADING);
  await expect(owner.page.getByRole('heading', { name: 'Cupos', exact: true })).toBeVisible();
  await owner.looksRight('assignment on a phone');
  await owner.page.screenshot({ path: test.info().outputPath('routing-phone-dark.png'), fullPage: true });
  expect(owner.faults).toEqual([]);
});
