/** Holds the list while the pointer is on it (see list-order.ts). */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { asIs, type HeldList, type HeldRow, held } from './list-order.ts';

/** A pointer that has not moved for this long is parked, not aiming: the list may go on (ms). */
const PARKED = 3_000;
const NONE: readonly Conversation[] = [];

interface HeldListHook extends HeldList {
  release: () => void;
  /** For the element that holds the list. */
  hold: { onPointerMove: (event: React.PointerEvent) => void; onPointerLeave: () => void };
}

/** @param topic another list is never held over from the one before */
export function useHeldList(cards: readonly Conversation[] = NONE, topic: unknown): HeldListHook {
  const [state, setState] = useState<{ rows: readonly HeldRow[]; topic: unknown } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const heldRows = state && state.topic === topic ? state.rows : null;
  const view = useMemo(() => (heldRows ? held(heldRows, cards) : asIs(cards)), [heldRows, cards]);

  const release = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setState(null);
  }, []);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const onPointerMove = (event: React.PointerEvent) => {
    // A finger does not hover.
    if (event.pointerType !== 'mouse') return;
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(release, PARKED);
    if (!heldRows) setState({ rows: view.rows, topic });
  };
  return { ...view, release, hold: { onPointerMove, onPointerLeave: release } };
}
