import { afterAll, beforeAll, expect, it } from 'vitest';
import { BotModel, modelFaults } from '../assistant/engine/bot-model.ts';
import { readCatalogue } from '../crm/filter-catalogue.ts';
import { metricsOf } from '../metrics/figures.ts';
import { keepFacts } from '../metrics/keep-facts.ts';
import { partsOf } from '../metrics/parts.ts';
import { wantedOf } from '../metrics/wanted.ts';
import type { App } from '../platform/app.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { demoDatabase } from './testing.ts';
import { writeDemo } from './write-demo.ts';

let app: App;
let db: Database;
let close: () => Promise<void>;
const now = new Date('2026-11-21T15:00:00.000Z');
beforeAll(async () => {
  ({ app, db, close } = await demoDatabase(now));
});
afterAll(() => close());

it('gives bot 64 a shop’s history: at least 400 conversations in every state and channel, 250 leads, 60 days', async () => {
  const [row] = await db.query<{
    conversations: number;
    states: number;
    channels: number;
    leads: number;
    future: number;
    days: number;
  }>(sql`
    select count(*) as conversations, count(distinct state) as states, count(distinct channel) as channels,
      count(distinct lead_id) as leads, count(*) filter (where created_at > ${now}) as future,
      extract(day from ${now}::timestamptz - min(created_at))::int as days
    from conversations where bot_id = 64`);
  expect(row?.conversations).toBeGreaterThanOrEqual(400);
  expect(row).toMatchObject({ states: 6, channels: 4, future: 0 });
  expect(row?.leads).toBeGreaterThanOrEqual(250);
  expect(row?.days).toBeGreaterThanOrEqual(50);
});

it('knows no client later than their first conversation', async () => {
  const late = await db.query(sql`
    select l.id from leads l join conversations c on c.lead_id = l.id where c.created_at < l.created_at`);
  expect(late).toEqual([]);
});

it('has a WhatsApp conversation whose 24 h window is over, and templates to write with', async () => {
  const [row] = await db.query<{ id: string }>(sql`
    select id from conversations where bot_id = 64 and channel = 'whatsapp' and state = 'inactive'
      and last_customer_message_at < ${now}::timestamptz - interval '24 hours'`);
  expect(row).toBeDefined();
  const [templates] = await db.query<{ n: number }>(sql`
    select count(*) as n from message_templates where bot_id = 64 and status = 'APPROVED'`);
  expect(templates?.n).toBeGreaterThan(0);
});

it('says by the filter catalogue what talks and clients are about, so that every item of bot 64 finds somebody', async () => {
  const tags = await db.query<{ tag: string }>(sql`
    select distinct tag from (
      select jsonb_array_elements_text(tags) as tag from conversations where bot_id = 64
      union select i.name from leads l join filter_catalogue_items i on i.bot_id = l.bot_id
        and i.kind = 'ciudad' and i.formatted = l.city where l.bot_id = 64
    ) all_tags`);
  const found = new Set(tags.map(({ tag }) => tag));
  const { area: _, ...lists } = await readCatalogue(db, 64);
  const names = Object.values(lists).flatMap((items) => items.map(({ name }) => name));
  expect(names.filter((name) => !found.has(name))).toEqual([]);
});

it('leaves rows that agree with each other, as the commands would have', async () => {
  const wrong = await db.query(sql`
    select c.id from conversations c
    where c.message_count <> (select count(*) from messages m where m.conversation_id = c.id)
      or c.message_count <> (select max(position) from messages m where m.conversation_id = c.id)
      or (c.state in ('active', 'pending') and c.agent_id is not null)
      or (c.state = 'taken' and c.agent_id is null)
      or c.notes_count <> (select count(*) from messages m where m.conversation_id = c.id and note)
      or c.state <> (select to_state from transitions t where t.conversation_id = c.id order by at desc, id desc limit 1)`);
  expect(wrong).toEqual([]);
  const late = await db.query(sql`select id from messages where created_at > ${now}`);
  expect(late).toEqual([]);
});

it('gives every bot a sound model', async () => {
  const rows = await db.query<{ model: unknown }>(sql`select model from bot_models`);
  expect(rows).toHaveLength(7);
  for (const { model } of rows) expect(modelFaults(BotModel.parse(model))).toEqual([]);
});

it('has published the first version of every bot, as its owner would have', async () => {
  const rows = await db.query(sql`
    select v.bot_id, v.version, v.published_by_name from bot_versions v
    join bot_models m on m.bot_id = v.bot_id and m.version = v.version and m.model = v.model
    join bots b on b.id = v.bot_id and b.has_skill_base and b.owner_id = v.published_by
    join audits a on a.bot_id = v.bot_id and a.auditable_type = 'bot version' and a.user_id = v.published_by
    where v.version = 1`);
  expect(rows).toHaveLength(7);
});

it('MT-4 the 60 days of the demo give the same figures as ever', async () => {
  expect(await keepFacts(app, 64, Number.POSITIVE_INFINITY)).toBe(true);
  const filters = { bot_id: 64, from: '2026-09-22', to: '2026-11-22' };
  const viewer = { user_id: 1, base: 'administrador', areas: [] } as const;
  const wanted = wantedOf({ ...viewer, areas: [] }, filters, 'America/Santiago', now);
  const exact = (value: number | null | undefined) =>
    value === null || value === undefined ? '-' : String(Math.round(value * 1e6) / 1e6);
  const lines = (await metricsOf(db, wanted, 'week')).map(
    ({ key, unit, n, value, median, p90, mean, previous, series }) =>
      [
        `${key} (${unit}): ${n} rows, value ${exact(value)}`,
        `  median ${exact(median)}, p90 ${exact(p90)}, mean ${exact(mean)}, before ${previous.n} rows`,
        ...series.map((one) => `  ${one.from} ${one.n} ${exact(one.value)}`),
      ].join('\n'),
  );
  // What the bot had, by subject and interaction.
  for (const key of ['contained', 'handed_over', 'unanswered'] as const) {
    const { parts } = await partsOf(db, wanted, key);
    const told = parts.filter(({ by }) => by === 'subject' || by === 'node');
    lines.push(
      [`${key} by`, ...told.map(({ by, name, n, value }) => `  ${by} ${name}: ${n}, ${exact(value)}`)].join(
        '\n',
      ),
    );
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('figures-of-the-demo.txt');
});

it('counts new ids on behind the demo’s', async () => {
  const [row] = await db.query<{ id: number }>(sql`
    insert into users (name, email, password_hash) values ('x', 'x@x.cl', '') returning id`);
  expect(row?.id).toBeGreaterThan(1000);
});

it('is written by the domains: what all refer to first, then each in its order; files once it is committed', async () => {
  const told: string[] = [];
  const part = (name: string) => ({
    name,
    demo: {
      found: async () => void told.push(`${name} founds`),
      fill: async () => {
        told.push(`${name} fills`);
        return async () => void told.push(`${name} keeps`);
      },
    },
  });
  const later = await db.transaction((tx) =>
    writeDemo(tx, [part('below'), { name: 'without' }, part('above')], {
      now,
      ids: () => 'id',
      slug: 'charla',
    }),
  );
  expect(told).toEqual(['below founds', 'above founds', 'below fills', 'above fills']);
  for (const keep of later) await keep();
  expect(told.slice(4)).toEqual(['below keeps', 'above keeps']);
});
