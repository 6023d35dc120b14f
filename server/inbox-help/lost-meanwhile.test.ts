/** Who loses something while the model writes gets nothing of it: the answer is judged by what stands when it is given. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { FakeLlm } from '../assistant/llm/testing.ts';
import { json, sql } from '../platform/database/database.ts';
import type { Answer, Person, TestServer } from '../testing.ts';
import { type ModelServer, startModelServer } from './testing.ts';

const SECRET = 'El pedido 77 llegó roto a Ñuñoa.';
let model: ModelServer;
let fake: FakeLlm;
let server: TestServer;
let owner: Person;
let ana: Person;
let botId: number;
let conversation: string;
let message: string;
let ticket: string;
let count = 0;

beforeAll(async () => {
  // Whatever is lost while it writes, on whatever machine: it is waited for.
  model = await startModelServer({ first: 30_000, whole: 60_000 });
  ({ fake, server } = model);
}, 120_000);
afterAll(() => model.close());

beforeEach(async () => {
  count += 1;
  botId = 6_000 + count;
  owner = await server.addPerson(`jefe${count}`);
  ana = await server.addPerson(`ventas${count}`);
  await server.addBot(botId);
  await server.link(owner, botId, 'propietario');
  await server.link(ana, botId, 'agente', ['ventas']);
  conversation = `perdida-${botId}`;
  message = `dicho-${botId}`;
  await server.addConversation(conversation, botId, { state: 'pending', category: 'ventas', agent_id: null });
  await server.app.db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position)
    values (${message}, ${conversation}, ${botId}, ${message}, 'sent', 'Cliente', 'Mi pedido 77 llegó roto', 1)`);
  await server.app.db.query(sql`update conversations set message_count = 1 where id = ${conversation}`);
  await server.call('PUT', `/svc/assistant/api/llm/${botId}`, {
    as: owner,
    body: { helps_agents: true, summarizes: true, summarize_from: 2 },
  });
  const made = await server.call('POST', '/svc/main/tickets', {
    as: owner,
    body: { bot_id: botId, subject: 'Pedido roto', category: 'ventas', conversation_id: conversation },
  });
  ticket = (made.body as { id: string }).id;
});

const conversationHelp = (what: string, body?: object) => (): Promise<Answer> =>
  server.call('POST', `/svc/conversations/conversations/${conversation}/help/${what}`, { as: ana, body });
const ticketHelp = (what: string, body?: object) => (): Promise<Answer> =>
  server.call('POST', `/svc/main/tickets/${ticket}/help/${what}`, { as: ana, body });
const words = { text: 'Un texto', how: 'shorter' };
const text = { texto: SECRET };
const HELP: Record<string, [ask: () => Promise<Answer>, written: object]> = {
  draft: [conversationHelp('draft'), { respuesta: SECRET, fuentes: [] }],
  rewrite: [conversationHelp('rewrite', words), text],
  summary: [conversationHelp('summary'), text],
  'kept summary': [conversationHelp('kept_summary', { again: true }), text],
  'subject of a ticket': [conversationHelp('ticket'), { asunto: SECRET, area: 'ventas' }],
  translation: [
    () => server.call('POST', `/svc/conversations/messages/${message}/help/translation`, { as: ana }),
    text,
  ],
  'draft in a ticket': [ticketHelp('draft'), { respuesta: SECRET, fuentes: [] }],
  'summary of a ticket': [ticketHelp('summary'), text],
  'rewrite in a ticket': [ticketHelp('rewrite', words), text],
};

const toldOf = (person: Person) => server.app.realtime.sightChanged(botId, person.id);
const LOSSES: Record<string, [lose: () => Promise<unknown>, status: number]> = {
  'of sight to another area': [
    () => server.app.db.query(sql`update conversations set category = 'soporte' where id = ${conversation}`),
    404,
  ],
  'to a colleague who takes it': [
    () =>
      server.call('PUT', `/svc/conversations/conversations/${conversation}`, {
        as: owner,
        body: { state: 'taken', agent_id: owner.id },
      }),
    404,
  ],
  'of the bot': [
    async () => {
      await server.app.db.query(sql`delete from user_bots where user_id = ${ana.id}`);
      toldOf(ana);
    },
    404,
  ],
  'of the areas': [
    async () => {
      await server.app.db.query(
        sql`update user_bots set category = ${json(['soporte'])} where user_id = ${ana.id}`,
      );
      toldOf(ana);
    },
    404,
  ],
  'of the module': [
    async () => {
      const role = await server.addRole(botId, 'agente', { dashboard: ['read'] });
      await server.app.db.query(sql`update user_bots set role_id = ${role} where user_id = ${ana.id}`);
      toldOf(ana);
    },
    403,
  ],
  'of the session': [() => server.call('DELETE', '/svc/main/auth/sign_out', { as: ana }), 401],
};

/** The answer to what was asked before the loss and answered after it. */
async function askedBefore(help: string, lose: () => Promise<unknown>): Promise<Answer> {
  const [ask, written] = HELP[help] ?? [];
  if (!ask) throw new Error('No such help');
  fake.asked.length = 0;
  let go: () => void = () => undefined;
  fake.next = {
    words: [JSON.stringify(written)],
    pause: new Promise<void>((resolve) => {
      go = resolve;
    }),
  };
  const asked = ask();
  await expect.poll(() => fake.asked.length, { interval: 10 }).toBe(1);
  await lose();
  go();
  return asked;
}

it.each(Object.keys(HELP))('HELP-24 %s reaches who lost nothing', async (help) => {
  const answer = await askedBefore(help, async () => undefined);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).toContain(SECRET);
});

const ofConversation = Object.keys(HELP).filter((help) => !help.includes('in a ticket'));
it.each(
  Object.keys(LOSSES).flatMap((loss) =>
    (loss === 'of sight to another area' || loss === 'to a colleague who takes it'
      ? ofConversation.filter((help) => help !== 'summary of a ticket')
      : Object.keys(HELP)
    ).map((help) => [loss, help] as const),
  ),
)('HELP-24 loss %s: nothing of a %s that was asked before', async (loss, help) => {
  const [lose, status] = LOSSES[loss] ?? [];
  if (!lose) throw new Error('No such loss');
  const answer = await askedBefore(help, lose);
  expect(JSON.stringify(answer.body)).not.toContain(SECRET);
  expect(answer.status).toBe(status);
});

it('HELP-24 in a ticket the ticket itself, or the conversation whose words went in, may be lost meanwhile', async () => {
  const moveTo = (area: string) =>
    server.app.db.query(sql`update tickets set category = ${area} where id = ${ticket}`);
  const moved = await askedBefore('draft in a ticket', () => moveTo('soporte'));
  expect([moved.status, JSON.stringify(moved.body).includes(SECRET)]).toEqual([404, false]);
  await moveTo('ventas');
  const [taken] = LOSSES['to a colleague who takes it'] ?? [];
  if (!taken) throw new Error('No such loss');
  const ofTalk = await askedBefore('summary of a ticket', taken);
  expect([ofTalk.status, JSON.stringify(ofTalk.body).includes(SECRET)]).toEqual([404, false]);
});

it('HELP-24 who has other rights meanwhile asks again', async () => {
  const answer = await askedBefore('draft', async () => {
    await server.app.db.query(
      sql`update user_bots set category = ${json(['ventas', 'soporte'])} where user_id = ${ana.id}`,
    );
    toldOf(ana);
  });
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('permisos') } });
});
