/**
 * A colleague of the same chatbot, with another area: what they don't see of conversations and tickets is answered, word
 * for word, like what does not exist, whatever reads it; and what they try to change of it tells nothing of it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../contract/calls/call.ts';
import { CALLS } from '../contract/calls/index.ts';
import type { SightFacts } from '../machines/inbox/sight.ts';
import { agentSocket } from '../server/access/testing.ts';
import { sql } from '../server/platform/database/database.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import { addEntity } from './support/add-entity.ts';
import { sampleInput } from './support/sample-input.ts';
import { makeTenant, type Tenant } from './support/samples.ts';
import { callAsOwner, type Input, plain } from './support/tenant-call.ts';
import { SAMPLES } from './support/walk-samples.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const OF_SIGHT = new Set(['conversation', 'message', 'session', 'scheduled_message', 'upload', 'ticket']);
const named = Object.entries(CALLS) as unknown as [string, Call][];
/** What is said of them, in the samples. */
const SECRETS = /Cliente|Asunto|hola/;
const NOBODYS = 'nobody-has-this-id';
/** Answered before the thing is looked at, while the help is off: the same of one's own. */
const OFF = ['summarizeTicket'];

/** The call of the colleague, about this id. */
function ask(name: string, call: Call, at: Tenant, id: unknown) {
  const { access } = call;
  const input: Input = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const sample = SAMPLES[name]?.[part] ?? sampleInput(call[part]);
    if (sample) input[part] = { ...sample };
  }
  if (access.kind === 'entity') input[access.in] = { ...input[access.in], [access.name]: id };
  return callAsOwner(server, call, { ...at, owner: at.agent }, input);
}

/** Pending for another area; taken by somebody, and over. */
const HIDDEN: readonly ((at: Tenant) => SightFacts)[] = [
  () => ({ state: 'pending', category: 'ventas', agent_id: null }),
  ({ owner }) => ({ state: 'taken', category: null, agent_id: owner.id }),
  ({ owner }) => ({ state: 'closed', category: null, agent_id: owner.id }),
];

it('HTTP-9 what a colleague does not see is read as what does not exist, and nothing is told of it', async () => {
  let read = 0;
  let changed = 0;
  for (const [name, call] of named) {
    const { access } = call;
    if (access.kind !== 'entity' || !OF_SIGHT.has(access.entity)) continue;
    for (const factsOf of HIDDEN) {
      const at = await makeTenant(server);
      await server.app.db.query(sql`update user_bots set category = '["soporte"]' where id = ${at.linkId}`);
      const place = { botId: at.botId, person: at.owner, linkId: at.linkId };
      const id = await addEntity(server, access.entity, place, factsOf(at));
      await server.app.db.query(sql`update tickets set category = 'ventas' where bot_id = ${at.botId}`);
      const hidden = await ask(name, call, at, id);
      const absent = await ask(name, call, at, NOBODYS);
      const what = `${name} ${factsOf(at).state}`;
      if (access.permission === 'read' && !OFF.includes(name)) {
        expect([what, hidden.status, plain(hidden.body, id)]).toEqual([
          what,
          absent.status,
          plain(absent.body, NOBODYS),
        ]);
        read += 1;
      } else {
        expect(hidden.status, what).toBeGreaterThanOrEqual(400);
        expect(JSON.stringify(hidden.body), what).not.toMatch(SECRETS);
        changed += 1;
      }
    }
  }
  expect(read).toBeGreaterThan(20);
  expect(changed).toBeGreaterThan(60);
});

it('RIGHTS-3 sockets answer of another chatbot what they answer of none, and tell nobody what was said where it is not seen', async () => {
  const here = await makeTenant(server);
  const there = await makeTenant(server);
  const [owner, colleague, stranger] = [here.owner, here.agent, there.owner].map((one) =>
    agentSocket(server, one),
  ) as [ReturnType<typeof agentSocket>, ReturnType<typeof agentSocket>, ReturnType<typeof agentSocket>];
  const all = [owner, colleague, stranger];
  await Promise.all(all.map(({ connected }) => connected));
  await Promise.all([owner.join(here.botId), colleague.join(here.botId), stranger.join(there.botId)]);
  const NO_BOT = 987_654_321;
  expect(await stranger.join(here.botId)).toEqual(await stranger.join(NO_BOT));
  const ask = (name: string, data: object) => stranger.socket.emitWithAck(name, data) as Promise<unknown>;
  const status = (botId: number, userId: number) =>
    ask('REGISTER_AGENT_STATUS', {
      botId,
      userId,
      userBotId: here.linkId,
      role: 'agente',
      status: 'active',
    });
  const self = there.owner.id;
  expect(await status(there.botId, self)).toEqual({ ok: true });
  expect(await status(here.botId, self)).toEqual(await status(NO_BOT, self));
  expect(await status(here.botId, here.owner.id)).toEqual(await status(NO_BOT, NO_BOT));
  expect(await ask('FAREWELL', { botIds: [here.botId] })).toEqual(
    await ask('FAREWELL', { botIds: [NO_BOT] }),
  );
  const first = owner.heard('TYPING');
  // Nothing of theirs; then one that they don't see; then one that they do.
  for (const conversation_id of [here.conversation, here.taken])
    stranger.socket.emit('TYPING', { botId: here.botId, conversation_id });
  await status(NO_BOT, self);
  for (const conversation_id of [here.taken, here.conversation])
    colleague.socket.emit('TYPING', { botId: here.botId, conversation_id });
  expect(await first).toMatchObject({ conversation_id: here.conversation, name: `agent${here.botId}` });
  for (const { socket } of all) socket.disconnect();
});
