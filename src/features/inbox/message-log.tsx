/**
 * The messages of a conversation, virtual. It opens at the first unread, follows new ones only from the end, and keeps
 * its place when older ones arrive above (the virtualiser anchors to the end by key).
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { MessagesView, OutboxEntry } from '../../../workers/hub/surface.ts';
import { hub } from '../../hub/hooks.ts';
import { useNow } from '../../ui/use-now.ts';
import { leadName } from './conversation-row.tsx';
import { ListError } from './list-states.tsx';
import { LogAnnouncer } from './log-announcer.tsx';
import { firstUnread, type LogItem, logItems, outgoing, startIndex } from './log-items.ts';
import { MessageBubble } from './message-bubble.tsx';
import classes from './message-log.module.css';
import { OutgoingBubble } from './outgoing-bubble.tsx';

/** This close to the end counts as at the end (px): a line of text. */
const AT_END = 48;
/**
 * Older messages are asked for when this few rows are left above: early enough that they come before the reader gets
 * there, because the oldest row changes its height with what stands above it.
 */
const AHEAD = 16;
/** A scrolling region must be reachable by keyboard (WCAG 2.1.1). */
const BY_KEYBOARD = { tabIndex: 0 };
const warn = (what: string) => (error: unknown) => console.warn(what, error);

interface MessageLogProps {
  card: Conversation;
  view: MessagesView;
  outbox: readonly OutboxEntry[];
  /** Whether the newest message is on screen. */
  onAtEnd: (atEnd: boolean) => void;
}

function estimate(item: LogItem | undefined): number {
  if (item?.kind !== 'message') return 44;
  return 40 + Math.ceil(item.message.text.length / 60) * 20 + (item.first ? 30 : 0);
}

export function MessageLog({ card, view, outbox, onAtEnd }: MessageLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // Judged once, at the opening: reading it must not move the line away from under the eyes.
  const [unreadId] = useState(() => firstUnread(view.messages, card.pending_messages_count));
  const day = Math.floor(useNow() / 60_000) * 60_000;
  const waiting = useMemo(() => outgoing(outbox, card.id, view.messages), [outbox, card.id, view.messages]);
  const items = useMemo(
    () => logItems(view.messages, waiting, unreadId, day),
    [view.messages, waiting, unreadId, day],
  );
  const [atEnd, setAtEnd] = useState(true);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(items[index]),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 10,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    paddingEnd: 12,
    onChange: (instance) => setAtEnd(instance.isAtEnd(AT_END)),
  });

  const [placed, setPlaced] = useState(false);
  useLayoutEffect(() => {
    if (placed || items.length === 0) return;
    const start = startIndex(items);
    virtual.scrollToIndex(start.index, { align: start.align });
    const frame = requestAnimationFrame(() => setPlaced(true));
    return () => cancelAnimationFrame(frame);
  }, [placed, items, virtual]);

  // What was last when the reader was at the end: everything after it is new to them.
  const lastKey = items.at(-1)?.key ?? null;
  const [seenKey, setSeenKey] = useState(lastKey);
  useEffect(() => {
    if (atEnd) setSeenKey(lastKey);
    onAtEnd(atEnd && placed);
  }, [atEnd, lastKey, placed, onAtEnd]);
  const seenIndex = items.findIndex((item) => item.key === seenKey);
  const fresh = atEnd ? 0 : items.slice(seenIndex + 1).filter((item) => item.kind === 'message').length;

  const sent = useRef(waiting.length);
  useEffect(() => {
    if (waiting.length > sent.current) virtual.scrollToEnd();
    sent.current = waiting.length;
  }, [waiting.length, virtual]);

  const rows = virtual.getVirtualItems();
  const topic = useMemo(
    () => ({ kind: 'messages' as const, botId: card.bot_id, conversationId: card.id }),
    [card.bot_id, card.id],
  );
  const wantsOlder = placed && view.more && !view.loading && !view.error && (rows[0]?.index ?? AHEAD) < AHEAD;
  useEffect(() => {
    if (wantsOlder) hub().loadMore(topic).catch(warn('Older messages did not come.'));
  }, [wantsOlder, topic]);

  const lead = leadName(card);
  const resend = (message: Message) =>
    void hub()
      .send({ botId: card.bot_id, conversationId: card.id, text: message.text, note: message.note })
      .catch(warn('The message was not queued again.'));
  return (
    <div className={classes.frame}>
      {view.error ? (
        <ListError
          message={view.error}
          onRetry={() => void hub().reload(topic).catch(warn('The messages were not reloaded.'))}
        />
      ) : null}
      {/* Scrolling puts old messages into the page again: LogAnnouncer alone speaks, and only of new ones. */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label={`Mensajes con ${lead}`}
        {...BY_KEYBOARD}
      >
        <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {rows.map((row) => {
            const item = items[row.index];
            return item ? (
              <div
                key={row.key}
                data-index={row.index}
                ref={virtual.measureElement}
                className={classes.row}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <Item item={item} lead={lead} onRetry={resend} />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {atEnd ? null : (
        <button
          type="button"
          className={classes.jump}
          aria-label={fresh === 0 ? 'Ir al final' : undefined}
          onClick={() => virtual.scrollToEnd()}
        >
          {fresh === 0 ? '↓' : `${fresh} ${fresh === 1 ? 'nuevo' : 'nuevos'} ↓`}
        </button>
      )}
      <LogAnnouncer messages={view.messages} lead={lead} />
    </div>
  );
}

function Item({ item, lead, onRetry }: { item: LogItem; lead: string; onRetry: (message: Message) => void }) {
  switch (item.kind) {
    case 'day':
      return <p className={classes.day}>{item.text}</p>;
    case 'new':
      return <p className={classes.new}>Nuevos</p>;
    case 'outgoing':
      return <OutgoingBubble entry={item.entry} />;
    case 'message':
      return (
        <MessageBubble
          message={item.message}
          lead={lead}
          first={item.first}
          last={item.last}
          onRetry={onRetry}
        />
      );
  }
}
