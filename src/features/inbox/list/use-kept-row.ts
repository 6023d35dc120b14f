/** The open row stays where it was when it leaves the list, until one leaves it (see list-order.ts). */
import { useMemo, useState } from 'react';
import { useConversation } from '../../../hub/hooks.ts';
import { wasGiven } from '../actions/given.ts';
import { type HeldRow, type KeptRow, withKept } from './list-order.ts';

interface Kept extends KeptRow {
  topic: string;
}

/**
 * @param topic of another list nothing is kept
 * @param known the rows are this list's, not the ones before until it has come
 */
export function useKeptRow(
  rows: readonly HeldRow[],
  { botId, openId, topic, known }: { botId: number; openId: string | null; topic: string; known: boolean },
): readonly HeldRow[] {
  const [kept, setKept] = useState<Kept | null>(null);
  const now = useConversation(botId, openId)?.card ?? null;
  const index = openId === null ? -1 : rows.findIndex(({ card }) => card.id === openId);
  const card = rows[index]?.card;
  const same = kept !== null && kept.card.id === openId && kept.topic === topic;
  if (card && known && (!same || kept.index !== index || kept.card !== card)) setKept({ card, index, topic });
  else if (!card && kept !== null && !same) setKept(null);
  const left = known && same && !card ? kept : null;
  return useMemo(() => (left ? withKept(rows, left, now, wasGiven(left.card.id)) : rows), [rows, left, now]);
}
