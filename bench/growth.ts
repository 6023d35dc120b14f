/**
 * `npm run bench:growth`: what people wait for in a bot with half of a million conversations, ten million messages and five
 * million events of 2,000 bots, beside the same with 10,000 conversations, on PostgreSQL. Through HTTP and the whole server,
 * one after the other. The target: each within twice of the small one at p95.
 *
 * Both databases are made by SQL, which takes a quarter of an hour for the large one. `DATABASE_URL` names a server where
 * they are kept and found again; otherwise everything is made anew and thrown away. `CONVERSATIONS=100000` is a quick run.
 * `npm run bench` leaves it out.
 */
import pg from 'pg';
import { startPostgres } from '../scripts/postgres-for-tests.mjs';
import { issueCredentials } from '../server/accounts/tokens.ts';
import { readPage } from '../server/inbox/live/replay.ts';
import { type Database, openDatabase, sql } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { quietLog } from '../server/platform/database/testing.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import { AGENT, fill, LARGE, OWNER, type Size } from './growth/fill.ts';
import { type AtEnd, bounded } from './support/bounded.ts';
import { median, percentile, printTable, whole } from './support/figures.ts';

const SIZES: Size[] = [
  { conversations: 10_000, bots: 20 },
  { conversations: Number(process.env.CONVERSATIONS ?? 1_000_000), bots: 2_000 },
];
const RUNS = Number(process.env.RUNS ?? 40);
const LIMIT = 2 * 60 * 60_000;

