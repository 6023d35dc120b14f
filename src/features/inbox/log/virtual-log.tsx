/**
 * The messages of a conversation, virtual. It opens at the found message or the first unread one, follows new ones only
 * from the end, and keeps its place when older ones arrive above or newer ones below (the virtualiser anchors by key).
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { indexOfMessage, type LogItem, startIndex } from './log-items.ts';
import { estimate, LogRow, startOffset } from './log-row.tsx';
import classes from './message-log.module.css';
import { useFollow } from './use-follow.ts';
import { useKeptEnd } from './use-kept-end.ts';

/** This close to the end counts as at the end (px): a line of text. */
const AT_END = 48;
/**
 * Further messages are asked for when this few rows are left: early enough that they come before the reader gets
 * there, because the oldest row changes its height with what stands above it.
 */
const AHEAD = 16;
/** Rows beyond the edges of what is seen; the first frame shows what is seen, so that it comes soon. */
const OVERSCAN = 10;
const FIRST_OVERSCAN = 1;
/** Below the newest message (px). */
const PADDING = 12;
/** A scrolling region must be reachable by keyboard (WCAG 2.1.1). */
const BY_KEYBOARD = { tabIndex: 0 };

/** Before the log has been laid out: most of the window's height is its. */
const expectedRoom = () => ({ width: 0, height: Math.round(window.innerHeight * 0.7) });

interface VirtualLogProps {
  items: readonly LogItem[];
  /** The newest messages, also while a part of the past is shown. */
  live: readonly Message[];
  label: string;
  /** Messages above, resp. below, that can be loaded; null: none, or on their way. */
  loadOlder: (() => void) | null;
  loadNewer: (() => void) | null;
  /** The newest message is among the items. */
  attached: boolean;
  /** The message that was jumped to; `nonce` changes with each jump. */
  found: { id: string; nonce: unknown } | null;
  /** Opens at the end, whatever is unread. */
  fromEnd: boolean;
  /** How many of one's own are on their way: one more brings the reader to the end. */
  outgoing: number;
  /** Whether the newest message is on screen. */
  onAtEnd: (atEnd: boolean) => void;
  /** Leaves a part of the past for the newest messages. */
  onLatest: () => void;
}

export function VirtualLog({
  items,
  live,
  label,
  attached,
  found,
  fromEnd,
  outgoing,
  onAtEnd,
  onLatest,
  ...further
}: VirtualLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(found === null);
  // New items are followed only where the end was attached before they came: a page of newer ones is no new message.
  const [wasAttached, setWasAttached] = useState(attached);
  useEffect(() => setWasAttached(attached), [attached]);
  const [placed, setPlaced] = useState(false);
  // Where it opens, by the rows' estimates: the first rendering already holds the rows that are seen then.
  const [room] = useState(expectedRoom);
  const settled = useDeferredValue(placed);
  const wish = { foundId: found?.id ?? null, fromEnd };
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((index: number) => estimate(items[index]), [items]),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    initialRect: room,
    initialOffset: () => startOffset(items, startIndex(items, wish), room.height),
    overscan: settled ? OVERSCAN : FIRST_OVERSCAN,
    anchorTo: 'end',
    followOnAppend: attached && wasAttached,
    scrollEndThreshold: AT_END,
    paddingEnd: PADDING,
    onChange: (instance) => setAtEnd(instance.isAtEnd(AT_END)),
  });

  useLayoutEffect(() => {
    if (placed || items.length === 0) return;
    const start = startIndex(items, { foundId: found?.id ?? null, fromEnd });
    virtual.scrollToIndex(start.index, { align: start.align });
    const frame = requestAnimationFrame(() => setPlaced(true));
    return () => cancelAnimationFrame(frame);
  }, [placed, items, virtual, found, fromEnd]);

  // A jump within what is shown already.
  const jumped = useRef(found?.nonce);
  useEffect(() => {
    if (!found || jumped.current === found.nonce) return;
    jumped.current = found.nonce;
    const index = indexOfMessage(items, found.id);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
  }, [found, items, virtual]);

  const fresh = useFollow(live, atEnd && attached, usePlace().user.id);
  useEffect(() => onAtEnd(atEnd && placed && attached), [atEnd, placed, attached, onAtEnd]);

  const toEnd = useCallback(() => virtual.scrollToEnd(), [virtual]);
  useKeptEnd(scroller, atEnd && placed && attached, toEnd);

  const latest = useCallback(() => {
    if (attached) toEnd();
    else onLatest();
  }, [attached, toEnd, onLatest]);
  const sent = useRef(outgoing);
  useEffect(() => {
    if (outgoing > sent.current) latest();
    sent.current = outgoing;
  }, [outgoing, latest]);

  const rows = virtual.getVirtualItems();
  const loadOlder = placed && (rows[0]?.index ?? AHEAD) < AHEAD ? further.loadOlder : null;
  const lastShown = rows.at(-1)?.index ?? 0;
  const loadNewer = placed && lastShown > items.length - AHEAD ? further.loadNewer : null;
  // A page may come so fast that 'loading' was never seen here: what was loaded is a reason to look again.
  const count = items.length;
  useEffect(() => {
    if (count > 0) loadOlder?.();
  }, [loadOlder, count]);
  useEffect(() => {
    if (count > 0) loadNewer?.();
  }, [loadNewer, count]);

  return (
    <>
      {/* Scrolling puts old messages into the page again: LogAnnouncer alone speaks, and only of new ones. */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        {...BY_KEYBOARD}
      >
        <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {rows.map((row) => {
            const item = items[row.index];
            return item ? (
              <div
                key={row.key}
                data-index={row.index}
                data-found={(found && item.kind === 'message' && item.message._id === found.id) || undefined}
                ref={virtual.measureElement}
                className={classes.row}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <LogRow item={item} />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {atEnd && attached ? null : (
        <button
          type="button"
          className={classes.jump}
          aria-label={fresh === 0 ? 'Ir al final' : undefined}
          onClick={latest}
        >
          {fresh === 0 ? '↓' : `${fresh} ${fresh === 1 ? 'nuevo' : 'nuevos'} ↓`}
        </button>
      )}
    </>
  );
}
