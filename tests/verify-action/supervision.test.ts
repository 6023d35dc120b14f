/**
 * What a supervisor sees is what happened: a base folded with the events after it equals a fresh base and a count by
 * hand over the tables; and every counter is the sum of the moves that its explanation lists.
 * VERIFY_SEED=… repeats a walk.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { CHANNELS, CONVERSATION_STATES } from '../../contract/states.ts';
import { movesOf } from '../../machines/inbox/counter-moves.ts';
import {
  applySupervision,
  median,
  queueOf,
  type SupervisionState,
  startSupervision,
} from '../../machines/inbox/supervision.ts';
import { changeState } from '../../server/inbox/commands/change-state.ts';
import { sendMessage } from '../../server/inbox/commands/send-message.ts';
import { listCounterMoves } from '../../server/inbox/queries/counter-moves.ts';
import { countStates } from '../../server/inbox/queries/counters.ts';
import { readSupervision } from '../../server/inbox/queries/supervision.ts';
import { testWorld, type World } from '../../server/inbox/testing.ts';
import { type Database, sql } from '../../server/platform/database/database.ts';
import { testDatabase } from '../../server/platform/database/testing.ts';
import type { BotSession } from '../../server/platform/http/session.ts';
import { seeded, startWalk, type Walk } from './random-walk.ts';
import { liveFrames } from './viewer-inbox.ts';

const SEED = Number(process.env['VERIFY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const STEPS = 500;
const DAY = 24 * 60 * 60 * 1000;

let db: Database;
let world: World;
let walk: Walk;
beforeAll(async () => {
  db = await testDatabase();
  world = await testWorld(db);
  walk = await startWalk(world, seeded(SEED));
});
afterAll(async () => {
  await world.close();
  await db.close();
});

const fresh = async (by: BotSession) =>
  startSupervision(
    by.link.bot_id,
    await readSupervision(db, by.user.id, by.link.bot_id, world.app.clock.now()),
    LIMITS.supervisionQueue,
  );
const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
/** In a form that compares: presence is not part of the log, and somebody with nothing may be listed or not. */
const shown = (state: SupervisionState) => ({
  queue: queueOf(state).map((card) => ({ ...card, isUserOnline: false })),
  load: [...state.load].filter(([, { taken, inactive }]) => taken + inactive > 0).sort(([a], [b]) => a - b),
  answers: [...state.answers]
    .filter(([, { near, late }]) => near + late !== 0)
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0)),
  spells: [...state.spells].sort(([a], [b]) => (a < b ? -1 : 1)),
  waits: ascending(state.waits),
  firstResponses: ascending(state.firstResponses),
  day: state.day,
});

/** The same figures the slow way: each conversation's life, step by step, from its rows. */
async function byHand(botId: number, day: { from: string; to: string }) {
  type Step = { id: string; conversation_id: string; at: string; from: string | null; to: string | null };
  const steps = await db.query<Step>(sql`
    select id, conversation_id, at, from_state as from, to_state as to from transitions where bot_id = ${botId}
    union all
    select id, conversation_id, created_at, null, null from messages
    where bot_id = ${botId} and sender = 'agent' and not note
    order by at, id`);
  const open = new Map<string, { since: number; waits: boolean }>();
  const waits: number[] = [];
  const firstResponses: number[] = [];
  const people = ['pending', 'taken'];
  for (const { conversation_id, at, from, to } of steps) {
    const now = Date.parse(at);
    const today = at >= day.from && at < day.to;
    const spell = open.get(conversation_id);
    if (to === null) {
      if (spell && today) firstResponses.push(now - spell.since);
      open.delete(conversation_id);
    } else if (!people.includes(to)) open.delete(conversation_id);
    else if (from !== null && !people.includes(from))
      open.set(conversation_id, { since: now, waits: to === 'pending' });
    else if (to === 'taken' && spell?.waits) {
      if (today) waits.push(now - spell.since);
      spell.waits = false;
    }
  }
  return { waits: ascending(waits), firstResponses: ascending(firstResponses) };
}

