/** Following, mentions, and what is told of them, over HTTP. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CounterBase } from '../../contract/calls/conversations.ts';
import type { CounterMove } from '../../contract/calls/supervision.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { Notification } from '../../contract/entities/notification.ts';
import { LIMITS } from '../../contract/limits.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
const BASE = '/svc/conversations/conversations';
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno, stranger } = await server.addTeam(BOT));
});
afterAll(() => server.close());

let made = 0;
async function waiting(): Promise<string> {
  made += 1;
  const id = `f-${made}`;
  await server.addConversation(id, BOT, { state: 'pending', category: null, agent_id: null });
  return id;
}
const follow = (id: string, as: Person, wanted = true) =>
  server.call('PUT', `${BASE}/${id}/follow`, { as, body: { follow: wanted } });
const look = (id: string, as: Person) => server.call('PUT', `${BASE}/${id}/look`, { as });
const move = (id: string, as: Person, body: object) => server.call('PUT', `${BASE}/${id}`, { as, body });
const take = (id: string, as: Person) => move(id, as, { state: 'taken', agent_id: as.id });
async function note(id: string, as: Person, text: string, mentions: number[]): Promise<Message> {
  made += 1;
  const body = { conversation_id: id, text, temporal_id: `note-${made}`, note: true, mentions };
  const answer = await server.call('POST', '/svc/conversations/session_logs', { as, body });
  expect(answer.status).toBe(200);
  return answer.body as Message;
}
const edit = (note: Message, as: Person, text: string) =>
  server.call('PUT', `/svc/conversations/session_logs/${note._id}`, { as, body: { text } });
async function figures(as: Person) {
  const answer = await server.call('POST', `${BASE}/count_states_charla_live`, { as, body: { bot_id: BOT } });
  const { following, mentions } = answer.body as CounterBase;
  return { following, mentions };
}
async function listed(filters: object, as: Person): Promise<string[]> {
  const body = { filters: { bot_id: BOT, ...filters } };
  const answer = await server.call('POST', `${BASE}/filter_conversation`, { as, body });
  const { conversations, total } = answer.body as { conversations: Conversation[]; total: number };
  expect(total).toBe(conversations.length);
  return conversations.map(({ id }) => id).sort();
}
async function moves(state: 'followed' | 'mentioned', of: Person, as: Person): Promise<[string, number][]> {
  const path = `${BASE}/counter_moves?bot_id=${BOT}&state=${state}&agent_id=${of.id}`;
  const told: [string, number][] = [];
  for (let before = ''; ; ) {
    const { body } = await server.call('GET', `${path}${before}`, { as });
    const { moves: page, floor } = body as { moves: CounterMove[]; floor: number };
    told.push(...page.map(({ conversation_id, delta }): [string, number] => [conversation_id, delta]));
    if (floor === 0) return told;
    before = `&before=${floor}`;
  }
}
/** What the bell says of what somebody follows, newest first. */
async function bell(as: Person): Promise<{ body: string; read: boolean }[]> {
  // Whoever has it open has looked by then.
  server.pass(5_000);
  await server.app.jobs.runDue();
  const answer = await server.call('GET', `/svc/main/notifications/by_bot_id/${BOT}/${as.id}/1`, { as });
  return (answer.body as { notifications: Notification[] }).notifications
    .filter(({ type }) => type === 'followed_conversation')
    .map(({ item, read }) => ({ body: item.body, read }));
}
async function card(id: string, as: Person): Promise<Conversation> {
  const answer = await server.call('GET', `${BASE}/${id}`, { as });
  return (answer.body as { conversation: Conversation }).conversation;
}

test('INB-90 whoever sees a conversation follows it, once however often they say so; what they don’t see is absent', async () => {
  const id = await waiting();
  expect((await follow(id, ana)).status).toBe(200);
  expect((await follow(id, ana)).status).toBe(200);
  expect((await follow(id, bruno)).status).toBe(200);
  expect((await card(id, owner)).followers).toEqual([ana.id, bruno.id]);
  const events = await server.app.db.query<{ last: number[] }>(sql`
    select data->'last_followers' as last from events where conversation_id = ${id} order by seq`);
  expect(events.map(({ last }) => last)).toEqual([[], [ana.id]]);
  expect(await listed({ followed: true, agent_id: ana.id }, ana)).toEqual([id]);
  expect((await follow(id, ana, false)).status).toBe(200);
  expect((await card(id, owner)).followers).toEqual([bruno.id]);
  expect(await listed({ followed: true, agent_id: ana.id }, ana)).toEqual([]);

  await take(id, ana);
  expect((await follow(id, bruno)).status).toBe(404);
  expect((await follow(id, stranger)).status).toBe(404);
  expect((await server.call('PUT', `${BASE}/${id}/follow`, { as: ana, body: { follow: 'sí' } })).status).toBe(
    400,
  );
});

