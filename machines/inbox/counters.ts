/** Counters: how events move the matrix, and the figures that are shown of it. */
import {
  type ChannelCounters,
  type CounterMatrix,
  type StateCounters,
  stateTotals,
} from '../../contract/entities/counters.ts';
import { CHANNELS, type Channel, CONVERSATION_STATES } from '../../contract/states.ts';
import { holds } from './held.ts';
import type { Changes, InboxState } from './inbox-state.ts';
import { type SightFacts, sees } from './sight.ts';

/** What 'Todas' lists. */
const LISTED_STATES = CONVERSATION_STATES.filter((name) => name !== 'archived');

/**
 * Moves the matrix, and what the viewer has in hand, by sees(now) − sees(last) and by nothing else (docs/protocol.md 'Events').
 * @param last null: it did not exist
 */
export function moveCounters(
  state: InboxState,
  changes: Changes,
  channel: Channel,
  last: SightFacts | null,
  now: SightFacts,
): void {
  moveMine(state, changes, last, now);
  const counted = last !== null && sees(state.viewer, last);
  const counts = sees(state.viewer, now);
  if (counted && counts && last.state === now.state) return;
  if (counted) {
    state.matrix[last.state][channel] -= 1;
    const left = state.matrix[last.state][channel];
    if (left < 0) changes.fault ??= `counter ${last.state}/${channel} fell to ${left} at event ${state.seq}`;
  }
  if (counts) state.matrix[now.state][channel] += 1;
  if (counted || counts) changes.counters = true;
}

/** One's own are always seen: what one has needs no other judge. */
function moveMine(state: InboxState, changes: Changes, last: SightFacts | null, now: SightFacts): void {
  if (state.mine === null) return;
  const me = state.viewer.user_id;
  const by = Number(holds(me, now)) - Number(holds(me, last));
  if (by === 0) return;
  state.mine += by;
  changes.counters = true;
  if (state.mine < 0) changes.fault ??= `counter mine fell to ${state.mine} at event ${state.seq}`;
}

/** Figures as they are shown. */
export interface Figures {
  byState: StateCounters;
  byChannel: CounterMatrix;
  /** Channel totals over all states but archived: what the list without a state holds. */
  unarchived: ChannelCounters;
  /** What the viewer has in hand; null: not known. */
  mine: number | null;
}

/** The figures to show: the only place where the floor at zero is applied (docs/product.md §4). */
export function counters(state: InboxState): Figures {
  const floor = (value: number) => Math.max(0, value);
  const totals = stateTotals(state.matrix);
  const byState = { ...totals };
  const byChannel = copyMatrix(state.matrix);
  for (const name of CONVERSATION_STATES) {
    byState[name] = floor(totals[name]);
    for (const channel of CHANNELS) byChannel[name][channel] = floor(state.matrix[name][channel]);
  }
  const unarchived = { ...byChannel.active };
  for (const channel of CHANNELS) {
    unarchived[channel] = floor(LISTED_STATES.reduce((sum, name) => sum + state.matrix[name][channel], 0));
  }
  return { byState, byChannel, unarchived, mine: state.mine === null ? null : floor(state.mine) };
}

/** A matrix of its own. */
export function copyMatrix(matrix: CounterMatrix): CounterMatrix {
  const copy = { ...matrix };
  for (const name of CONVERSATION_STATES) copy[name] = { ...matrix[name] };
  return copy;
}
