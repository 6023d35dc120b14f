/**
 * Compares the counters with the server's, exactly: the server reads them at number P, so they are compared with what
 * the fold said at P, wherever it stands now. A difference is healed by a new base and kept as a diagnostics record.
 */
import { type CounterBase, conversationCalls } from '../../../contract/calls/conversations.ts';
import { CHANNELS, CONVERSATION_STATES } from '../../../contract/states.ts';
import { LIST_OF_FIGURE, OWN_FIGURES } from '../../../machines/inbox/own.ts';
import { Alarm } from '../platform/alarm.ts';
import type { BotRoom } from '../room/bot-room.ts';
import { FoldReplaced, type PastCounters } from '../room/fold-host.ts';
import type { RoomHost } from '../room/room-host.ts';
import type { CounterDifference } from '../surface/inspection.ts';
import type { BotParts } from './bot-parts.ts';

/** Counters are compared this often, and when a tab gets the focus. */
const EVERY = 60_000;

/** Compares all bots of a person, again and again. */
export class Verifier {
  readonly #host: RoomHost;
  readonly #bots: ReadonlyMap<number, BotParts>;
  readonly #agreed: (botId: number) => void;
  readonly #alarm: Alarm;

  constructor(host: RoomHost, bots: ReadonlyMap<number, BotParts>, agreed: (botId: number) => void) {
    this.#host = host;
    this.#alarm = new Alarm(host.platform.clock);
    this.#bots = bots;
    this.#agreed = agreed;
  }

  start(): void {
    this.#alarm.set(EVERY, () => {
      this.start();
      this.run().catch((error: unknown) => console.error('verify', error));
    });
  }
  stop(): void {
    this.#alarm.off();
  }

  async run(): Promise<void> {
    for (const parts of this.#bots.values()) {
      const agreed = await verifyCounters(parts.room, this.#host).catch((error: unknown) => {
        console.warn('counters not verified', error);
        return null;
      });
      if (!agreed) continue;
      const at = this.#host.platform.clock.now();
      parts.verifiedAt = at;
      if (parts.room.differences.some(({ healedAt }) => healedAt === null)) {
        parts.room.keepDifferences(
          parts.room.differences.map((each) => ({ ...each, healedAt: each.healedAt ?? at })),
        );
      }
      this.#agreed(parts.room.botId);
    }
  }
}

/** @returns true when they agree, false when they differ (a re-base has begun), null when it could not be compared */
export async function verifyCounters(room: BotRoom, host: RoomHost): Promise<boolean | null> {
  if (!room.live) return null;
  const generation = room.fold.generation;
  const collector = room.fold.collect(true);
  try {
    const { data } = await host.call(conversationCalls.countStates, { body: { bot_id: room.botId } });
    await room.fold.reached(data.seq);
    if (generation !== room.fold.generation || data.sight !== room.fold.state?.sight) return null;
    const ours = countersAt(collector.matrices ?? [], data.seq);
    if (!ours) return null;
    const differences = differencesOf(ours, data);
    if (differences.length === 0) return true;
    const at = host.platform.clock.now();
    room.keepDifferences([...room.differences, { at, seq: data.seq, cells: differences, healedAt: null }]);
    room.rebase({
      kind: 'counters-differ',
      text: `los contadores difieren en el evento ${data.seq}`,
      details: differences,
    });
    return false;
  } catch (error) {
    if (error instanceof FoldReplaced) return null;
    throw error;
  } finally {
    collector.stop();
  }
}

/** Counters at a number: those of the last frame at or before it (what is redacted moves nothing). */
const countersAt = (past: readonly PastCounters[], seq: number): PastCounters | undefined =>
  past.findLast((entry) => entry.seq <= seq);

function differencesOf(ours: PastCounters, theirs: CounterBase): CounterDifference['cells'] {
  const cells: CounterDifference['cells'] = CONVERSATION_STATES.flatMap((state) =>
    CHANNELS.filter((channel) => ours.matrix[state][channel] !== theirs.matrix[state][channel]).map(
      (channel) => ({
        state,
        channel,
        ours: ours.matrix[state][channel],
        theirs: theirs.matrix[state][channel],
      }),
    ),
  );
  for (const figure of OWN_FIGURES) {
    const [one, other] = [ours.own[figure], theirs[figure]];
    // A server of before does not say it, and of such a base it is not known.
    if (one === null || other === undefined || one === other) continue;
    cells.push({ state: LIST_OF_FIGURE[figure], channel: null, ours: one, theirs: other });
  }
  return cells;
}
