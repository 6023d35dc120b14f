/**
 * No call of every day reads a growing table, or all that a bot has in one, as a whole: the plans that PostgreSQL makes for
 * every statement of the call, where reading a table from end to end is the last that it does.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENT, fill, LARGE, OWNER } from '../../bench/growth/fill.ts';
import { LIMITS } from '../../contract/limits.ts';
import { issueCredentials } from '../../server/accounts/tokens.ts';
import { readPage } from '../../server/inbox/live/replay.ts';
import { walkedPage } from '../../server/inbox/queries/walked-page.ts';
import { openDatabase, sql } from '../../server/platform/database/database.ts';
import { freshPostgres } from '../../server/platform/database/fresh-postgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { quietLog } from '../../server/platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../../server/testing.ts';
import { type Watched, watchPlans } from './plans.ts';

let server: TestServer;
let watched: Watched;
let drop: () => Promise<void>;
const people = new Map<number, Person>();

beforeAll(async () => {
  const fresh = await freshPostgres();
  drop = fresh.drop;
  const db = await openDatabase({ databaseUrl: fresh.url, log: quietLog });
  await migrate(db);
  await fill(db, fresh.url, { conversations: 16_000, bots: 10 });
  await db.close();
  const admin = new pg.Client({ connectionString: fresh.url });
  await admin.connect();
  await admin.query(`alter database ${new URL(fresh.url).pathname.slice(1)} set enable_seqscan = off`);
  await admin.end();
  watched = watchPlans(await openDatabase({ databaseUrl: fresh.url, log: quietLog }));
  server = await startTestServer({}, undefined, watched.db);
  for (const id of [OWNER, AGENT]) {
    const email = `a${id}@x.cl`;
    people.set(id, { id, email, headers: await issueCredentials(server.app.db, { id, email }, new Date()) });
  }
}, 120_000);
afterAll(async () => {
  await server.close();
  await drop();
});

const LIST = '/svc/conversations/conversations/filter_conversation';
const FIND = '/svc/conversations/conversations/by_lead_data';
const list = (filters: object) => [LIST, { filters: { bot_id: LARGE, ...filters }, items: 30 }] as const;
const find = (search_text: string) => [FIND, { bot_id: LARGE, search_text, items: 30 }] as const;
const week = { from: '2026-11-19T20:00:00.000Z', to: '2026-11-19T22:00:00.000Z' };

const EVERY_DAY: Record<string, readonly [string, object?]> = {
  counters: ['/svc/conversations/conversations/count_states_charla_live', { bot_id: LARGE }],
  'states, tags and areas': [`/svc/conversations/conversations/count_states/${LARGE}/${OWNER}`, {}],
  'states, tags and areas of what carries a tag': [
    `/svc/conversations/conversations/count_states/${LARGE}/${OWNER}`,
    { tags_lead: ['vip'] },
  ],
  'a first page': list({ state: 'taken' }),
  'a first page of what is closed': list({ state: 'closed' }),
  'the longest wait': list({ state: 'pending', order: 'waiting' }),
  'all states': list({ archived: false }),
  'one channel and area': list({ state: 'closed', channel: 'whatsapp', category: 'ventas' }),
  'one tag': list({ state: 'closed', tags: ['vip'] }),
  unread: list({ state: 'closed', unread_only: true }),
  'what sleeps': list({ state: 'taken', snoozed: true }),
  'what one follows': list({ followed: true, agent_id: OWNER }),
  'where one is named': list({ mentioned: true, agent_id: OWNER }),
  'where one is named and has not looked': list({ mentioned: true, agent_id: OWNER, unread_only: true }),
  'what is late': list({ overdue: true }),
  'what of one person is nearly late': list({ state: 'taken', agent_id: AGENT, answer_level: 'near' }),
  'what is due first': list({ state: 'pending', order: 'due' }),
  'a stretch of time': list({ state: 'closed', ...week }),
  'further down': list({ state: 'closed', before: { last_message_date: week.to, id: 'c10' } }),
  'a search by a name': find('Camila Rojas'),
  'a search by a phone': find('+56910000010'),
  'a search for a word': find('hola'),
  'a search that finds nothing': find('trasponte xilema'),
  'a search for two letters': find('zu'),
  supervision: ['/svc/conversations/conversations/supervision', { bot_id: LARGE }],
  'a conversation': ['/svc/conversations/conversations/c10'],
  'its messages': ['/svc/conversations/session_logs/by_conversation_id/c10'],
  'a text in it': ['/svc/conversations/session_logs/by_conversation_id/c10/found?text=hola'],
  'the newest messages of all': [`/svc/conversations/session_logs?bot_id=${LARGE}`],
  'the newest steps of all': [`/svc/conversations/sessions?bot_id=${LARGE}`],
  'its steps': ['/svc/conversations/sessions/by_conversation_id/c10'],
};

/** What is common, what is rare, names, numbers, and what nobody said; some the index is asked for whole, some in parts. */
const SEARCHED = [
  'hola',
  'cortaviento',
  'de la ca',
  'rojas mu',
  '+5691000',
  '1000',
  'zz qx',
  'Paula Tapia Reyes',
  '+56910000010',
  '10000',
  'cliente100',
  'ez gonzález',
];

/** The statements that read too much, in words. */
const tooMuch = () =>
  watched.taken().map(({ statement, reads }) => `${reads.join(', ')}: ${statement.slice(0, 400)}`);

