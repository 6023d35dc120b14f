/**
 * Keeps the list still under the pointer (docs/product.md §10): while it is held, rows stay in the places where they are,
 * with fresh contents; what left stays as a ghost, what is new waits for the release.
 */
import type { Conversation } from '../../../../contract/entities/conversation.ts';

export interface HeldRow {
  card: Conversation;
  /** It is no longer in this list. */
  gone: boolean;
}
export interface HeldList {
  rows: HeldRow[];
  /** New ones that are not shown yet. */
  waiting: number;
}

/** The open row, and the place at which it stood last. */
export interface KeptRow {
  card: Conversation;
  index: number;
}

/** Of what one gave away, out of sight, nothing is shown but that it was here. */
const unseen = (card: Conversation): Conversation => ({
  ...card,
  lead_name: 'Conversación derivada',
  custom: { name: null },
  agent_name: null,
  last_message: '',
  last_message_from: null,
  pending_messages_count: 0,
  unread: false,
  tags: [],
});

/**
 * What was open when it left the list (taken, closed, derived) stays in its place until one leaves it.
 * @param now the card as it is; null: out of sight
 * @param given one gave it away oneself: what somebody else took out of sight is gone
 */
export function withKept(
  rows: readonly HeldRow[],
  kept: KeptRow | null,
  now: Conversation | null,
  given: boolean,
): HeldRow[] {
  if (!kept || rows.some(({ card }) => card.id === kept.card.id)) return [...rows];
  // Put off by hand: it is meant to be out of the way until then.
  if (now === null ? !given : now.snoozed_until !== null) return [...rows];
  return rows.toSpliced(kept.index, 0, { card: now ?? unseen(kept.card), gone: true });
}

/** The list as it is. */
export const asIs = (cards: readonly Conversation[]): HeldList => ({
  rows: cards.map((card) => ({ card, gone: false })),
  waiting: 0,
});

/** @param held the rows shown when the pointer came */
export function held(heldRows: readonly HeldRow[], cards: readonly Conversation[]): HeldList {
  const now = new Map(cards.map((card) => [card.id, card]));
  const rows = heldRows.map((row) => {
    const card = now.get(row.card.id);
    return card ? { card, gone: false } : { card: row.card, gone: true };
  });
  const shown = new Set(heldRows.map((row) => row.card.id));
  // What came below the last held row is more of the list (scrolling), not something new.
  const lastShown = heldRows.findLast((row) => now.has(row.card.id));
  const lastIndex = lastShown ? cards.findIndex((card) => card.id === lastShown.card.id) : -1;
  const below = cards.slice(lastIndex + 1).filter((card) => !shown.has(card.id));
  const waiting = cards.slice(0, lastIndex + 1).filter((card) => !shown.has(card.id)).length;
  return { rows: [...rows, ...below.map((card) => ({ card, gone: false }))], waiting };
}
