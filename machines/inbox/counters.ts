/** Counters: how events move the matrix, and the figures that are shown of it. */
import {
  type ChannelCounters,
  type CounterMatrix,
  type StateCounters,
  stateTotals,
} from '../../contract/entities/counters.ts';
import { CHANNELS, type Channel, CONVERSATION_STATES } from '../../contract/states.ts';
import type { Changes, InboxState } from './inbox-state.ts';
import { OWN_FIGURES, type OwnFacts, type OwnFigures, ownMove } from './own.ts';
import { sees } from './sight.ts';

/** What 'Todas' lists. */
const LISTED_STATES = CONVERSATION_STATES.filter((name) => name !== 'archived');

/**
 * Moves the matrix, and the viewer's own figures, by sees(now) − sees(last) and by nothing else (docs/protocol.md 'Events').
 * @param last null: it did not exist
 */
export function moveCounters(
  state: InboxState,
  changes: Changes,
  channel: Channel,
  last: OwnFacts | null,
  now: OwnFacts,
): void {
  moveOwn(state, changes, last, now);
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

/** The same for the viewer's own figures alone, which what is said in a conversation may move, too. */
export function moveOwn(state: InboxState, changes: Changes, last: OwnFacts | null, now: OwnFacts): void {
  for (const figure of OWN_FIGURES) {
    const known = state.own[figure];
    const by = ownMove(figure, state.viewer, last, now);
    if (known === null || by === 0) continue;
    state.own[figure] = known + by;
    changes.counters = true;
    if (known + by < 0) changes.fault ??= `counter ${figure} fell to ${known + by} at event ${state.seq}`;
  }
}

/** Figures as they are shown. */
export interface Figures {
  byState: StateCounters;
  byChannel: CounterMatrix;
  /** Channel totals over all states but archived: what the list without a state holds. */
  unarchived: ChannelCounters;
  /** What is the viewer's own. */
  own: OwnFigures;
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
  const own = { ...state.own };
  for (const figure of OWN_FIGURES) own[figure] = own[figure] === null ? null : floor(own[figure]);
  return { byState, byChannel, unarchived, own };
}

/** A matrix of its own. */
export function copyMatrix(matrix: CounterMatrix): CounterMatrix {
  const copy = { ...matrix };
  for (const name of CONVERSATION_STATES) copy[name] = { ...matrix[name] };
  return copy;
}