test('INB-90 nobody follows more than a list can be read of, and no conversation has more than its card can name', async () => {
  const id = await waiting();
  const many = Array.from({ length: LIMITS.followers }, (_, place) => 10_000 + place);
  await server.app.db.query(sql`update conversations set followers = ${many}::int[] where id = ${id}`);
  expect((await follow(id, ana)).status).toBe(422);
  await server.app.db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, lead_name, last_message_date, followers)
    select 'many-' || n, ${BOT}, ${`lead-${id}`}, 'closed', 'web', 'Cliente', now(), array[${owner.id}::int]
    from generate_series(1, ${LIMITS.followed}) n`);
  const other = await waiting();
  expect((await follow(other, owner)).status).toBe(422);
  await server.app.db.query(sql`delete from conversations where id like 'many-%'`);
  expect((await follow(other, owner)).status).toBe(200);
  await follow(other, owner, false);
});

test('INB-91 what is followed is listed and counted as long as it is seen, and its moves are told', async () => {
  const before = await figures(ana);
  const [one, two] = [await waiting(), await waiting()];
  await follow(one, ana);
  await follow(two, ana);
  expect((await figures(ana)).following).toBe((before.following ?? 0) + 2);
  // A colleague takes one: it is out of sight, and no figure of hers.
  await take(one, bruno);
  expect((await figures(ana)).following).toBe((before.following ?? 0) + 1);
  expect(await listed({ followed: true, agent_id: ana.id }, ana)).toEqual([two]);
  // Those who see it see that she follows it.
  expect(await listed({ followed: true, agent_id: ana.id }, owner)).toEqual([one, two].sort());
  await move(one, bruno, { state: 'pending' });
  expect((await figures(ana)).following).toBe((before.following ?? 0) + 2);
  await follow(two, ana, false);
  expect((await moves('followed', ana, ana)).slice(0, 5)).toEqual([
    [two, -1],
    [one, 1],
    [one, -1],
    [two, 1],
    [one, 1],
  ]);
  await follow(one, ana, false);
});

test('INB-92 news are told once until they are looked at, not to who made them, and not of what is unseen', async () => {
  const id = await waiting();
  await follow(id, owner);
  await follow(id, ana);
  expect(await bell(owner)).toEqual([]);
  await take(id, ana);
  // Told to the one who did not do it, and to nobody twice.
  expect(await bell(ana)).toEqual([]);
  const [told] = await bell(owner);
  expect(told).toEqual({ body: 'ana tomó la conversación de Cliente', read: false });
  const say = (temporal_id: string) =>
    server.call('POST', '/svc/conversations/session_logs', {
      as: ana,
      body: { conversation_id: id, text: 'Hola', temporal_id },
    });
  for (const key of ['n1', 'n2', 'n3']) await say(key);
  expect(await bell(owner)).toHaveLength(1);
  expect((await card(id, owner)).follow_news).toEqual([owner.id]);
  // Looked at: read in the bell, and the next is news again.
  expect((await look(id, owner)).status).toBe(200);
  expect((await bell(owner)).map(({ read }) => read)).toEqual([true]);
  expect((await card(id, owner)).follow_news).toBeUndefined();
  const { seq } = (await look(id, owner)).body as { seq: number };
  expect(((await look(id, owner)).body as { seq: number }).seq).toBe(seq);
  await say('n4');
  expect((await bell(owner))[0]).toEqual({ body: 'ana respondió a Cliente', read: false });
  // Looked at before it left: nothing is told.
  await look(id, owner);
  await move(id, ana, { state: 'closed' });
  await look(id, owner);
  expect(await bell(owner)).toHaveLength(2);
});

test('INB-92 a follower who does not see it any more, or left, is told nothing; leaving the bot ends it', async () => {
  const id = await waiting();
  await follow(id, bruno);
  await take(id, ana);
  expect(await bell(bruno)).toEqual([]);
  await move(id, ana, { state: 'pending' });
  const other = await server.addPerson('eva');
  const link = await server.link(other, BOT, 'agente');
  await follow(id, other);
  expect((await card(id, owner)).followers).toEqual([bruno.id, other.id]);
  const left = await server.call('DELETE', `/svc/main/userbot/userbotdestroy/${link}`, { as: owner });
  expect(left.status).toBe(200);
  await bell(owner);
  expect((await card(id, owner)).followers).toEqual([bruno.id]);
  await follow(id, bruno, false);
});

test('INB-93 who is named in a note has it in Menciones, unseen until they look, and never what they don’t see', async () => {
  const id = await waiting();
  const before = await figures(bruno);
  const first = await note(id, ana, '@bruno mira esto', [bruno.id, ana.id]);
  expect((await card(id, owner)).mentioned).toEqual([bruno.id]);
  expect((await figures(bruno)).mentions).toBe((before.mentions ?? 0) + 1);
  expect(await listed({ mentioned: true, agent_id: bruno.id }, bruno)).toContain(id);
  expect(await listed({ mentioned: true, agent_id: bruno.id, unread_only: true }, bruno)).toContain(id);
  // Out of sight while a colleague has it.
  await take(id, ana);
  expect((await figures(bruno)).mentions).toBe(before.mentions);
  expect(await listed({ mentioned: true, agent_id: bruno.id }, bruno)).not.toContain(id);
  await move(id, ana, { state: 'pending' });
  expect((await figures(bruno)).mentions).toBe((before.mentions ?? 0) + 1);
  await look(id, bruno);
  expect((await figures(bruno)).mentions).toBe(before.mentions);
  expect(await listed({ mentioned: true, agent_id: bruno.id, unread_only: true }, bruno)).not.toContain(id);
  expect(await listed({ mentioned: true, agent_id: bruno.id }, bruno)).toContain(id);
  expect((await moves('mentioned', bruno, bruno)).slice(0, 4)).toEqual([
    [id, -1],
    [id, 1],
    [id, -1],
    [id, 1],
  ]);
  expect(first.mentions).toHaveLength(2);
});

test('INB-94 a note that names somebody no more takes them off, unless another one of the conversation does', async () => {
  const id = await waiting();
  const before = await figures(bruno);
  const one = await note(id, ana, '@bruno mira', [bruno.id]);
  const two = await note(id, ana, '@bruno mira otra vez', [bruno.id]);
  await edit(one, ana, 'ya no hace falta');
  expect((await card(id, owner)).mentioned).toEqual([bruno.id]);
  expect((await figures(bruno)).mentions).toBe((before.mentions ?? 0) + 1);
  const gone = await server.call('DELETE', `/svc/conversations/session_logs/${two._id}`, { as: ana });
  expect(gone.status).toBe(200);
  expect((await card(id, owner)).mentioned).toBeUndefined();
  expect((await figures(bruno)).mentions).toBe(before.mentions);
  expect(await listed({ mentioned: true, agent_id: bruno.id }, bruno)).not.toContain(id);
});

test('INB-95 figures are what the lists hold, for everybody, whatever was done', async () => {
  const ids = [await waiting(), await waiting(), await waiting()];
  const people = () => [owner, ana, bruno];
  const step = fc.record({
    id: fc.nat(2),
    by: fc.nat(2),
    to: fc.nat(2),
    what: fc.constantFrom('follow', 'unfollow', 'note', 'look', 'take', 'release', 'close', 'reopen'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      for (const { id: place, by: who, to, what } of steps) {
        const [id, by, named] = [ids[place] ?? '', people()[who] ?? owner, people()[to] ?? owner];
        if (what === 'follow' || what === 'unfollow') await follow(id, by, what === 'follow');
        else if (what === 'look') await look(id, by);
        else if (what === 'take') await take(id, by);
        else if (what === 'release') await move(id, by, { state: 'pending' });
        else if (what === 'close') await move(id, by, { state: 'closed' });
        else if (what === 'reopen') await move(id, by, { state: 'taken', agent_id: by.id, reopen: true });
        else {
          made += 1;
          const body = {
            conversation_id: id,
            text: '@x',
            temporal_id: `any-${made}`,
            note: true,
            mentions: [named.id],
          };
          await server.call('POST', '/svc/conversations/session_logs', { as: by, body });
        }
      }
      for (const as of people()) {
        const { following, mentions } = await figures(as);
        expect(following).toBe((await listed({ followed: true, agent_id: as.id }, as)).length);
        expect(mentions).toBe(
          (await listed({ mentioned: true, agent_id: as.id, unread_only: true }, as)).length,
        );
        const sum = (all: [string, number][]) => all.reduce((total, [, delta]) => total + delta, 0);
        expect(sum(await moves('mentioned', as, as))).toBe(mentions);
      }
    }),
    { numRuns: 6 },
  );
}, 120_000);
