/** What the frame of every screen asks: notifications, trial, audit, flags, maintenance, the snippet by mail. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_CONVERSATIONS } from '../contract/entities/agent.ts';
import { agentSocket, fault, mailsTo } from './access/testing.ts';
import { agentSummaries } from './agents/summaries.ts';
import { notify, notifyTransfer } from './notices/notifications.ts';
import { sql } from './platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
let owner: Person;
let ana: Person;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
  await server.addBot(64);
  await server.addBot(7);
  owner = await server.addPerson('duena');
  ana = await server.addPerson('ana');
  staff = await server.addPerson('interna');
  await server.enrol(staff);
  await server.link(owner, 64, 'propietario');
  await server.link(ana, 64, 'agente', ['ventas']);
});
afterAll(() => server.close());

const tell = (count: number, to: Person, botId = 64) =>
  server.app.db.transaction(async (tx) => {
    for (let at = 0; at < count; at += 1) {
      await notify(tx, server.app, {
        action: 'user_tagged',
        botId,
        userIds: [to.id],
        icon: 'mention',
        subject: 'Mención',
        body: `Aviso ${at}`,
        plain: 'Aviso',
        link: '/tickets',
      });
    }
  });
interface Page {
  notifications: { item: { id: string; body: string }; read: boolean }[];
  pages: number;
  total: number;
  unread: number;
}
const page = async (number: number, query = '') =>
  (await server.call('GET', `/svc/main/notifications/by_bot_id/64/${ana.id}/${number}${query}`, { as: ana }))
    .body as Page;

it('tells whom a conversation is derived to, at once and in the list', async () => {
  const socket = agentSocket(server, ana);
  await socket.connected;
  const heard = socket.heard('NOTIFICATION');
  await server.addConversation('c1', 64, { state: 'taken', category: 'ventas', agent_id: ana.id });
  const conversation = { id: 'c1', bot_id: 64, lead_name: 'Pedro', category: 'ventas' };
  await server.app.db.transaction((tx) =>
    notifyTransfer(tx, server.app, {
      conversation,
      from: { id: owner.id, name: 'Dueña' },
      toId: ana.id,
      reason: ' sabe de tallas ',
    }),
  );
  expect(await heard).toMatchObject({
    action: 'transfer_conversation',
    user_id: ana.id,
    from_agent: { name: 'Dueña' },
    link: '/charla-live-2?bot=64&state=taken&conversation=c1',
    notification: { item: { body: 'Dueña te derivó la conversación de Pedro: sabe de tallas' } },
  });
  socket.socket.disconnect();
  expect((await page(1)).unread).toBe(1);
  // Nobody tells themselves, and nobody hears of a bot where they don't work.
  await server.app.db.transaction((tx) =>
    notifyTransfer(tx, server.app, {
      conversation,
      from: { id: ana.id, name: 'Ana' },
      toId: ana.id,
      reason: null,
    }),
  );
  await tell(1, ana, 7);
  expect(await page(1)).toMatchObject({ total: 1 });
});

it('pages notifications, newest first; read and archived are each person’s own', async () => {
  await tell(44, ana);
  const first = await page(1);
  expect(first).toMatchObject({ pages: 3, total: 45, unread: 45 });
  expect(first.notifications).toHaveLength(20);
  const seen = [first, await page(2), await page(3)].flatMap(({ notifications }) =>
    notifications.map(({ item }) => item.id),
  );
  expect(new Set(seen).size).toBe(45);
  const [id] = seen;
  const put = (what: string, as: Person, user: Person, body: object) =>
    server.call('PUT', `/svc/main/notifications/${what}/${id}/${user.id}`, { as, body });
  expect((await put('update_status', ana, ana, { read: true })).body).toMatchObject({ read: true });
  expect((await put('update_status', owner, owner, { read: true })).status).toBe(404);
  expect((await put('archived', ana, ana, { archived: true })).body).toMatchObject({ archived: true });
  expect(await page(1)).toMatchObject({ total: 44, unread: 44 });
  expect((await page(1, '?archived=true')).notifications.map(({ item }) => item.id)).toEqual([id]);
  const unread = (await server.call('GET', `/svc/main/user_notification/list/${ana.id}`, { as: ana }))
    .body as unknown[];
  expect(unread).toHaveLength(44);
  expect(
    (
      await server.call('PUT', `/svc/main/notifications/read_up_to/${ana.id}`, {
        as: ana,
        body: { up_to: 45, bot_id: 64 },
      })
    ).body,
  ).toEqual({ updated: 44 });
});

it('shows a person the conversations they have, in the right view only', async () => {
  await server.addConversation('mine', 64, { state: 'taken', category: null, agent_id: ana.id });
  await server.addConversation('other', 64, { state: 'taken', category: null, agent_id: owner.id });
  const rooms = (view: string) =>
    server.call('GET', `/svc/main/chat_rooms_by_user/${ana.id}/${view}/64`, { as: ana });
  expect((await rooms('assigned_bots')).body).toMatchObject([{ id: 'mine' }, { id: 'c1' }]);
  expect((await rooms('my_bots')).status).toBe(404);
});

it('ends a trial in time: the bot stops until there is a plan', async () => {
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name: 'Prueba', template: 'generica' },
  });
  const bot = made.body as { id: number };
  const trial = async () =>
    (await server.call('GET', `/svc/main/client_subscriptions/by_bot_id/${bot.id}`, { as: owner })).body;
  server.pass(13.5 * 24 * 60 * 60 * 1000);
  owner.headers = await server.signIn(owner);
  await server.app.jobs.runDue();
  expect(await trial()).toMatchObject({ status: 'trialing', days_left: 1 });
  server.pass(24 * 60 * 60 * 1000);
  owner.headers = await server.signIn(owner);
  await server.app.jobs.runDue();
  expect(await trial()).toMatchObject({ status: 'expired', days_left: 0 });
  const bots = (await server.call('GET', `/svc/main/bot/list/${owner.id}?owner=true`, { as: owner }))
    .body as { id: number }[];
  expect(bots.find(({ id }) => id === bot.id)).toMatchObject({ activated: false });
  ana.headers = await server.signIn(ana);
  staff.headers = await server.signIn(staff);
});

it('cancels what it can, and answers 800 for what somebody outside collects', async () => {
  const subscribe = async (botId: number, provider: string | null) => {
    const [row] = await server.app.db.query<{ id: number }>(sql`
      insert into subscriptions (bot_id, plan_id, status, provider) values (${botId}, 'crece', 'active', ${provider}) returning id`);
    return row?.id;
  };
  const cancel = (id: unknown, as = owner) =>
    server.call('POST', '/svc/main/flow_requests/cancel_subscription', { as, body: { id } });
  const own = await subscribe(64, 'flow');
  const foreign = await subscribe(7, null);
  expect((await cancel(own)).body).toMatchObject({
    status: 800,
    message: expect.stringMatching(/contacta a soporte/),
  });
  expect((await cancel(foreign)).status).toBe(404);
  await server.app.db.query(sql`update subscriptions set provider = null where id = ${own ?? 0}`);
  expect((await cancel(own)).body).toMatchObject({ status: 200 });
});

it('lets owners read the audit, and nobody write one that did not happen', async () => {
  await server.call('PUT', '/svc/main/bot/64', { as: owner, body: { 'chatbot[bot_name]': 'Otro nombre' } });
  const claim = (body: object, path = 'update_register') =>
    server.call('POST', `/svc/main/audits/${path}`, {
      as: owner,
      body: { auditable_type: 'bot', auditable_id: 64, bot_id: 64, action: 'update', ...body },
    });
  expect((await claim({})).body).toMatchObject({
    ok: true,
    audit: { changes: [{ column_name: 'bot_name', old_value: 'Bot 64', new_value: 'Otro nombre' }] },
  });
  expect((await claim({ auditable_id: 'inventado' })).body).toEqual({ ok: true, audit: null });
  expect((await claim({ action: 'delete' }, 'create_or_destroy_register')).body).toEqual({
    ok: true,
    audit: null,
  });
  const audits = await server.call('GET', '/svc/audit/registers/64?type=bot', { as: owner });
  // The other is the end of its plan, which closed it.
  expect(audits.body).toMatchObject({
    total: 2,
    audits: [{ user_email: owner.email, action: 'update' }, { changes: [{ column_name: 'activated' }] }],
  });
  expect((await server.call('GET', '/svc/audit/registers/64', { as: ana })).status).toBe(403);
});

it('shows owners what their people change of their own accounts', async () => {
  await server.call('PUT', `/svc/main/user_data/${ana.id}`, { as: ana, body: { phone: '+56 9 1' } });
  const audits = await server.call('GET', '/svc/audit/registers/64?type=user', { as: owner });
  expect(audits.body).toMatchObject({ audits: [{ auditable_id: String(ana.id), user_id: ana.id }] });
});

it('changes a bot by form fields: name, site, template with its answers', async () => {
  const form = new FormData();
  form.set('chatbot[skill_base_template]', 'generica');
  form.set('chatbot[web]', 'panaderia.cl/pan');
  const answer = await fetch(`${server.url}/svc/main/bot/64`, {
    method: 'PUT',
    headers: { ...owner.headers },
    body: form,
  });
  expect(await answer.json()).toMatchObject({
    skill_base_template: 'generica',
    web: 'https://panaderia.cl/pan',
  });
  // Into the draft: customers get it when it is published.
  const [row] = await server.app.db.query(
    sql`select model->>'template' as template from bot_drafts where bot_id = 64`,
  );
  expect(row).toEqual({ template: 'generica' });
  const wrong = await server.call('PUT', '/svc/main/bot/64', {
    as: owner,
    body: { 'chatbot[web]': 'javascript:alert(1)' },
  });
  expect(fault(wrong)).toMatchObject({ status: 422, fields: ['chatbot[web]'] });
});

it('mails the snippet to a typed address, and asks for one', async () => {
  const send = (email: string, as = owner) =>
    server.call('POST', '/svc/main/mails/implement', { as, body: { email, bot_id: 64 } });
  expect(fault(await send('  '))).toMatchObject({
    status: 422,
    message: 'Ingresa el correo',
    fields: ['email'],
  });
  expect((await send('dev@b.cl', ana)).status).toBe(403);
  expect((await send('dev@b.cl')).status).toBe(200);
  const [mail] = await mailsTo(server, 'dev@b.cl', 'data-bot');
  expect(mail).toContain(`${server.app.config.publicUrl}/widget.js`);
  expect(mail).toContain('data-token=&quot;token-64&quot;');
});

it('lets internal accounts alone switch flags, of any bot', async () => {
  const put = (flags: object, as: Person) =>
    server.call('PUT', '/svc/main/settings/bots/7/flags', { as, body: { flags } });
  expect((await put({ notification_bell: false }, owner)).status).toBe(403);
  expect((await put({ notification_bell: false }, staff)).body).toMatchObject({
    flags: { notification_bell: false, scheduled_templates: true },
    switched: ['notification_bell'],
  });
  expect((await put({ notification_bell: null }, staff)).body).toMatchObject({
    flags: { notification_bell: true },
    switched: [],
  });
  expect((await server.call('GET', '/svc/main/settings/bots?search=Bot', { as: staff })).body).toMatchObject({
    total: 1,
  });
});

it('holds everybody but internal accounts off during maintenance', async () => {
  const put = (body: object, as: Person) =>
    server.call('PUT', '/svc/main/settings/maintenance', { as, body });
  expect((await put({ on: true, message: null }, owner)).status).toBe(403);
  expect((await put({ on: true, message: ' Volvemos a las 6. ' }, staff)).status).toBe(200);
  expect(await server.call('GET', `/svc/main/user_data/${owner.id}`, { as: owner })).toMatchObject({
    status: 503,
    body: { message: 'Volvemos a las 6.', details: { maintenance: true } },
  });
  expect((await server.call('GET', `/svc/main/user_data/${staff.id}`, { as: staff })).status).toBe(200);
  expect((await server.call('GET', '/svc/main/settings/maintenance')).body).toEqual({
    on: true,
    message: 'Volvemos a las 6.',
    slow: false,
  });
  expect((await server.call('GET', '/client-config.json')).body).toMatchObject({ maintenance: true });
  await put({ on: false, message: null }, staff);
  expect((await server.call('GET', `/svc/main/user_data/${owner.id}`, { as: owner })).status).toBe(200);
});

it('holds their sockets off too, at once, and lets them back afterwards', async () => {
  const put = (body: object) =>
    server.call('PUT', '/svc/main/settings/maintenance', { as: staff, body: { message: null, ...body } });
  const [agent, internal] = [agentSocket(server, ana), agentSocket(server, staff)];
  await Promise.all([agent.connected, internal.connected]);
  expect((await put({ on: true })).status).toBe(200);
  await agent.ended;
  expect(internal.socket.connected).toBe(true);
  const refused = agentSocket(server, ana);
  const error = await new Promise<unknown>((resolve) => refused.socket.once('connect_error', resolve));
  // No session has ended: the hub keeps it and comes back.
  expect(error).toMatchObject({ data: { error: 'unavailable', details: { maintenance: true } } });
  const inside = agentSocket(server, staff);
  await inside.connected;
  await put({ on: false });
  const back = agentSocket(server, ana);
  await back.connected;
  for (const { socket } of [internal, inside, back]) socket.disconnect();
});

it('says of an agent who did nothing that they did nothing', async () => {
  const rows = await agentSummaries(server.app.db, 64, server.app.clock.now());
  expect(rows.find(({ id }) => id === ana.id)).toMatchObject({
    last_activity: null,
    last_intervention: NO_CONVERSATIONS,
    quantity_conversations: 0,
    califications: 0,
    category: ['ventas'],
  });
});