test('base and events equal a fresh base and a count by hand, whatever happened', {
  timeout: 300_000,
}, async () => {
  console.info(`Supervision walk: VERIFY_SEED=${SEED}`);
  const watching = await Promise.all(
    walk.onlookers
      .filter(({ by }) => by.viewer.base === 'administrador')
      .map(async ({ by }) => ({ by, state: await fresh(by) })),
  );
  // The most of a day: a walk of hours may pass a midnight, at which the figures begin again.
  const most = { answered: 0, taken: 0 };
  for (let done = 0; done < STEPS; ) {
    if (!(await walk.step())) continue;
    done += 1;
    if (done % 50 !== 0) continue;
    for (const one of watching) {
      for (const frame of await liveFrames(world.app, one.by, one.state.seq))
        applySupervision(one.state, frame);
      const again = await fresh(one.by);
      if (one.state.worn) one.state = again;
      const where = `${one.by.user.name} after ${done} commands, seed ${SEED}`;
      expect(shown(one.state), where).toEqual(shown(again));
      const { waits, firstResponses } = shown(again);
      expect({ waits, firstResponses }, where).toEqual(await byHand(one.by.link.bot_id, again.day));
    }
    const sumOf = (list: 'waits' | 'firstResponses') =>
      watching.reduce((sum, { state }) => sum + state[list].length, 0);
    most.answered = Math.max(most.answered, sumOf('firstResponses'));
    most.taken = Math.max(most.taken, sumOf('waits'));
  }
  // A walk in which nobody waited proves nothing.
  expect(Math.min(most.answered, most.taken)).toBeGreaterThan(3);

  const { by } = watching[0] as { by: BotSession };
  const [sqlMedian] = await db.query<{ median: number | null }>(sql`
    select percentile_cont(0.5) within group (order by v) as median
    from unnest(${(await fresh(by)).firstResponses}::int[]) v`);
  expect(median((await fresh(by)).firstResponses)).toBe(sqlMedian?.median ?? null);
});

test('the moves of a figure add up to it, for every viewer', { timeout: 300_000 }, async () => {
  for (const { by, name } of walk.onlookers) {
    const botId = by.link.bot_id;
    const { matrix, seq } = await countStates(db, by.user.id, botId);
    const before = Math.floor(seq / 2);
    const frames = await liveFrames(world.app, by, before);
    for (const state of [...CONVERSATION_STATES, 'overdue'] as const) {
      for (const channel of [null, ...CHANNELS]) {
        const figure = { state, channel };
        const local = movesOf(by.viewer, frames, figure);
        const listed = [];
        for (let below = seq + 1; below > before + 1; ) {
          const page = await listCounterMoves(db, by.user.id, {
            bot_id: botId,
            ...figure,
            before: below,
            items: 7,
          });
          listed.push(...page.moves.filter((move) => move.seq > before));
          below = page.floor;
        }
        // Names follow what is seen now; all else is the same.
        const bare = (moves: typeof local) => moves.map(({ lead_name: _, actor: __, ...move }) => move);
        expect(bare(listed), `${name} ${state}/${channel}`).toEqual(bare(local));
      }
    }
    const conversations = await db.query<{ state: string }>(sql`
      select state from conversations where bot_id = ${botId} and id not in (
        select conversation_id from events where bot_id = ${botId} and conversation_id is not null)`);
    if (by.viewer.base !== 'administrador') continue;
    for (const state of CONVERSATION_STATES) {
      const all = await listCounterMoves(db, by.user.id, {
        bot_id: botId,
        state,
        channel: null,
        items: 100_000,
      });
      expect(all.floor).toBe(0);
      const sum = all.moves.reduce((total, { delta }) => total + delta, 0);
      const figure = CHANNELS.reduce((total, channel) => total + matrix[state][channel], 0);
      // Rows that the walk laid down without events were moved by their first event, from where they lay.
      const laid = all.moves.length === 0 ? figure : await laidDown(botId, state);
      expect(laid + sum, `${name} ${state}, ${conversations.length} untouched`).toBe(figure);
    }
  }
});

/** How many conversations lay in a state before the first event told of them. */
async function laidDown(botId: number, state: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select (
      select count(*) from (
        select distinct on (conversation_id) seen_before->>0 as state from events
        where bot_id = ${botId} and conversation_id is not null order by conversation_id, seq
      ) first where first.state = ${state}
    )::int + (
      select count(*) from conversations c where c.bot_id = ${botId} and c.state = ${state}
        and not exists (select 1 from events e where e.bot_id = ${botId} and e.conversation_id = c.id)
    )::int as count`);
  return row?.count ?? 0;
}

test('yesterday is not today: at midnight the figures begin again', async () => {
  const { by } = walk.onlookers.find((one) => one.by.viewer.base === 'administrador') as { by: BotSession };
  const state = await fresh(by);
  // To the middle of a later day: no other midnight is near.
  world.pass(Date.parse(state.day.to) + DAY / 2 - world.app.clock.now().getTime());
  const { id, who } = await world.conversation(by.link.bot_id);
  await world.write(who, '', { button: 'persona', text: undefined });
  world.pass(90_000);
  await changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
  world.pass(30_000);
  await sendMessage(world.app, by, { conversation_id: id, text: 'Hola', temporal_id: world.app.ids() });
  for (const frame of await liveFrames(world.app, by, state.seq)) applySupervision(state, frame);
  expect(state.worn).toBe(true);
  const today = await fresh(by);
  expect({ waits: today.waits, firstResponses: today.firstResponses }).toEqual({
    waits: [90_000],
    firstResponses: [120_000],
  });
});

test('agents are refused: it is about everybody', async () => {
  const { by } = walk.onlookers.find((one) => one.by.viewer.base === 'agente') as { by: BotSession };
  await expect(fresh(by)).rejects.toMatchObject({ code: 'rule' });
});
