/**
 * Random lives: conversations move, frames are lost, doubled and reordered, connections break, workers die, pages cross
 * with events. Whatever happened: when the wire is good again, what the tab shows is what a fresh load answers.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateTotals } from '../../contract/entities/counters.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import type { ConversationCommand } from '../../machines/conversation/commands.ts';
import { slowSocket } from '../../tests/support/hub/slow-socket.ts';
import { ADMIN, ANA, BOT, BRUNO, type HandTab, query, World } from '../../tests/support/hub/world.ts';
import type { Topic } from './surface/topics.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
const STATES = ['active', 'pending', 'taken'] as const;
const counters: Topic = { kind: 'counters', botId: BOT };
const list = (state: (typeof STATES)[number]): Topic => ({ kind: 'list', botId: BOT, query: query(state) });
const messages = (conversationId: string): Topic => ({ kind: 'messages', botId: BOT, conversationId });

const COMMANDS: ConversationCommand[] = [
  { type: 'handoff' },
  { type: 'take', agent_id: ANA.user_id },
  { type: 'take', agent_id: BRUNO },
  { type: 'derive', agent_id: ANA.user_id },
  { type: 'derive', agent_id: BRUNO },
  { type: 'release' },
  { type: 'mark_inactive' },
  { type: 'close' },
  { type: 'reopen', agent_id: ANA.user_id },
  { type: 'customer_wrote', agent_connected: true },
];
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('new' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('command' as const),
      at: fc.nat(9),
      command: fc.nat(COMMANDS.length - 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('team' as const),
      at: fc.nat(9),
      area: fc.constantFrom('ventas' as const, 'soporte' as const),
      agent: fc.constantFrom(ANA.user_id, BRUNO, null),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('push' as const), wire: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(10, 60, 1_200, 70_000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('show' as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('slow-pages' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What a bad wire does to a burst. */
const WIRES: ((frames: LoggedFrame[]) => LoggedFrame[])[] = [
  (frames) => frames,
  (frames) => frames,
  () => [],
  (frames) => frames.slice(1),
  (frames) => [...frames, ...frames],
  (frames) => frames.toReversed(),
];

/** @param slow its first socket opens after so many steps, or when its line is cut or its worker dies */
async function live(viewer: Viewer, slow: number, steps: Step[]): Promise<void> {
  const world = new World();
  let open: (() => void) | null = slow > 0 ? slowSocket(world) : null;
  const session = world.session(viewer);
  const ids = () => [...world.server.rows.rows.keys()];
  const tab = await world.openTab(session);
  for (const topic of [counters, ...STATES.map(list)]) tab.show(topic);
  const shown = new Set<string>();
  let openPages: (() => void) | null = null;

  for (const [at, each] of steps.entries()) {
    if (at >= slow || each.do === 'cut' || each.do === 'die') {
      open?.();
      open = null;
      await world.moment(2);
    }
    const id = 'at' in each ? ids()[each.at % Math.max(1, ids().length)] : undefined;
    switch (each.do) {
      case 'new':
        world.server.rows.tick(7);
        world.server.rows.newConversation('web', null);
        break;
      case 'command': {
        const command = COMMANDS[each.command];
        if (id && command) world.server.rows.command(id, command);
        break;
      }
      case 'team':
        if (id) world.server.rows.giveToTeam(id, each.area, each.agent);
        break;
      case 'push':
        world.server.carry = WIRES[each.wire] ?? ((frames) => frames);
        world.server.push();
        break;
      case 'pass':
        await world.moment(20);
        world.clock.pass(each.ms);
        break;
      case 'show':
        if (id) {
          shown.add(id);
          tab.show(messages(id));
        }
        break;
      case 'cut':
        world.server.cut();
        break;
      case 'die':
        world.respawn();
        await world.attach(tab, session, world.hub);
        break;
      case 'slow-pages':
        if (openPages) openPages();
        openPages = openPages ? null : world.server.gate('list');
    }
    await world.moment(10);
  }

  open?.();
  openPages?.();
  world.server.carry = (frames) => frames;
  await converged(world, tab, viewer, shown);
  // And from the disk alone, offline: the same.
  await world.moment(400);
  world.respawn();
  world.server.up = false;
  const again = await world.openTab(session);
  again.show(counters);
  await world.until(() => again.value(counters) !== undefined, 'painted offline');
  expect(figures(again)).toEqual(stateTotals(world.server.rows.matrix(viewer)));
}

const figures = (tab: HandTab) => (tab.value(counters) as { byState: unknown } | undefined)?.byState;

async function converged(world: World, tab: HandTab, viewer: Viewer, shown: Set<string>): Promise<void> {
  const { rows } = world.server;
  const state = () => ({
    counters: figures(tab),
    lists: STATES.map((name) =>
      ((tab.value(list(name)) as { cards: { id: string }[] } | undefined)?.cards ?? []).map(({ id }) => id),
    ),
    messages: [...shown].map((id) =>
      ((tab.value(messages(id)) as { messages: { _id: string }[] } | undefined)?.messages ?? []).map(
        ({ _id }) => _id,
      ),
    ),
  });
  const wanted = {
    counters: stateTotals(rows.matrix(viewer)),
    lists: STATES.map((name) => rows.list(viewer, query(name)).map(({ id }) => id)),
    messages: [...shown].map((id) => (rows.messages(viewer, id) ?? []).map(({ _id }) => _id)),
  };
  let told = '';
  const same = () => {
    if (told === '') world.server.say('HEAD', { bot_id: BOT, seq: rows.head });
    told = JSON.stringify(state());
    const equal = told === JSON.stringify(wanted);
    if (!equal) told = '';
    return equal;
  };
  await world.until(same, 'convergence', 40_000).catch(() => undefined);
  expect(state()).toEqual(wanted);
  // Right by the log alone, not because a wrong figure was healed.
  const { diagnostics } = await world.hub.api.inspect();
  expect(diagnostics).toEqual([]);
}

const VIEWERS = [
  { who: 'an administrator', viewer: ADMIN },
  { who: 'an agent', viewer: ANA },
];

describe('fuzz', () => {
  it.each(VIEWERS)(
    'HUB-25 $who sees a fresh load after any life',
    { timeout: 300_000 },
    async ({ viewer }) => {
      console.info(`fuzz seed ${SEED}`);
      await fc.assert(
        fc.asyncProperty(fc.nat(8), fc.array(step, { minLength: 5, maxLength: 60 }), (slow, steps) =>
          live(viewer, slow, steps),
        ),
        { numRuns: Number(process.env['FUZZ_RUNS'] ?? 30), seed: SEED, endOnFailure: false },
      );
    },
  );
});
