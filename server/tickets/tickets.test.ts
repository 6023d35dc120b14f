/** Tickets over the wire: making, answering, moving, merging, sight, the customer's words and page. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ticket, TicketDetail, TicketMessage, TicketPage } from '../../contract/entities/ticket.ts';
import { mailsTo } from '../access/testing.ts';
import { BotMinds } from '../assistant/bot-minds.ts';
import { customerWrote } from '../inbox/commands/customer-wrote.ts';
import { newIdentity } from '../inbox/visitor-identity.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

const BOT = 64;
const DAY = 24 * 60 * 60_000;
let server: TestServer;
let team: Team;
beforeEach(async () => {
  server = await startTestServer();
  team = await server.addTeam(BOT);
});
afterEach(() => server.close());

const call = (method: string, path: string, as?: Person, body?: unknown) =>
  server.call(method, `/svc/main${path}`, { ...(as ? { as } : {}), ...(body === undefined ? {} : { body }) });
async function make(more: object = {}, as: Person = team.ana): Promise<TicketDetail> {
  const answer = await call('POST', '/tickets', as, { bot_id: BOT, subject: 'No llegó mi pedido', ...more });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as TicketDetail;
}
const put = (id: string, body: object, as: Person = team.ana) => call('PUT', `/tickets/${id}`, as, body);
const write = (id: string, body: object, as: Person = team.ana) =>
  call('POST', `/tickets/${id}/messages`, as, { temporal_id: server.app.ids(), text: 'Hola', ...body });
const wordsOf = async (id: string) =>
  (await call('GET', `/tickets/${id}/messages`, team.owner)).body as TicketMessage[];
const show = async (id: string, as: Person = team.owner) =>
  (await call('GET', `/tickets/${id}`, as)).body as TicketDetail;
const list = async (query: string, as: Person = team.owner) =>
  ((await call('GET', `/tickets?bot_id=${BOT}${query}`, as)).body as { tickets: Ticket[] }).tickets.map(
    ({ tracking_code }) => tracking_code,
  );
async function addClient(id: string, email: string | null = null): Promise<string> {
  await server.app.db.query(sql`
    insert into leads (id, bot_id, name, email, phone) values (${id}, ${BOT}, 'Juana Pérez', ${email}, '+56 9 8123 4567')`);
  return id;
}
/** A customer in the chat with a conversation that Ana has. */
async function chat() {
  const minds = new BotMinds();
  const who = newIdentity(server.app, BOT);
  const visitor = {
    say: (text: string) => customerWrote(server.app, minds, who, { text, temporal_id: server.app.ids() }),
    messages: () =>
      server.app.db.query<{ text: string }>(sql`
        select m.text from messages m join conversations c on c.id = m.conversation_id
        where c.visitor_id = ${who.id} and not m.note`),
  };
  const said = await visitor.say('Mi pedido no llega');
  await server.call('PUT', `/svc/conversations/conversations/${said.conversation_id}`, {
    as: team.ana,
    body: { state: 'taken', agent_id: team.ana.id },
  });
  return { visitor, conversationId: said.conversation_id };
}
/** Days later everybody signs in again. */
async function later(days: number): Promise<void> {
  server.pass(days * DAY);
  for (const person of [team.ana, team.owner]) person.headers = await server.signIn(person);
}
const pathOf = (page: string) => `/ticket_pages/${page.split('/').at(-1)}`;

it('is made by hand with a code that counts by bot, once per key', async () => {
  const first = await make({ temporal_id: 'k1', text: 'Detalle' });
  expect(first).toMatchObject({ tracking_code: 'T-1001', state: 'new', priority: 'normal', assignee: null });
  expect((await make({ temporal_id: 'k1' })).id).toBe(first.id);
  expect((await make({ temporal_id: 'k2' })).tracking_code).toBe('T-1002');
  expect(await wordsOf(first.id)).toMatchObject([{ note: true, text: 'Detalle' }]);
  expect((await call('POST', '/tickets', team.ana, { bot_id: BOT, subject: '  ' })).status).toBe(422);
  const together = await Promise.all([1, 2, 3, 4].map(() => make({ temporal_id: 'k3' })));
  expect(new Set(together.map(({ id }) => id)).size).toBe(1);
});

