/** Replays an exported log through the fold, and says where it does not lead to what was shown. */
import type { Message } from '../../contract/entities/message.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import { applyFrame, startInbox } from '../inbox/fold.ts';
import type { InboxState } from '../inbox/inbox-state.ts';
import type { ExportFile } from './export-file.ts';

export interface Replayed {
  /** What the frames lead to from the base. */
  state: InboxState;
  /** In words, empty when the view is what the frames lead to. */
  differences: string[];
  /** How much could be compared: a log without events proves nothing. */
  compared: { cards: number; messages: number };
}

/** @throws GapError when the file's frames have a hole */
export function replayExport(file: ExportFile): Replayed {
  const state = startInbox(file.base);
  // What pages brought is not in the log: of messages it tells from its first one of a conversation on.
  const first = firstOrders(file.frames);
  for (const { conversation_id } of file.view.messages) {
    const floor = first.get(conversation_id);
    if (floor !== undefined) state.messages.set(conversation_id, { floor, messages: [] });
  }
  for (const frame of file.frames) applyFrame(state, frame);

  const differences: string[] = [];
  const compared = { cards: 0, messages: 0 };
  const same = (what: string, replayed: unknown, shown: unknown) => {
    if (stable(replayed) === stable(shown)) return;
    differences.push(`${what}: ${stable(replayed)} en vez de ${stable(shown)}`);
  };
  same('seq', state.seq, file.view.seq);
  same('counters', state.matrix, file.view.matrix);
  for (const card of file.view.cards) {
    const replayed = state.cards.get(card.id);
    if (!replayed) continue;
    compared.cards += 1;
    // Presence is not part of the log.
    same(`card ${card.id}`, { ...replayed, isUserOnline: null }, { ...card, isUserOnline: null });
  }
  for (const window of file.view.messages) {
    const known = state.messages.get(window.conversation_id);
    if (!known) continue;
    const from = Math.max(known.floor, window.floor);
    const after = (messages: readonly Message[]) => messages.filter(({ order }) => order >= from);
    compared.messages += after(window.messages).length;
    same(`messages ${window.conversation_id}`, after(known.messages), after(window.messages));
  }
  return { state, differences, compared };
}

function firstOrders(frames: readonly LoggedFrame[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const frame of frames) {
    if (frame.name !== 'NEW_MESSAGE' || !frame.data.message) continue;
    const { conversation_id, order } = frame.data.message;
    if (!first.has(conversation_id)) first.set(conversation_id, order);
  }
  return first;
}

/** JSON with its keys in order. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
