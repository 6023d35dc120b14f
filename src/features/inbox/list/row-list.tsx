/** Rows of conversations, wherever they come from: virtual, keyed by id, still under the pointer (docs/product.md §10). */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { afterFirstContent, contentStands } from '../../../base/first-content.ts';
import { useDrafted, usePresence } from '../../../hub/hooks.ts';
import { ConversationRow, type Find } from './conversation-row.tsx';
import classes from './list-pane.module.css';
import { ListEnd, ListError, ListSkeleton } from './list-states.tsx';
import { keyOf, NO_ROWS, nextKeys, type RowKeys } from './row-keys.ts';
import { selectRange, showSelectedOf, toggleSelected, useSelected } from './selected.ts';
import { useHeldList } from './use-held-list.ts';
import { useKeptRow } from './use-kept-row.ts';
import type { Selection } from './use-selection.ts';

/** Height of a row in px; the same in list-pane.module.css. */
const ROW = 74;
const rowHeight = () => ROW;
/** Room below the last row for the end of the list, px. */
const END = 44;
/** More is asked for when this few rows are left below. */
const AHEAD = 6;

export interface ListData {
  /** Undefined: not known yet. */
  cards: readonly Conversation[] | undefined;
  more: boolean;
  loading: boolean;
  /** Spanish sentence; the rows stay. */
  error: string | null;
  /** Of what there is this is a part: nothing is said of its end. */
  partial?: boolean;
}

interface RowListProps {
  selection: Selection;
  data: ListData;
  /** Says which list it is: selection and pointer hold end with it. */
  listKey: string;
  label: string;
  empty: ReactNode;
  onMore: () => void;
  onReload: () => void;
  /** The rows as they stand, for the keys that move through them. */
  onShown: (cards: readonly Conversation[]) => void;
  /** What stands in the preview's place, and the message at which the row opens: a search's finds. */
  findOf?: (card: Conversation) => Find | null;
  /** Rows of several states say which. */
  mixed?: boolean;
}

/** The keys follow what is shown; a row that is held by keyboard or finger stays the element it is. */
function useRowKeys(shown: readonly { card: Conversation }[], list: RefObject<HTMLElement | null>): RowKeys {
  const [keys, setKeys] = useState(NO_ROWS);
  const ids = shown.map(({ card }) => card.id);
  const next = nextKeys(keys, ids, () => list.current?.matches(':focus-within, :active') ?? false);
  if (next !== keys) setKeys(next);
  return next;
}

export function RowList(props: RowListProps) {
  const { selection, data, listKey, label, empty, onMore, onReload, onShown, findOf, mixed = false } = props;
  const { botId, openId } = selection;
  const { cards, more, loading, error, partial = false } = data;
  const drafted = useDrafted(botId);
  const presence = usePresence(botId);
  const { ids: chosen, choosing } = useSelected();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows: held, waiting, release, hold } = useHeldList(cards, listKey);
  const rows = useKeptRow(held, { botId, openId, topic: listKey, known: cards !== undefined && !loading });
  const settled = (cards !== undefined && (!loading || rows.length > 0)) || error !== null;
  // The first rows fill the window; the place that they have is measured once they are painted: not a frame before.
  const [measured, setMeasured] = useState(false);
  useEffect(() => {
    if (!settled) return;
    contentStands();
    void afterFirstContent().then(() => setMeasured(true));
  }, [settled]);
  useEffect(() => showSelectedOf(listKey), [listKey]);
  useEffect(() => onShown(rows.map(({ card }) => card)), [rows, onShown]);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    // Stable while the rows are: otherwise ten thousand places are measured again at each step of scrolling.
    getItemKey: useCallback((index: number) => rows[index]?.card.id ?? index, [rows]),
    paddingEnd: rows.length > 0 ? END : 0,
    overscan: 8,
    enabled: measured,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const shown = measured
    ? items.flatMap(({ index }) => rows[index] ?? [])
    : rows.slice(0, Math.ceil(innerHeight / ROW));
  const list = useRef<HTMLUListElement>(null);
  const keys = useRowKeys(shown, list);
  const lastShown = items.at(-1)?.index ?? 0;
  const wantsMore =
    measured && more && !loading && !error && cards !== undefined && lastShown >= rows.length - AHEAD;
  // A page may come so fast that 'loading' was never seen here: what was loaded is a reason to look again.
  const known = cards?.length ?? -1;
  useEffect(() => {
    if (wantsMore && known >= 0) onMore();
  }, [wantsMore, known, onMore]);

  const openIndex = useMemo(() => rows.findIndex((row) => row.card.id === openId), [rows, openId]);
  const toOpen = useRef<string | null>(null);
  useEffect(() => {
    // J and K move through the list: the row they open comes into view, once.
    if (!measured || openIndex < 0 || toOpen.current === openId) return;
    toOpen.current = openId;
    virtual.scrollToIndex(openIndex, { align: 'auto' });
  }, [measured, openIndex, openId, virtual]);

  const order = useRef(rows);
  useEffect(() => {
    order.current = rows;
  }, [rows]);
  const choose = useCallback((id: string, range: boolean) => {
    if (!range) return toggleSelected(id);
    selectRange(
      id,
      order.current.map(({ card }) => card.id),
    );
  }, []);
  const selecting = choosing || chosen.size > 0;
  return (
    <>
      {error ? <ListError message={error} onRetry={onReload} /> : null}
      <div
        className={classes.body}
        aria-busy={loading}
        // What the browser showed of the last time makes room (public/first-screen.js).
        data-settled={settled ? '' : undefined}
        {...hold}
      >
        {waiting > 0 ? (
          <button type="button" className={classes.fresh} onClick={release}>
            {waiting === 1 ? '1 conversación nueva ↑' : `${waiting} conversaciones nuevas ↑`}
          </button>
        ) : null}
        <div ref={scroller} className={classes.scroller}>
          {cards === undefined || (loading && rows.length === 0) ? <ListSkeleton /> : null}
          {cards !== undefined && !loading && !error && rows.length === 0 ? empty : null}
          {rows.length > 0 ? (
            <div className={classes.rows} style={{ height: rows.length * ROW + END }}>
              {/* One place for all of them: a row that moves changes nothing of the others. */}
              <ul
                ref={list}
                aria-label={label}
                style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
              >
                {shown.map((row) => (
                  <li key={keyOf(keys, row.card.id)}>
                    <ConversationRow
                      card={row.card}
                      gone={row.gone}
                      open={row.card.id === openId}
                      draft={drafted?.[row.card.id]}
                      here={presence?.[row.card.id]}
                      selected={chosen.has(row.card.id)}
                      selecting={selecting}
                      onSelect={choose}
                      mixed={mixed}
                      find={findOf?.(row.card) ?? null}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          {rows.length > 0 && (loading || (!more && !partial)) ? (
            <ListEnd loading={loading} total={cards?.length ?? 0} />
          ) : null}
        </div>
      </div>
    </>
  );
}
