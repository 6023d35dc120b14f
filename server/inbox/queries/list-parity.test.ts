/**
 * The client's filters are the server's: the same query over the same conversations, once through the fold's lists
 * and once through SQL, gives the same conversations in the same order; whole, and page by page below a key.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_LEVELS } from '../../../contract/entities/answer-deadlines.ts';
import { AREAS, CHANNELS, CONVERSATION_PRIORITIES, CONVERSATION_STATES } from '../../../contract/states.ts';
import { startInbox } from '../../../machines/inbox/fold.ts';
import type { ListQuery } from '../../../machines/inbox/inbox-state.ts';
import { filtersOf, listView, sortKey } from '../../../machines/inbox/lists.ts';
import { mergeListPage } from '../../../machines/inbox/pages.ts';
import { join, json, sql } from '../../platform/database/database.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { testWorld, type World } from '../testing.ts';
import { visibleTo } from '../viewer.ts';
import { countStates } from './counters.ts';
import { conditions, listConversations } from './list.ts';
import { walkedPage, worthWalking } from './walked-page.ts';

const BOT = 64;
/** Few moments, so that several conversations share one and the ids decide. */
const moment = (n: number) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString();
const TAGS = ['vip', 'mora', 'ñandú 100%', 'con "comillas"', 'nul\u0000o', '\\'];

let world: World;
let viewers: BotSession[];
beforeAll(async () => {
  world = await testWorld();
  await world.addBot(BOT);
  const [olga, ana, bruno] = [
    await world.addUser('Olga'),
    await world.addUser('Ana'),
    await world.addUser('Bruno'),
  ];
  viewers = [
    await world.link(olga, BOT, 'propietario'),
    await world.link(ana, BOT, 'agente', ['ventas', 'general']),
    await world.link(bruno, BOT, 'agente'),
  ];
});
afterAll(() => world.close());

const facts = fc.record({
  state: fc.constantFrom(...CONVERSATION_STATES),
  channel: fc.constantFrom(...CHANNELS),
  category: fc.constantFrom(...AREAS, null),
  agent: fc.constantFrom(0, 1, 2, null),
  tags: fc.subarray(TAGS.filter((tag) => !tag.includes('\u0000'))),
  priority: fc.constantFrom(...CONVERSATION_PRIORITIES, null, null),
  unread: fc.boolean(),
  pending: fc.constantFrom(0, 0, 3),
  snoozed: fc.boolean(),
  last: fc.nat(4),
  waiting: fc.option(fc.nat(4)),
  followers: fc.subarray([0, 1, 2]),
  mentioned: fc.subarray([0, 1, 2]),
  unseen: fc.boolean(),
  level: fc.constantFrom(...ANSWER_LEVELS, null),
});
/** Mostly unfiltered: of many filters at once nothing is left to compare. */
const rarely = <T, N>(value: fc.Arbitrary<T>, otherwise: N): fc.Arbitrary<T | N> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
/** A state's list, or what somebody has in hand, follows, is named in. */
const LISTS = [...CONVERSATION_STATES, 'held', 'followed', 'mentioned', 'overdue'] as const;
const query = fc.record({
  state: fc.constantFrom(...LISTS),
  channel: rarely(fc.constantFrom(...CHANNELS), null),
  agent: rarely(fc.constantFrom(0, 1, 2), null),
  category: rarely(fc.constantFrom(...AREAS), null),
  unread: rarely(fc.constant(true as const), undefined),
  snoozed: rarely(fc.boolean(), undefined),
  priority: rarely(fc.constantFrom(...CONVERSATION_PRIORITIES), undefined),
  answer: rarely(fc.constantFrom(...ANSWER_LEVELS), undefined),
  tags: rarely(fc.subarray(TAGS, { minLength: 1 }), undefined),
  from: rarely(fc.nat(4), undefined),
  to: rarely(fc.nat(4), undefined),
  order: fc.constantFrom(undefined, 'recent' as const, 'waiting' as const, 'due' as const),
});

test('INB-18 a filtered list of the client is the server’s, for every viewer', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { minLength: 10, maxLength: 60, size: 'max' }),
      fc.array(query, { minLength: 6, maxLength: 12 }),
      fc.integer({ min: 1, max: 7 }),
      async (rows, wanted, items) => {
        await fill(rows);
        for (const by of viewers) {
          const { user } = by;
          const base = await countStates(world.app.db, user.id, BOT);
          const whole = startInbox({ bot_id: BOT, ...base });
          for (const state of LISTS) {
            const wide: ListQuery = { state, channel: null, agent_id: null, category: null };
            const page = await listConversations(world.app.db, user.id, filtersOf(BOT, wide), { items: 100 });
            mergeListPage(whole, wide, { conversations: page.conversations, items: 100 }, { since: [] });
          }
          const own = { channel: null, agent_id: user.id, category: null };
          expect(base).toMatchObject({
            following: listView(whole, { state: 'followed', ...own }).cards.length,
            mentions: listView(whole, { state: 'mentioned', unread: true, ...own }).cards.length,
            overdue: listView(whole, { ...own, state: 'overdue', agent_id: null }).cards.length,
          });
          for (const { agent, from, to, unread, snoozed, priority, answer, tags, order, ...rest } of wanted) {
            const narrow: ListQuery = {
              ...rest,
              agent_id: agent === null ? null : (viewers[agent]?.user.id ?? 0),
              ...(unread ? { unread } : {}),
              ...(snoozed === undefined ? {} : { snoozed }),
              ...(priority === undefined ? {} : { priority }),
              ...(answer === undefined ? {} : { answer }),
              ...(tags === undefined ? {} : { tags }),
              ...(from === undefined ? {} : { from: moment(from) }),
              ...(to === undefined ? {} : { to: moment(to) }),
              ...(order === undefined ? {} : { order }),
            };
            const answered = await listConversations(world.app.db, user.id, filtersOf(BOT, narrow), {
              items: 100,
            });
            const expected = answered.conversations.map(({ id }) => id);
            // The hub knows the states whole, and judges by the cards.
            const known = listView(whole, narrow);
            expect(known).toMatchObject({ known: true, more: false });
            expect(known.cards.map(({ id }) => id)).toEqual(expected);
            expect(answered.total).toBe(expected.length);
            // The hub knows nothing, and asks page by page.
            const paged = startInbox({ bot_id: BOT, ...base });
            for (;;) {
              const floor = paged.windows.size > 0 ? [...paged.windows.values()][0]?.floor : undefined;
              if (floor === null) break;
              const page = await listConversations(world.app.db, user.id, filtersOf(BOT, narrow, floor), {
                items,
              });
              mergeListPage(
                paged,
                narrow,
                { conversations: page.conversations, items },
                { since: [], ...(floor ? { after: sortKey(floor) } : {}) },
              );
            }
            expect(listView(paged, narrow).cards.map(({ id }) => id)).toEqual(expected);
            compared += expected.length;
          }
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(compared).toBeGreaterThan(100);
}, 240_000);

