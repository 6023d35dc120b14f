/** A bot's node that opens a ticket: over the chat's own socket, with the bot that its owner built and published. */
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClientNode } from '../../contract/entities/bot-node.ts';
import type { Ticket, TicketMessage, TicketPage } from '../../contract/entities/ticket.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let owner: Person;
let botId: number;
let token: string;
let sockets: Socket[] = [];

beforeEach(async () => {
  server = await startTestServer();
  owner = await server.addPerson('duena');
  await server.addBot(9001);
  await server.link(owner, 9001, 'propietario');
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name: 'Vivero', template: 'generica' },
  });
  botId = (made.body as { id: number }).id;
  const [row] = await server.app.db.query<{ token: string }>(sql`select token from bots where id = ${botId}`);
  token = row?.token ?? '';
});
afterEach(async () => {
  for (const socket of sockets) socket.disconnect();
  sockets = [];
  await server.close();
});

const templates = (method: string, path: string, body?: object) =>
  server.call(method, `/svc/templates/api/client/${path}`, { as: owner, ...(body ? { body } : {}) });

/** An interaction that opens one, reached from the welcome menu too. */
async function build(more: object = {}): Promise<ClientNode> {
  const made = await templates('POST', 'interactions', {
    bot_id: botId,
    title: 'Reclamo por despacho',
    answers: ['Lo anotamos como {{ticket}}. Síguelo en {{ticket_enlace}}'],
    examples: ['zarandaja perengana', 'perengana chirimbola', 'chirimbola zarandaja'],
    ticket: { subject: 'Reclamo: {{detalle}}', priority: 'high', area: 'post-venta' },
    slot: { kind: 'text', name: 'detalle', question: '¿Qué pasó?' },
    ...more,
  });
  expect(made).toMatchObject({ status: 200 });
  return (made.body as { node: ClientNode }).node;
}
async function publish() {
  const state = await templates('GET', `draft/${botId}`);
  const { revision } = state.body as { revision: number };
  expect(await templates('POST', 'draft/publish', { bot_id: botId, revision })).toMatchObject({
    status: 200,
  });
}
const tickets = async () =>
  (
    (await server.call('GET', `/svc/main/tickets?bot_id=${botId}`, { as: owner })).body as {
      tickets: Ticket[];
    }
  ).tickets;

async function customer() {
  const socket = io(`${server.url}/visitor`, {
    auth: { botId, botToken: token },
    transports: ['websocket'],
    forceNew: true,
  });
  sockets.push(socket);
  const said: string[] = [];
  socket.on('NEW_MESSAGE', ({ message }: { message: { from: string; text: string } }) => {
    if (message.from === 'bot') said.push(message.text);
  });
  await new Promise((resolve) => socket.once('CONNECTED', resolve));
  return {
    said,
    async say(text: string, temporal_id: string = crypto.randomUUID()) {
      const before = said.length;
      const ack: unknown = await socket.emitWithAck('VISITOR_MESSAGE', { text, temporal_id });
      await vi.waitFor(() => expect(said.length).toBeGreaterThan(before), { timeout: 20_000 });
      return ack as { conversation_id: string };
    },
    again: (text: string, temporal_id: string): Promise<unknown> =>
      socket.emitWithAck('VISITOR_MESSAGE', { text, temporal_id }),
  };
}