/** The database of this size: found, or made. */
async function databaseOf(server: string, size: Size): Promise<string> {
  const name = `growth_${size.conversations}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const found = await admin.query('select 1 from pg_database where datname = $1', [name]);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  if (!found.rowCount) {
    const began = performance.now();
    const making = `${name}_making`;
    await admin.query(`drop database if exists ${making} with (force)`);
    await admin.query(`create database ${making} template template0 encoding 'UTF8'`);
    const own = Object.assign(new URL(server), { pathname: `/${making}` }).href;
    const db = await openDatabase({ databaseUrl: own, log: quietLog });
    await migrate(db);
    await fill(db, own, size);
    await db.close();
    await admin.query(`alter database ${making} rename to ${name}`);
    console.log(
      `${whole(size.conversations)} conversations filled in ${whole((performance.now() - began) / 1000)} s`,
    );
  }
  await admin.end();
  return url;
}

type Measured = Map<string, number[]>;

/** A number from 0 on, the same in every run. */
function* numbers(): Generator<number> {
  for (let x = 7; ; x = (x * 48_271) % 2_147_483_647) yield x;
}

async function measure(server: TestServer, db: Database, size: Size): Promise<Measured> {
  const person = async (id: number) => ({
    id,
    email: `a${id}@x.cl`,
    headers: await issueCredentials(db, { id, email: `a${id}@x.cl` }, new Date()),
  });
  const [owner, agent] = [await person(OWNER), await person(AGENT)];
  const next = numbers();
  const any = () => `c${2 * (1 + ((next.next().value ?? 0) % (size.conversations / 2 - 1)))}`;
  const times: Measured = new Map();
  const of = async (what: string, work: (run: number) => Promise<unknown>, runs = RUNS) => {
    const taken: number[] = [];
    for (let run = -3; run < runs; run += 1) {
      const began = performance.now();
      await work(run);
      if (run >= 0) taken.push(performance.now() - began);
    }
    times.set(what, taken);
    console.error(`${what}: ${whole(median(taken))} ms`);
  };
  const ask = async (method: string, path: string, body?: unknown, as = owner) => {
    const answer = await server.call(method, path, { as, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const list = (filters: object, as = owner, page = 1) =>
    ask(
      'POST',
      '/svc/conversations/conversations/filter_conversation',
      { filters: { bot_id: LARGE, ...filters }, items: 30, page },
      as,
    );
  const search = (search_text: string, as = owner) =>
    ask(
      'POST',
      '/svc/conversations/conversations/by_lead_data',
      { bot_id: LARGE, search_text, items: 30 },
      as,
    );

  await of('counters', () =>
    ask('POST', '/svc/conversations/conversations/count_states_charla_live', { bot_id: LARGE }),
  );
  await of('counters, an agent', () =>
    ask('POST', '/svc/conversations/conversations/count_states_charla_live', { bot_id: LARGE }, agent),
  );
  await of('first page: taken', () => list({ state: 'taken' }));
  await of('first page: pending, longest wait first', () => list({ state: 'pending', order: 'waiting' }));
  await of('first page: closed', () => list({ state: 'closed' }));
  await of('first page: closed, an agent', () => list({ state: 'closed' }, agent));
  await of('first page: closed, one channel and area', () =>
    list({ state: 'closed', channel: 'whatsapp', category: 'ventas' }),
  );
  await of('first page: all states, without the archive', () => list({ archived: false }));
  await of('first page: closed, one tag', () => list({ state: 'closed', tags: ['vip'] }));
  await of('first page: closed, unread', () => list({ state: 'closed', unread_only: true }));
  await of('first page: of a week', () =>
    list({ state: 'closed', from: '2026-11-10T00:00:00.000Z', to: '2026-11-17T00:00:00.000Z' }),
  );
  await of('tags, areas, states', () =>
    ask('POST', `/svc/conversations/conversations/count_states/${LARGE}/${OWNER}`, {}),
  );
  await of('states of what carries a tag, or whose client does', () =>
    ask('POST', `/svc/conversations/conversations/count_states/${LARGE}/${OWNER}`, { tags_lead: ['vip'] }),
  );
  await of('the newest messages of all', () =>
    ask('GET', `/svc/conversations/session_logs?bot_id=${LARGE}&items=30`),
  );
  await of('the newest steps of all', () =>
    ask('GET', `/svc/conversations/sessions?bot_id=${LARGE}&items=30`),
  );
  const names = await db.query<{ name: string | null }>(sql`
    select name from leads where bot_id = ${LARGE} order by id limit ${RUNS + 3}`);
  await of('search: a name', (run) => search(names[run + 3]?.name ?? ''));
  await of('search: a phone', (run) => search(`+569${10_000_000 + 2 * (1_000 + run)}`));
  await of('search: a word of every conversation', () => search('hola'));
  await of('search: a word in few', () => search('cortaviento'));
  await of('search: words that nobody said', () => search('trasponte xilema'));
  await of('search: two letters', () => search('zu'));
  await of('opening: card and messages', async () => {
    const id = any();
    await ask('GET', `/svc/conversations/conversations/${id}`);
    await ask('GET', `/svc/conversations/session_logs/by_conversation_id/${id}`);
  });
  await of('supervision', () =>
    ask('POST', '/svc/conversations/conversations/supervision', { bot_id: LARGE }),
  );
  const [mine] = await db.query<{ id: string; agent_id: number | null }>(sql`
    select id, agent_id from conversations where bot_id = ${LARGE} and state = 'taken' and agent_id > ${OWNER} and channel = 'web' order by id limit 1`);
  const taker = await person(mine?.agent_id ?? AGENT);
  await of('a message', (run) =>
    ask(
      'POST',
      '/svc/conversations/session_logs',
      {
        conversation_id: mine?.id,
        text: 'Hola, ¿cómo está?',
        temporal_id: `g${process.pid}-${run}`,
      },
      taker,
    ),
  );
  await of('replay of 10,000 events', async () => {
    const [bot] = await db.query<{ head: number }>(
      sql`select log_head as head from bots where id = ${LARGE}`,
    );
    let after = (bot?.head ?? 0) - 10_000;
    for (let more = true; more; ) {
      const page = await db.snapshot((tx) => readPage(tx, OWNER, { botId: LARGE, after }));
      if ('reset' in page) throw new Error('reset');
      after = page.seq;
      more = page.more;
    }
  });
  return times;
}

async function serve(url: string, size: Size): Promise<Measured> {
  const db = await openDatabase({ databaseUrl: url, log: quietLog });
  await migrate(db);
  const server = await startTestServer({}, undefined, db);
  try {
    return await measure(server, db, size);
  } finally {
    await server.close();
  }
}

async function serverUrl(atEnd: AtEnd): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const postgres = await startPostgres();
  atEnd(() => postgres.stop());
  return postgres.url;
}

await bounded(LIMIT, async (atEnd) => {
  const url = await serverUrl(atEnd);
  const measured: Measured[] = [];
  for (const size of SIZES) measured.push(await serve(await databaseOf(url, size), size));
  const [small, large] = measured;
  const p95 = (times: number[] | undefined) => percentile(times ?? [], 0.95);
  const rows = [...(small?.keys() ?? [])].map((what) => {
    const [few, many] = [small?.get(what) ?? [], large?.get(what) ?? []];
    return [
      what,
      `${whole(median(few))} / ${whole(p95(few))}`,
      `${whole(median(many))} / ${whole(p95(many))}`,
      `${(p95(many) / p95(few)).toFixed(1)}×`,
    ];
  });
  const [few, many] = SIZES.map(({ conversations }) => whole(conversations));
  printTable(['half of all conversations are this bot’s', `${few}: p50 / p95 ms`, `${many}`, 'p95'], rows);
});
