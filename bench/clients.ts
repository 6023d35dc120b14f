/**
 * `npm run bench:clients`: pages of a list of 100,000 clients on an embedded database, as `GET /leads` reads them (count
 * and page in one snapshot), next to the plain statement for the first page alone. The target: 100 ms at p95.
 */
import type { LeadFilter } from '../contract/entities/lead-filter.ts';
import { type ListWanted, listLeads } from '../server/clients/list-leads.ts';
import { type Database, openDatabase, sql } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { quietLog } from '../server/platform/database/testing.ts';
import { bounded } from './support/bounded.ts';
import { median, percentile, printTable, whole } from './support/figures.ts';

const CLIENTS = 100_000;
const TALKS = 60_000;
const RUNS = 20;
const BOT = 64;

async function fill(db: Database): Promise<void> {
  await db.query(sql`insert into bots (id, bot_name, token) values (${BOT}, 'Tienda', 'token')`);
  for (let from = 1; from <= CLIENTS; from += 10_000) {
    await db.query(sql`
      insert into leads (id, bot_id, name, email, phone, rut, city, tags, created_at)
      select 'l' || n, ${BOT}, 'Cliente número ' || n, 'c' || n || '@correo.test', '+569' || (10000000 + n),
        n || '-1', case when n % 3 = 0 then 'Ñuñoa' else 'Temuco' end,
        case when n % 10 = 0 then '["vip"]'::jsonb else '[]'::jsonb end,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(${from}::int, ${from + 9_999}::int) n`);
  }
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, lead_name, last_message_date)
    select 'c' || n, ${BOT}, 'l' || n, 'closed', 'web', 'x', timestamptz '2026-06-01' + n * interval '1 minute'
    from generate_series(1, ${TALKS}::int) n`);
  await db.query(sql`analyze`);
}

const tagged: LeadFilter = { all: [{ field: 'tags', op: 'in', value: ['vip'] }] };
const mixed: LeadFilter = {
  all: [
    { field: 'city', op: 'eq', value: 'nunoa' },
    {
      any: [
        { field: 'channel', op: 'in', value: ['web'] },
        { field: 'tags', op: 'in', value: ['vip'] },
      ],
    },
  ],
};
const active: LeadFilter = {
  all: [
    { field: 'last_activity', op: 'before', value: '2026-06-20' },
    { field: 'conversations', op: 'gt', value: 0 },
  ],
};
const often: LeadFilter = { all: [{ field: 'conversations', op: 'gt', value: 1 }] };
const agent = { user_id: 2, base: 'agente' as const, areas: ['ventas' as const] };
const WAYS: Record<string, Partial<ListWanted>> = {
  'first page': {},
  'last page': { page: 2000 },
  'by name': { sort: 'name' },
  'by name from the end': { sort: '-name' },
  'by name, last page': { sort: 'name', page: 2000 },
  'by city from the end': { sort: '-city' },
  'by last activity': { sort: '-last_activity' },
  'by last activity, an agent': { sort: '-last_activity', viewer: agent },
  'by last activity, in the middle': { sort: '-last_activity', page: 600 },
  'by last activity, last page': { sort: '-last_activity', page: 2000 },
  'by conversations': { sort: '-conversations' },
  'search a name': { search: 'numero 4321' },
  'search what all have': { search: 'cliente' },
  'search two letters': { search: 'cl' },
  'search a phone': { search: '9 1004 3210' },
  'search a RUT': { search: '43.210-1' },
  'last activity and conversations': { filter: active },
  'more than one conversation': { filter: often },
  'one tag': { filter: tagged },
  'city and (channel or tag)': { filter: mixed },
};

async function measure(work: () => Promise<unknown>): Promise<string[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return [whole(median(times)), whole(percentile(times, 0.95))];
}

await bounded(300_000, async (atEnd) => {
  const db = await openDatabase({ inMemory: true, log: quietLog });
  atEnd(() => db.close());
  await migrate(db);
  await fill(db);
  const place = {
    botId: BOT,
    viewer: { user_id: 1, base: 'administrador' as const, areas: [] },
    now: new Date(),
    items: 50,
  };
  const rows = [
    [
      'plain: newest 50',
      ...(await measure(() =>
        db.query(sql`select * from leads where bot_id = ${BOT} order by created_at desc, id desc limit 50`),
      )),
    ],
  ];
  for (const [name, way] of Object.entries(WAYS))
    rows.push([name, ...(await measure(() => listLeads(db, { ...place, ...way })))]);
  console.log(`${whole(CLIENTS)} clients, ${whole(TALKS)} conversations, ms of ${RUNS} runs each`);
  printTable(['page', 'median', 'p95'], rows);
});