it('goes along the chain alone: anything else is 409 with the present state', async () => {
  const { id } = await make();
  expect(await put(id, { state: 'solved' })).toMatchObject({
    status: 409,
    body: { details: { state: 'new' } },
  });
  for (const state of ['open', 'waiting', 'solved', 'closed'])
    expect(await put(id, { state })).toMatchObject({ status: 200, body: { state } });
  expect(await put(id, { state: 'open' })).toMatchObject({
    status: 409,
    body: { details: { state: 'closed' } },
  });
  expect(await write(id, {})).toMatchObject({ status: 409, body: { details: { state: 'closed' } } });
  const other = await make();
  expect(await call('POST', `/tickets/${other.id}/solve`, team.ana)).toMatchObject({
    status: 200,
    body: { state: 'solved' },
  });
});

it('TKT-1, TKT-2 answers a chat where it was written, once per key, and the words stand in the conversation', async () => {
  const { visitor, conversationId } = await chat();
  const ticket = await make({ conversation_id: conversationId });
  expect(ticket).toMatchObject({
    conversation_id: conversationId,
    reach: { way: 'web' },
    talk_id: conversationId,
  });
  const wish = { text: 'Lo revisamos', temporal_id: 'once', next_state: 'waiting' };
  const [one, two] = await Promise.all([write(ticket.id, wish), write(ticket.id, wish)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((one.body as TicketMessage).id).toBe((two.body as TicketMessage).id);
  const heard = await visitor.messages();
  expect(heard.filter(({ text }) => text === 'Lo revisamos')).toHaveLength(1);
  expect(await show(ticket.id)).toMatchObject({ state: 'waiting', first_answered_at: expect.any(String) });
  // Nothing is copied: the words are the conversation's.
  const [row] = await server.app.db.query<{ text: string }>(
    sql`select text from ticket_messages where ticket_id = ${ticket.id}`,
  );
  expect(row?.text).toBe('');
  expect(await wordsOf(ticket.id)).toMatchObject([
    { text: 'Lo revisamos', way: 'web', message_status: 'sent' },
  ]);
});

it('TKT-7 several of one conversation; the customer brings back what waits, by the chat', async () => {
  const { visitor, conversationId } = await chat();
  const a = await make({ conversation_id: conversationId, assignee: team.bruno.id });
  const b = await make({ conversation_id: conversationId, subject: 'Otra cosa' });
  await write(a.id, { next_state: 'waiting' });
  await visitor.say('Gracias, espero');
  await server.app.jobs.runDue();
  expect([(await show(a.id)).state, (await show(b.id)).state]).toEqual(['open', 'new']);
  expect((await wordsOf(a.id)).at(-1)).toMatchObject({
    from: 'Cliente',
    text: 'Gracias, espero',
    way: 'web',
  });
  expect(await show(a.id)).toMatchObject({ reopened: 1, siblings: [{ tracking_code: b.tracking_code }] });
  // Told to who has it, with the answer before it: two of one ticket are one (NO-3).
  const told = await server.app.db.query(
    sql`select count from notifications where type = 'create_new_message_ticket' and user_id = ${team.bruno.id} and body like '%T-1001%'`,
  );
  expect(told).toEqual([{ count: 2 }]);
});

it('a solved one comes back within the owner’s days; later a new one goes on with it', async () => {
  const { visitor, conversationId } = await chat();
  const ticket = await make({ conversation_id: conversationId });
  await write(ticket.id, { next_state: 'solved' });
  await later(6);
  await visitor.say('Sigue igual');
  await server.app.jobs.runDue();
  expect((await show(ticket.id)).state).toBe('open');
  await write(ticket.id, { next_state: 'solved' });
  await later(8);
  await visitor.say('Otra vez');
  await server.app.jobs.runDue();
  await visitor.say('¿Hola?');
  await server.app.jobs.runDue();
  expect(await show(ticket.id)).toMatchObject({ state: 'closed' });
  const [next, ...rest] = await list('&state=new');
  expect([next, rest]).toEqual(['T-1002', []]);
  const found = (await call('GET', `/ticket_codes/1002?bot_id=${BOT}`, team.owner)).body as { id: string };
  expect(await show(found.id)).toMatchObject({
    continues: { tracking_code: 'T-1001' },
    opened_by: { kind: 'visitor' },
  });
  expect((await wordsOf(found.id)).map(({ text }) => text)).toEqual(['Otra vez', '¿Hola?']);
});

it('TKT-3 (breadth 1.2) merge: nothing new, replies to the survivor, a reference, its owner is told, one client', async () => {
  const lead = await addClient('lead-1');
  const loser = await make({ lead_id: lead, subject: 'Repetido' });
  const survivor = await make({ lead_id: lead, assignee: team.bruno.id });
  const merged = await call('POST', `/tickets/${loser.id}/merge`, team.ana, { into: survivor.id });
  expect(merged).toMatchObject({ status: 200, body: { merged: [{ tracking_code: loser.tracking_code }] } });
  expect(await write(loser.id, {})).toMatchObject({
    status: 409,
    body: { details: { merged_into: { tracking_code: survivor.tracking_code } } },
  });
  expect((await write(loser.id, { note: true })).status).toBe(409);
  expect((await put(loser.id, { priority: 'high' })).status).toBe(409);
  const page = await call('POST', `${pathOf(loser.page_url)}/messages`, undefined, {
    text: 'Hola?',
    temporal_id: 'p1',
  });
  expect(page).toMatchObject({ status: 200, body: { merged_into: survivor.tracking_code, state: 'closed' } });
  expect(await wordsOf(survivor.id)).toMatchObject([{ from: 'Cliente', text: 'Hola?' }]);
  expect(await wordsOf(loser.id)).toEqual([]);
  const told = await server.app.db.query(
    sql`select body from notifications where user_id = ${team.bruno.id} and subject = 'Unieron un ticket al tuyo'`,
  );
  expect(told).toHaveLength(1);
  const foreign = await make({ lead_id: await addClient('lead-2') });
  expect(await call('POST', `/tickets/${foreign.id}/merge`, team.ana, { into: survivor.id })).toMatchObject({
    status: 422,
    body: { details: { reason: 'two_clients' } },
  });
});

it('TKT-4, TIC-8 agents see tickets of their areas and their own; strangers and other bots none', async () => {
  const sales = await server.addPerson('venta');
  await server.link(sales, BOT, 'agente', ['ventas']);
  const support = await make({ category: 'soporte' }, team.owner);
  const open = await make({}, team.owner);
  const own = await make({ category: 'soporte', assignee: sales.id }, team.owner);
  expect((await list('', sales)).sort()).toEqual([open.tracking_code, own.tracking_code].sort());
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', { priority: 'high' }],
    ['GET', '/messages'],
    ['POST', '/messages', { text: 'x', temporal_id: 'x' }],
    ['POST', '/solve'],
    ['POST', '/merge', { into: own.id }],
  ] as const) {
    expect((await call(method, `/tickets/${support.id}${path}`, sales, body)).status).toBe(404);
    expect((await call(method, `/tickets/${support.id}${path}`, team.stranger, body)).status).toBe(404);
  }
  expect((await call('GET', `/ticket_codes/${support.tracking_code}?bot_id=${BOT}`, sales)).status).toBe(404);
  expect((await call('GET', `/ticket_codes/${support.tracking_code}?bot_id=7`, team.stranger)).status).toBe(
    404,
  );
  await server.addConversation('taken', BOT, { state: 'taken', category: null, agent_id: team.bruno.id });
  expect(
    (await call('POST', '/tickets', sales, { bot_id: BOT, subject: 'x', conversation_id: 'taken' })).status,
  ).toBe(404);
});