describe('reads what it shows, and no table whole:', () => {
  test.each(Object.keys(EVERY_DAY))('INB-53 %s', async (what) => {
    const [path, body] = EVERY_DAY[what] ?? [''];
    for (const id of [OWNER, AGENT]) {
      if (what === 'supervision' && id === AGENT) continue;
      watched.taken();
      const answer = await server.call(body ? 'POST' : 'GET', path, { as: people.get(id), body });
      expect(answer.status === 200 || (id === AGENT && answer.status === 404), `${answer.status}`).toBe(true);
      expect(tooMuch()).toEqual([]);
    }
  });

  test('INB-53 a message of a person', async () => {
    const [mine] = await server.app.db.query<{ id: string; agent_id: number | null }>(sql`
      select id, agent_id from conversations
      where bot_id = ${LARGE} and state = 'taken' and agent_id > ${OWNER} and channel = 'web' order by id limit 1`);
    const id = mine?.agent_id ?? 0;
    const email = `a${id}@x.cl`;
    const as = { id, email, headers: await issueCredentials(server.app.db, { id, email }, new Date()) };
    watched.taken();
    const body = { conversation_id: mine?.id, text: 'Hola, ¿cómo está?', temporal_id: 'plan' };
    expect((await server.call('POST', '/svc/conversations/session_logs', { as, body })).status).toBe(200);
    expect(tooMuch()).toEqual([]);
  });

  test('INB-53 a page of a common tag, met on the way down a list', async () => {
    watched.taken();
    const seen = sql`c.tags ?| ${['vip']}::text[]`;
    const page = { seen, below: sql`true`, items: 3, after: 0 };
    for (const walk of [{ bot_id: LARGE, state: 'closed' as const }, { bot_id: LARGE }]) {
      expect(await watched.db.snapshot((tx) => walkedPage(tx, walk, page, 600))).toHaveLength(3);
    }
    expect(tooMuch()).toEqual([]);
  });

  test('INB-53 what somebody missed', async () => {
    watched.taken();
    const [bot] = await server.app.db.query<{ head: number }>(
      sql`select log_head as head from bots where id = ${LARGE}`,
    );
    const after = (bot?.head ?? 0) - 500;
    const page = await server.app.db.snapshot((tx) => readPage(tx, AGENT, { botId: LARGE, after }));
    expect(page).toMatchObject({ seq: expect.any(Number) });
    expect(tooMuch()).toEqual([]);
  });

  test.each(SEARCHED)(
    'INB-54 a search for %s finds what every message, name and number say, page by page',
    async (text) => {
      const said = (
        await server.app.db.query<{ id: string }>(sql`
        select c.id from conversations c join leads l on l.id = c.lead_id
        where c.bot_id = ${LARGE} and c.state <> 'archived' and (
          strpos(c.plain, search_plain(${text}::text)) > 0 or strpos(l.plain, search_plain(${text}::text)) > 0
          or ${/^[+\d]+$/.test(text)} and (strpos(l.phone_digits, ${text.replace(/\D/g, '')}) > 0 or strpos(l.rut_plain, ${text}) = 1)
          or exists (select 1 from messages m where m.conversation_id = c.id and m.sender <> 'system'
            and strpos(m.plain, search_plain(${text}::text)) > 0))
        order by c.last_message_date desc, c.id collate "C"`)
      ).map(({ id }) => id);
      for (const page of [1, 2, 90]) {
        const { body } = await server.call('POST', FIND, {
          as: people.get(OWNER),
          body: { bot_id: LARGE, search_text: text, items: 30, page },
        });
        const found = body as { conversations: { id: string }[]; total: number; total_at_least?: boolean };
        expect(found.conversations.map(({ id }) => id)).toEqual(said.slice((page - 1) * 30, page * 30));
        if (found.total_at_least) expect(found.total).toBeLessThanOrEqual(said.length);
        else expect(found.total).toBe(said.length);
      }
    },
  );

  test('INB-55 messages across conversations are counted no further than what is told, newest first', async () => {
    const path = `/svc/conversations/session_logs?bot_id=${LARGE}&items=40`;
    for (const id of [OWNER, AGENT]) {
      const { body } = await server.call('GET', path, { as: people.get(id) });
      const page = body as { session_logs: { _id: string }[]; total: number; total_at_least?: boolean };
      expect(page.total_at_least).toBe(true);
      if (id === OWNER) expect(page.total).toBe(LIMITS.listCounted);
      const newest = await server.app.db.query<{ id: string }>(sql`
        select m.id from messages m join conversations c on c.id = m.conversation_id
        where c.bot_id = ${LARGE} and (${id === OWNER} or c.state in ('active', 'pending') or c.agent_id = ${id})
        order by m.created_at desc, m.conversation_id, m.position desc limit 40`);
      expect(page.session_logs.map(({ _id }) => _id)).toEqual(newest.map((message) => message.id));
    }
  });

  test('INB-52 what carries a tag is counted as it is', async () => {
    const { body } = await server.call('POST', LIST, {
      as: people.get(OWNER),
      body: { filters: { bot_id: LARGE, state: 'closed', tags: ['vip'] }, items: 1 },
    });
    const [there] = await server.app.db.query<{ n: number }>(sql`
      select count(*)::int as n from conversations where bot_id = ${LARGE} and state = 'closed' and tags ? 'vip'`);
    expect(body).toMatchObject({ total: there?.n });
    expect(there?.n).toBeGreaterThan(20);
  });

  test('and a read of everything would be noticed', async () => {
    watched.taken();
    await server.app.db.query(sql`
      select count(*)::int as n from conversations c where c.bot_id = ${LARGE} and c.lead_name <> 'x'`);
    await server.app.db.query(sql`select id from messages where reason = 'x'`);
    expect(tooMuch()).toHaveLength(2);
  });
});
