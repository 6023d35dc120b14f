/** Notices, sounds, title, quiet mode and Web Push, as far as a headless browser has them. */
import { PushService } from '../tests/support/push-service.ts';
import { Agent } from './support/agent.ts';
import { call, ownId } from './support/calls.ts';
import { expectFact } from './support/diagnostics.ts';
import { expect, test } from './support/fixtures.ts';
import {
  addProbe,
  addPushService,
  attention,
  clickNotice,
  probe,
  probes,
  standing,
} from './support/notice-probe.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';
import { taken } from './support/writing.ts';

test.use({ serviceWorkers: 'allow' });

/** One note a sound, so that notes can be counted. */
const ONE_NOTE = {
  has_sound: true,
  sounds: {
    new_conversation: 'aviso',
    live_chat_message: 'aviso',
    pending_conversation: 'aviso',
    new_lead: 'aviso',
  },
};

/** Until an hour of today, or of tomorrow when it is late. */
const QUIET = /^Modo silencio hasta (las|el) /;

test('three tabs show one notice and ring once for each event; title and icon count in hidden tabs; quiet is quiet', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 1, async (context) => {
    await context.grantPermissions(['notifications']);
    await addProbe(context);
  });
  const me = await ownId(ana.tab);
  expect((await call(ana.tab, 'PUT', `/svc/main/user_data/${me}/sounds`, ONE_NOTE)).status).toBe(200);
  await ana.tab.reload();
  await ana.openTab();
  await ana.openTab();
  await ana.ready();
  // A browser plays nothing on a page that nobody has touched.
  for (const tab of ana.tabs) await tab.getByTestId('state-pending').click();
  for (const tab of ana.tabs) await attention(tab, 'hidden');
  const waiting = (await ana.counters()).pending;
  const titleOf = (count: number) => (count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `));
  const own = await ana.tab.title();
  const before = Number(/^\((\d+)\)/.exec(own)?.[1] ?? 0);

  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  await expect.poll(() => ana.counters().then(({ pending }) => pending)).toBe(waiting + 1);
  await expect
    .poll(async () => (await probes(ana.tabs)).shown)
    .toEqual([
      { title: 'Conversación pendiente', body: 'Un cliente espera a una persona.', tag: expect.any(String) },
    ]);
  // New conversation, new lead, pending.
  await expect.poll(async () => (await probes(ana.tabs)).tones).toBe(3);
  for (const tab of ana.tabs) await expect.poll(() => tab.title()).toMatch(titleOf(before + 1));
  await expect(ana.tab.locator('#favicon')).not.toHaveAttribute('href', '/favicon.svg');

  // One's own conversation, written to while every tab is hidden.
  await attention(ana.tab, 'focused');
  const id = visitor.conversation;
  await ana.openConversation(id);
  await ana.act('Tomar');
  await expect.poll(() => ana.tab.title()).toMatch(titleOf(before));
  await attention(ana.tab, 'hidden');
  await visitor.say('¿sigues ahí?');
  for (const tab of ana.tabs) await expect.poll(() => tab.title()).toMatch(titleOf(before + 1));
  const titles = async () => (await probes(ana.tabs)).shown.map(({ title }) => title).sort();
  await expect.poll(titles).toEqual(['Conversación pendiente', 'Mensaje nuevo']);
  await expect.poll(async () => (await probes(ana.tabs)).tones).toBe(4);

  // At the page itself there is nothing to notify.
  await attention(ana.tab, 'focused');
  await visitor.say('hola, ¿me lees?');
  await expect.poll(async () => (await probes(ana.tabs)).tones).toBe(5);
  expect((await probes(ana.tabs)).shown).toHaveLength(2);

  await ana.tab.getByRole('button', { name: /^Menú de/ }).click();
  await ana.tab.getByRole('menuitem', { name: 'Modo silencio por 1 hora' }).click();
  await expect(ana.tab.getByRole('button', { name: QUIET })).toBeVisible();
  for (const tab of ana.tabs) await attention(tab, 'visible');
  for (const tab of ana.tabs) await expect(tab.getByRole('button', { name: QUIET })).toBeVisible();
  for (const tab of ana.tabs) await attention(tab, 'hidden');
  await visitor.say('nadie suena');
  for (const tab of ana.tabs) await expect.poll(() => tab.title()).toMatch(titleOf(before + 1));
  await visitor.say('de verdad');
  // All of it has arrived, and has neither rung nor been told.
  await attention(ana.tab, 'visible');
  await ana.showState('taken');
  await expect(ana.row(id)).toContainText('de verdad');
  const all = await probes(ana.tabs);
  expect([all.shown.length, all.tones, all.asked]).toEqual([2, 5, 0]);
  await ana.context.close();
  await visitor.context.close();
});

test('a click on a notice opens the conversation in a tab that is there', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'carla@charla.test', 1, async (context) => {
    await context.grantPermissions(['notifications']);
    await addProbe(context);
  });
  const { id, visitor } = await taken(browser, server.url, ana);
  await ana.tab.goto(`${server.url}/profile`);
  await expect(ana.tab.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
  // Alone in its browser, the page has started a new hub: what comes before it is live again is history.
  await expectFact(ana.tab, 'Tienda Andes', /^Al día/);
  await attention(ana.tab, 'hidden');
  await visitor.say('vuelve a la conversación');
  await expect.poll(async () => (await probe(ana.tab)).shown).toHaveLength(1);
  const [worker] = ana.context.serviceWorkers();
  // Asked for and standing are two moments.
  await expect.poll(() => clickNotice(worker)).toBe(true);
  await expect.poll(() => new URL(ana.tab.url()).searchParams.get('conversation')).toBe(id);
  await attention(ana.tab, 'focused');
  await expect(ana.tab.getByRole('log')).toContainText('vuelve a la conversación');
  expect(ana.context.pages()).toHaveLength(1);
  await ana.context.close();
  await visitor.context.close();
});

test('the permission is asked by a click alone; blocked says how to undo it, also from the bell', async ({
  browser,
  server,
}) => {
  const bruno = await Person.open(browser, server.url, { colorScheme: 'dark', viewport: PHONE });
  // As a person's browser is: nothing decided yet.
  await bruno.context.clearPermissions();
  await addProbe(bruno.context);
  await bruno.signIn('bruno@charla.test');
  await bruno.screen('/profile', 'Mi cuenta');
  const notices = bruno.page.locator('section', { has: bruno.page.locator('#profile-notices') });
  await expect(notices.getByRole('status').first()).toContainText('todavía no muestra avisos');
  expect((await probe(bruno.page)).asked).toBe(0);
  await notices.getByRole('button', { name: 'Permitir avisos' }).click();
  await expect.poll(async () => (await probe(bruno.page)).asked).toBe(1);
  // Nobody answers in a headless browser; this refuses, as the person may.
  await bruno.context.grantPermissions(['clipboard-read']);
  await bruno.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(notices.getByRole('status').first()).toContainText('Bloqueados por el navegador');
  await expect(notices.getByRole('listitem').first()).toContainText('a la izquierda de la dirección');
  await expect(notices.getByLabel('Avisarme con el navegador cerrado')).toBeDisabled();
  await bruno.looksRight('blocked notices');

  await bruno.go('/dashboard');
  await bruno.page.getByRole('button', { name: /^Notificaciones/ }).click();
  await expect(bruno.dialog.or(bruno.page.getByText('bloqueados por el navegador'))).toBeVisible();
  await bruno.looksRight('bell');
  await bruno.page.getByRole('link', { name: 'Cómo desbloquearlos' }).click();
  await expect(bruno.page.getByRole('heading', { name: 'Avisos', exact: true })).toBeInViewport();
  await bruno.close();
});

test('a closed browser is told by Web Push, once, while its session lasts', async ({ browser }) => {
  const service = await PushService.start();
  process.env['PUSH_TRUSTED_ORIGINS'] = service.origin;
  const server = await ServerProcess.launch();
  delete process.env['PUSH_TRUSTED_ORIGINS'];
  const subscription = service.browser('ana');
  const ana = await Person.open(browser, server.url);
  await ana.context.grantPermissions(['notifications']);
  await addPushService(ana.context, subscription);
  await ana.signIn('ana@charla.test');
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { id, visitor } = await taken(browser, server.url, admin);

  await ana.screen('/profile', 'Mi cuenta');
  const me = await ownId(ana.page);
  const key = await call(ana.page, 'GET', '/svc/main/push_subscribers/key');
  service.applicationServerKey = (JSON.parse(key.text) as { public_key: string }).public_key;
  const notices = ana.page.locator('section', { has: ana.page.locator('#profile-notices') });
  const closed = notices.getByRole('switch', { name: 'Avisarme con el navegador cerrado' });
  await closed.click();
  await expect(closed).toBeChecked();
  await notices.getByRole('button', { name: 'Probar envío' }).click();
  await expect.poll(() => service.delivered.length).toBe(1);
  await ana.looksRight('notices on');

  // The service worker shows what the push service hands it; one that is still being activated would lose it.
  await expect
    .poll(() =>
      ana.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
    )
    .toBe('activated');
  const worker = ana.context.serviceWorkers()[0];
  const session = await ana.context.newCDPSession(ana.page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const pushed = {
    origin: server.url,
    registrationId: await registered,
    data: service.delivered[0]?.text ?? '',
  };
  // What is handed over this way may be lost, and nobody is told: it is handed over again.
  const afterPush = async () => {
    await session.send('ServiceWorker.deliverPushMessage', pushed);
    return standing(worker);
  };
  await expect.poll(afterPush).toContainEqual({ title: 'Aviso de prueba', tag: 'test' });

  // Connected: nothing is pushed. Closed: once the grace of the last page is over.
  const give = (to: number) =>
    call(admin.tab, 'PUT', `/svc/conversations/conversations/${id}`, { state: 'taken', agent_id: to });
  await ana.page.close();
  // Her worker is gone with its last page: what happens now, no tab has heard of.
  await expect.poll(() => server.sockets()).not.toContain('ana@charla.test');
  expect((await give(me)).status).toBe(200);
  await expect.poll(() => service.delivered.length, { timeout: 90_000 }).toBe(2);
  const told = JSON.parse(service.delivered[1]?.text ?? '{}');
  expect(told).toMatchObject({ title: 'Te derivaron una conversación', body: 'Está en Tomadas.' });
  expect(told.url).toContain(id);
  expect(service.faults).toEqual([]);

  // Back, and signed out: the subscription is gone with the session.
  const page = await ana.context.newPage();
  await page.goto(`${server.url}/profile`);
  await expect(page.getByLabel('Avisarme con el navegador cerrado')).toBeChecked();
  // What happened meanwhile is shown here too.
  await page.getByRole('dialog').getByRole('button', { name: 'Más tarde' }).click();
  await page.getByRole('button', { name: /^Menú de/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel('Correo').fill('ana@charla.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('charla-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(`${server.url}/profile`);
  const left = await call(page, 'GET', `/svc/main/push_subscribers/by_user_id/${me}`);
  expect(JSON.parse(left.text)).toEqual([]);
  for (const context of [ana.context, admin.context, visitor.context]) await context.close();
  await server.close();
  await service.close();
});