it('is found by code, words and client, and by view', async () => {
  const lead = await addClient('lead-1', 'juana@correo.test');
  const a = await make({ lead_id: lead, subject: 'Número equivocado' });
  const b = await make({ assignee: team.ana.id });
  await write(b.id, { text: 'Lo del casco rojo', next_state: 'waiting' });
  expect(await list('&search=t1001')).toEqual([a.tracking_code]);
  expect(await list('&search=juana')).toEqual([a.tracking_code]);
  expect(await list('&search=81234567')).toEqual([a.tracking_code]);
  expect(await list('&search=numero')).toEqual([a.tracking_code]);
  expect(await list('&search=CASCO')).toEqual([b.tracking_code]);
  expect(await list('&view=mine', team.ana)).toEqual([b.tracking_code]);
  expect(await list('&view=unassigned')).toEqual([a.tracking_code]);
  expect(await list('&view=waiting_client')).toEqual([b.tracking_code]);
  expect((await call('GET', `/tickets/counts?bot_id=${BOT}`, team.ana)).body).toEqual({
    mine: 1,
    unassigned: 1,
    waiting_us: 1,
    waiting_client: 1,
    overdue: 0,
  });
});

it('TKT-5 overdue is told once, in list, bell and counts; changing the priority keeps what was used up', async () => {
  const a = await make({ assignee: team.bruno.id });
  const due = Date.parse(a.first_due_at ?? '') - server.app.clock.now().getTime();
  server.pass(due - 60_000);
  await server.app.jobs.runDue();
  expect(await list('&view=overdue')).toEqual([]);
  server.pass(120_000);
  await server.app.jobs.runDue();
  await server.app.jobs.runDue();
  expect(await list('&view=overdue')).toEqual([a.tracking_code]);
  const told = await server.app.db.query(
    sql`select id from notifications where type = 'ticket_overdue' and user_id = ${team.bruno.id}`,
  );
  expect(told).toHaveLength(1);
  const calm = (await put(a.id, { priority: 'low' })).body as Ticket;
  expect(Date.parse(calm.first_due_at ?? '') - Date.parse(a.created_at)).toBe(16 * 60 * 60_000);
  expect(calm.overdue).toBe(false);
});