it('TKT-8 opens one a visit, tells its code and page, and holds the conversation live', async () => {
  const node = await build();
  expect(node.ticket).toEqual({ subject: 'Reclamo: {{detalle}}', priority: 'high', area: 'post-venta' });
  // Tried out before it is published: the same words, and nothing opened.
  const tried = await templates('POST', 'draft/preview', { bot_id: botId, text: 'zarandaja perengana' });
  const asked = tried.body as { messages: { text: string }[]; context: object };
  expect(asked.messages[0]?.text).toBe('¿Qué pasó?');
  expect(
    await templates('POST', 'draft/preview', { bot_id: botId, text: 'llegó roto', context: asked.context }),
  ).toMatchObject({
    body: {
      messages: [{ text: expect.stringContaining('Lo anotamos como T-1000. Síguelo en http') as string }],
      tickets: [{ subject: 'Reclamo: llegó roto', priority: 'high', area: 'post-venta' }],
    },
  });
  expect(await tickets()).toEqual([]);
  await publish();

  const client = await customer();
  await client.say('zarandaja perengana');
  expect(client.said).toEqual(['¿Qué pasó?']);
  expect(await tickets()).toEqual([]);
  const { conversation_id } = await client.say('llegó roto', 'once');
  const [ticket] = await tickets();
  expect(ticket).toMatchObject({
    tracking_code: 'T-1001',
    subject: 'Reclamo: llegó roto',
    priority: 'high',
    category: 'post-venta',
    state: 'new',
    conversation_id,
    opened_by: { kind: 'bot', id: null, name: 'Vivero' },
    last_message: 'llegó roto',
  });
  const [, code = '', url = ''] =
    /^Lo anotamos como (\S+)\. Síguelo en (\S+)$/u.exec(client.said[1] ?? '') ?? [];
  expect(code).toBe('T-1001');
  const page = (await server.call('GET', `/svc/main/ticket_pages/${url.split('/').at(-1)}`))
    .body as TicketPage;
  expect(page).toMatchObject({
    tracking_code: 'T-1001',
    messages: [{ from: 'Cliente', text: 'llegó roto' }],
  });
  // The words stand in the conversation alone (TKT-2).
  const words = (await server.call('GET', `/svc/main/tickets/${ticket?.id}/messages`, { as: owner }))
    .body as TicketMessage[];
  expect(words).toMatchObject([{ text: 'llegó roto', way: 'web', message_id: expect.any(String) as string }]);
  const told = await server.app.db.query(
    sql`select 1 from notifications where ticket_id = ${ticket?.id ?? ''}`,
  );
  expect(told).toHaveLength(1);

  // The same message again (a lost answer) opens none, and says nothing twice.
  await client.again('llegó roto', 'once');
  expect(await tickets()).toHaveLength(1);
  // Coming back to the node is another visit.
  await client.say('zarandaja perengana');
  expect((await tickets()).map(({ tracking_code }) => tracking_code)).toEqual(['T-1002', 'T-1001']);
});

it('TKT-8 tells the code where the words do not, and no customer fills the list', async () => {
  await build({
    answers: ['Anotado.'],
    slot: null,
    ticket: { subject: 'Reclamo', priority: 'low', area: null },
  });
  await publish();
  const client = await customer();
  for (let visit = 0; visit < 7; visit++) await client.say('zarandaja perengana');
  const codes = client.said.map((text) => /código de seguimiento es (T-\d+)\./u.exec(text)?.[1]);
  expect(codes).toEqual(['T-1001', 'T-1002', 'T-1003', 'T-1004', 'T-1005', 'T-1005', 'T-1005']);
  expect(await tickets()).toHaveLength(5);
});

it('refuses a ticket without a subject, and an agent who may build nothing', async () => {
  const wish = {
    bot_id: botId,
    title: 'Otra',
    answers: ['Sí'],
    examples: ['a b'],
    ticket: { subject: '  ', priority: 'low', area: null },
  };
  expect(await templates('POST', 'interactions', wish)).toMatchObject({
    status: 422,
    body: { details: { fields: { 'ticket.subject': 'Escribe el asunto del ticket.' } } },
  });
  const agent = await server.addPerson('agente');
  await server.link(agent, botId, 'agente');
  const refused = await server.call('POST', '/svc/templates/api/client/interactions', {
    as: agent,
    body: { ...wish, ticket: { subject: 'x', priority: 'low', area: null } },
  });
  expect(refused.status).toBe(403);
});
