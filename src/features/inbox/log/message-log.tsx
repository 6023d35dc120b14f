/**
 * The log of a conversation: the live messages, or the part of the past that somebody jumped to, until both meet
 * (passage.ts). In the inbox the hub tells the messages; elsewhere `source` does.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import type { OutboxEntry } from '../../../../workers/hub/surface/outbox-entry.ts';
import type { MessagesView } from '../../../../workers/hub/surface/views.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { toast } from '../../../ui/toast.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import { leadName } from '../list/conversation-row.tsx';
import { ListError } from '../list/list-states.tsx';
import { type Shown, useJoinedMessages, withJoined } from './joined-messages.ts';
import { LogAnnouncer } from './log-announcer.tsx';
import { LogContext, type LogFacts, type MessageUses } from './log-context.ts';
import { firstUnread, logItems, outgoing, reachesUnread } from './log-items.ts';
import { LogSkeleton } from './log-skeleton.tsx';
import { hubSource, type LogSource } from './log-source.ts';
import classes from './message-log.module.css';
import { foundIn, type Target } from './passage.ts';
import { usePassage } from './use-passage.ts';
import { VirtualLog } from './virtual-log.tsx';

/** So many pages are loaded to find the first unread message; who has more of them reads upwards. */
const MOST_PAGES = 4;
const nothing = () => undefined;

export interface Jump {
  target: Target;
  /** Changes with each jump, so that the same place can be gone to again. */
  nonce: unknown;
}

interface MessageLogProps {
  card: Conversation;
  view: MessagesView;
  outbox: readonly OutboxEntry[];
  /** Whether the newest message is on screen. */
  onAtEnd?: (atEnd: boolean) => void;
  /** Stable between renders. Default: the hub. */
  source?: LogSource;
  jump?: Jump | null;
  /** What is made of its messages. Stable between renders. */
  uses?: MessageUses | null;
  /** What is searched in it. */
  searched?: string | null;
  /** The jump is over: back to the newest messages. */
  onJumpOver?: () => void;
}

export function MessageLog(props: MessageLogProps) {
  const { card, view, outbox, onAtEnd = nothing, source: given, jump = null, onJumpOver = nothing } = props;
  const { searched = null, uses = null } = props;
  const { user } = usePlace();
  const source = useMemo(() => given ?? hubSource(card.bot_id, card.id), [given, card.bot_id, card.id]);
  const target = jump?.target ?? null;
  const passage = usePassage(card.id, target, view);
  const unreadId = useUnreadLine(card, view, source);
  const day = Math.floor(useServerNow() / 60_000) * 60_000;
  const waiting = useMemo(() => outgoing(outbox, card.id, view.messages), [outbox, card.id, view.messages]);
  const { newer } = passage;
  const begins = passage.messages[0]?.created_at ?? null;
  const shown: Shown = {
    from: passage.older.more ? begins : null,
    to: newer === null ? null : (passage.messages.at(-1)?.created_at ?? null),
  };
  const others = useJoinedMessages(card, shown);
  const { from, to } = shown;
  const messages = useMemo(
    () => withJoined(passage.messages, others.messages, { from, to }),
    [passage.messages, others.messages, from, to],
  );
  const joined = useMemo(
    () => new Map((card.joined ?? []).map(({ id, channel }) => [id, channel])),
    [card.joined],
  );
  const attached = newer === null;
  const items = useMemo(
    () =>
      logItems({
        conversationId: card.id,
        messages,
        waiting: attached ? waiting : [],
        unreadId: unreadId ?? null,
        now: day,
        rating: attached ? card.rating : null,
      }),
    [card.id, messages, waiting, attached, unreadId, day, card.rating],
  );
  const lead = plainLine(leadName(card));
  const unfolded = useRef(new Set<string>()).current;
  const translated = useRef(new Set<string>()).current;
  const facts = useMemo<LogFacts>(
    () => ({
      lead,
      channel: card.channel,
      conversationId: card.id,
      joined,
      me: user.id,
      edits: source.resend !== null,
      unfolded,
      translated,
      searched,
      uses,
      onRetry: source.resend,
    }),
    [lead, card.channel, card.id, joined, user.id, source, unfolded, translated, searched, uses],
  );
  const foundId = useMemo(() => (target ? foundIn(target, messages) : null), [target, messages]);
  const found = useMemo(() => (foundId && jump ? { id: foundId, nonce: jump.nonce } : null), [foundId, jump]);

  // Anyone who comes back from the past wants the present, not the line of this morning.
  const [jumped, setJumped] = useState(false);
  if (jump && !jumped) setJumped(true);

  const absent = passage.state === 'absent';
  useEffect(() => {
    if (!absent) return;
    toast({ message: 'Ese mensaje ya no está en la conversación.', color: 'red' });
    onJumpOver();
  }, [absent, onJumpOver]);

  const live = passage.state === 'live';
  const older = live
    ? view.more && !view.loading && !view.error
      ? source.loadOlder
      : null
    : passage.older.more && !passage.older.loading && !passage.problem
      ? passage.older.load
      : null;
  const loadNewer = newer?.more && !newer.loading && !passage.problem ? newer.load : null;
  const problem = live ? view.error : passage.problem;
  return (
    <LogContext value={facts}>
      <div className={classes.frame}>
        {others.problem ? (
          <ListError
            message={`No pudimos cargar lo que se dijo en las conversaciones unidas. ${others.problem}`}
            onRetry={others.retry}
          />
        ) : null}
        {problem ? <ListError message={problem} onRetry={live ? source.reload : passage.retry} /> : null}
        {passage.state === 'loading' || absent || (live && unreadId === undefined) ? (
          <LogSkeleton />
        ) : (
          <VirtualLog
            // A part of the past is another list; once it has met the live messages it stays the one it is.
            key={live ? 'live' : JSON.stringify(target)}
            items={items}
            live={view.messages}
            label={`Mensajes con ${lead}`}
            loadOlder={older}
            loadNewer={loadNewer}
            attached={attached}
            found={found}
            fromEnd={jumped}
            outgoing={waiting.length}
            onAtEnd={onAtEnd}
            onLatest={onJumpOver}
          />
        )}
        <LogAnnouncer messages={view.messages} lead={lead} />
      </div>
    </LogContext>
  );
}

/**
 * Where the 'Nuevos' line goes, judged once at the opening: reading must not move it away from under the eyes.
 * @returns undefined while messages are loaded to find it; null: nothing is unread
 */
function useUnreadLine(card: Conversation, view: MessagesView, source: LogSource): string | null | undefined {
  const [pending] = useState(card.pending_messages_count);
  const [line, setLine] = useState<string | null | undefined>(() =>
    reachesUnread(view.messages, pending) ? firstUnread(view.messages, pending) : undefined,
  );
  const pages = useRef(0);
  const { messages, more, loading, error } = view;
  useEffect(() => {
    if (line !== undefined || loading) return;
    if (reachesUnread(messages, pending) || !more || error !== null || pages.current === MOST_PAGES) {
      setLine(firstUnread(messages, pending));
      return;
    }
    pages.current += 1;
    source.loadOlder();
  }, [line, messages, more, loading, error, pending, source]);
  return line;
}