it('TKT-6 the customer’s page: this ticket alone, without notes, signed, for 30 days', async () => {
  const a = await make({ lead_id: await addClient('lead-1') });
  await write(a.id, { note: true, text: 'Secreto' });
  await write(a.id, { text: 'Te ayudamos', next_state: 'waiting' });
  const path = pathOf(a.page_url);
  const page = await call('GET', path);
  expect(page).toMatchObject({
    status: 200,
    body: { tracking_code: 'T-1001', messages: [{ text: 'Te ayudamos', from: 'team' }] },
  });
  expect(JSON.stringify(page.body)).not.toContain('Secreto');
  const answered = await call('POST', `${path}/messages`, undefined, { text: 'Gracias', temporal_id: 'a' });
  await call('POST', `${path}/messages`, undefined, { text: 'Gracias', temporal_id: 'a' });
  expect((answered.body as TicketPage).messages.map(({ text }) => text)).toEqual(['Te ayudamos', 'Gracias']);
  expect((await show(a.id)).state).toBe('open');
  expect(await wordsOf(a.id)).toHaveLength(3);
  for (const bad of [`${path}x`, path.replace(/.$/, ''), '/ticket_pages/x.y', '/ticket_pages/..'])
    expect((await call('GET', bad)).status).toBe(404);
  for (let time = 0; time < 12; time += 1)
    await call('POST', `${path}/messages`, undefined, { text: 'x', temporal_id: `m${time}` });
  expect((await call('POST', `${path}/messages`, undefined, { text: 'x', temporal_id: 'z' })).status).toBe(
    429,
  );
  server.pass(32 * DAY);
  expect((await call('GET', path)).status).toBe(404);
});

it('answers by mail with the page’s address where the client has a mail and no chat', async () => {
  await server.app.db.query(sql`update users set email_confirmed_at = now()`);
  const a = await make({ lead_id: await addClient('lead-1', 'juana@correo.test') });
  expect(a.reach).toEqual({ way: 'mail', text: 'juana@correo.test', hint: null });
  await write(a.id, { text: 'Ya salió tu pedido', temporal_id: 'm' });
  await write(a.id, { text: 'Ya salió tu pedido', temporal_id: 'm' });
  const mails = await mailsTo(server, 'juana@correo.test', 'Ya salió tu pedido');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('/ticket/');
});