test('INB-18 a page of what carries a tag is the same, met on the way down the list or put in order', async () => {
  let [compared, ended] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { minLength: 20, maxLength: 60, size: 'max' }),
      fc.constantFrom(...TAGS),
      rarely(fc.constantFrom(...CONVERSATION_STATES), undefined),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(10, 60),
      async (rows, tag, state, items, walked) => {
        await fill(rows);
        const { db } = world.app;
        for (const { user } of viewers) {
          const filters = { bot_id: BOT, tags: [tag], ...(state && { state }) };
          const whole = await listConversations(db, user.id, filters, { items: 100 });
          const seen = join([visibleTo(whole.viewer), ...conditions(filters)], ' and ');
          for (let after = 0; ; after += items) {
            const page = { seen, below: sql`true`, items, after };
            const met = await db.snapshot((tx) => walkedPage(tx, filters, page, walked));
            if (met === null) {
              // All that there is was gone through and a page is not full; or the walk ended before it was.
              if (walked === 60) expect(whole.total).toBeLessThan(after + items);
              ended += 1;
              break;
            }
            expect(met).toEqual(whole.conversations.slice(after, after + items).map(({ id }) => id));
            compared += met.length;
          }
        }
      },
    ),
    { numRuns: 25 },
  );
  expect(compared).toBeGreaterThan(100);
  expect(ended).toBeGreaterThan(0);
}, 240_000);

test('INB-53 a list is gone through where the tag is common and the list long', async () => {
  const { db } = world.app;
  const worth = async (kept: number, total: number, wanted = 30) =>
    db.transaction(async (tx) => {
      await tx.query(sql`delete from conversation_counts`);
      await tx.query(sql`delete from conversation_count_changes`);
      await tx.query(sql`
        insert into conversation_count_changes (bot_id, tag, state, channel, category, agent_id, count)
        values (${BOT}, null, 'closed', 'web', null, null, ${total}), (${BOT}, null, 'taken', 'web', null, null, 900000)`);
      return worthWalking(tx, { bot_id: BOT, state: 'closed' }, { wanted, kept });
    });
  expect(await worth(5_000, 500_000)).toBe(true);
  // Rarer, or further down: more would be gone through than there is to put in order.
  expect(await worth(3_000, 500_000)).toBe(false);
  expect(await worth(5_000, 500_000, 90)).toBe(false);
  // Shorter: the engine would read all of it.
  expect(await worth(5_000, 50_000)).toBe(false);
  // Few are put in order at once.
  expect(await worth(1_900, 60_000)).toBe(false);
});

async function fill(rows: (typeof facts extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> {
  const { db } = world.app;
  await db.query(sql`delete from conversations`);
  await db.query(sql`insert into leads (id, bot_id) values ('lead', ${BOT}) on conflict do nothing`);
  const ids = (places: number[]) => places.map((place) => viewers[place]?.user.id ?? 0);
  const records = rows.map(
    ({ agent, last, waiting, followers, mentioned, unseen, level, ...row }, place) => ({
      ...row,
      id: `c${String((place * 37) % 64).padStart(2, '0')}`,
      agent_id: agent === null ? null : viewers[agent]?.user.id,
      followers: ids(followers),
      mentioned: ids(mentioned),
      unseen: unseen ? ids(mentioned) : [],
      level,
      last: moment(last),
      waiting: waiting === null ? null : moment(waiting),
    }),
  );
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, lead_name, tags, priority, unread,
      pending_messages_count, snoozed_until, last_message_date, waiting_since, followers, mentioned, mention_unseen,
      answer_kind, answer_warn_at, answer_due_at, answer_level)
    select r.id, ${BOT}, 'lead', r.state, r.channel, r.category, r.agent_id, 'Cliente', r.tags, r.priority, r.unread, r.pending,
      case when r.snoozed then ${moment(30)}::timestamptz end, r.last, r.waiting,
      r.followers, r.mentioned, r.unseen, case when r.level is not null then 'first' end,
      case when r.level is not null then r.last end, case when r.level is not null then r.last end, r.level
    from jsonb_to_recordset(${json(records)}) as r(id text, state text, channel text, category text, agent_id int,
      tags jsonb, priority text, unread boolean, pending int, snoozed boolean, last timestamptz, waiting timestamptz,
      followers int[], mentioned int[], unseen int[], level text)`);
}
