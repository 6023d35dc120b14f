/** The open conversation: header, messages, who is there, composer. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import { leadNameOf } from '../../../contract/rules/lead-name.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';
import { TICKET_LIMITS } from '../../../contract/rules/tickets.ts';
import type { Area } from '../../../contract/states.ts';
import { TEXTS } from '../../../contract/texts.ts';
import type { OutboxEntry } from '../../../workers/hub/surface/outbox-entry.ts';
import type { DraftMode } from '../../../workers/hub/surface/topics.ts';
import type { MessagesView } from '../../../workers/hub/surface/views.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { loadChunk } from '../../base/lazy-screen.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { hub, useConversation, useMessages, useOutbox } from '../../hub/hooks.ts';
import { useCut } from '../../hub/use-cut.ts';
import { toastFailure } from '../../ui/toast.ts';
import { type Action, actionsFor } from './actions/actions.ts';
import { deriveOne } from './actions/derive-one.ts';
import { Composer, type ComposerHandle } from './composer/composer.tsx';
import { writeState } from './composer/composer-state.ts';
import { StaleQuestion } from './composer/stale-question.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import classes from './conversation-pane.module.css';
import { loadGivenSummary, loadKeptSummary, loadTalkHelp } from './help-from-model/parts.ts';
import type { TalkHelpAbout } from './help-from-model/talk-help.tsx';
import states from './list/pane-states.module.css';
import { Presence } from './list/presence.tsx';
import type { MessageUses } from './log/log-context.ts';
import { LogSkeleton, OfflineLogNote } from './log/log-skeleton.tsx';
import { MessageLog } from './log/message-log.tsx';
import { useJump } from './log/use-jump.ts';
import { useAttention } from './use-attention.ts';
import { useLook } from './use-look.ts';

const DeriveDialog = lazyPart(() => import('./actions/derive-dialog.tsx'));

const TalkHelp = lazyPart(loadTalkHelp);
const KeptSummary = lazyPart(loadKeptSummary, null);
const GivenSummary = lazyPart(loadGivenSummary);
const ScheduledStrip = lazyPart(() => import('./scheduled/scheduled-strip.tsx'));
const JoinedStrip = lazyPart(() => import('./joining/joined-strip.tsx'));
const FindBar = lazyPart(() => import('./log/search/find-bar.tsx'));
const ReplayDialog = lazyPart(() => import('./log/replay/replay-dialog.tsx'));
const NOTHING_WAITS: readonly OutboxEntry[] = [];

type Give = (
  card: Conversation,
  command: 'derive' | 'assign',
  agentId: number,
  reason: string | null,
) => Promise<void>;

interface ConversationPaneProps {
  conversationId: string;
  composer: RefObject<ComposerHandle | null>;
  onBack: (() => void) | null;
  clientShown: boolean;
  onClient: () => void;
  /** The hand-over dialog: open with this command, from button or key. */
  giving: 'derive' | 'assign' | null;
  /** A ticket of one of its messages, with its words as the subject. */
  onTicket: (subject: string) => void;
  /** Somebody searches in it. */
  finding: boolean;
  onFind: (finding: boolean) => void;
  onAction: (card: Conversation, action: Action) => void;
  onGiven: () => void;
  onGive: Give;
  onGiveTeam: (card: Conversation, team: Area, reason: string | null) => Promise<void>;
  /** 'Enviar y cerrar' was chosen. */
  onClosing: (card: Conversation) => void;
}

export default function ConversationPane(props: ConversationPaneProps) {
  const { conversationId } = props;
  const { place } = usePlace();
  const found = useConversation(place.bot.id, conversationId);
  // Asked for beside the card, not after it: opening waits for one answer of the worker, not for two in turn.
  const view = useMessages(place.bot.id, conversationId);
  // Anyone who lost sight of it no longer watches it.
  const seen = Boolean(found?.card);
  useEffect(() => {
    if (!seen) return;
    const botId = place.bot.id;
    const tell = (id: string | null) =>
      void hub()
        .viewing(botId, id)
        .catch((error: unknown) => console.warn('Viewing was not told.', error));
    tell(conversationId);
    return () => tell(null);
  }, [place.bot.id, conversationId, seen]);
  if (!found) {
    return (
      <div className={states.full} role="status">
        <p className={states.state}>Cargando la conversación…</p>
      </div>
    );
  }
  if (!found.card) {
    return (
      <div className={states.full}>
        <div className={states.state}>
          <h2>No puedes ver esta conversación</h2>
          <p>Ya no existe, o la atiende otra persona de tu equipo.</p>
          {props.onBack ? (
            <button type="button" onClick={props.onBack}>
              Volver a la lista
            </button>
          ) : null}
        </div>
      </div>
    );
  }
  return <Open key={conversationId} {...props} card={found.card} view={view} />;
}

/** Whether it is what closes a conversation, alone or with its last words. */
const isClosing = (command: OutboxEntry['command']): boolean =>
  command.kind === 'change' && 'state' in command.change && command.change.state === 'closed';

/** A message's words as a quotation, with room to go on below. */
const quoted = ({ text }: Message): string => `${text.replace(/^/gm, '> ')}\n\n`;

/** Whether enough was said for a summary, and none of it by this person. */
const isNewToMe = (messages: readonly Message[], userId: number, from: number): boolean =>
  messages.filter((message) => message.from === 'Cliente').length >= from &&
  !messages.some(({ agent, note }) => agent?.id === userId && !note);

interface OpenProps extends ConversationPaneProps {
  card: Conversation;
  /** Undefined until the worker has told it. */
  view: MessagesView | undefined;
}

function Open({ card, view, ...props }: OpenProps) {
  const { user, place } = usePlace();
  const may = useMay();
  const outbox = useOutbox() ?? NOTHING_WAITS;
  const { jump, jumpTo, jumpOver } = useJump();
  const [replaying, setReplaying] = useState(false);
  const [searched, setSearched] = useState<string | null>(null);
  const [atEnd, setAtEnd] = useState(false);
  const helped = place.bot.model_help === true;
  const [helping, setHelping] = useState<TalkHelpAbout | null>(null);
  const [along, setAlong] = useState<string | null>(null);
  // Stays when the last one left: somebody may be changing its words.
  const [planned, setPlanned] = useState(false);
  if (card.scheduled_count && !planned) setPlanned(true);
  const looking = useAttention();
  const cut = useCut();
  const mine = card.state === 'taken' && card.agent_id === user.id;
  const unread = card.pending_messages_count > 0 || card.unread;
  // Read by the one who has it, while they look at the newest message, and by nobody else.
  const reads = mine && unread && looking && atEnd;
  const read = useCallback(
    () =>
      hub()
        .markRead(card.bot_id, card.id)
        .catch((error: unknown) => console.warn('Not marked as read.', error)),
    [card.bot_id, card.id],
  );
  const upTo = view?.messages.at(-1)?.order ?? 0;
  useEffect(() => {
    if (reads && upTo > 0) void read();
  }, [reads, upTo, read]);

  useLook(card, user.id, looking);

  const rights = { add: may('live', 'add'), edit: may('live', 'edit'), tickets: may('tickets', 'add') };
  const actions = actionsFor(card, user.id, { ...rights, shunt: may('live', 'shunt-agent') });
  const write = writeState(card, user.id, rights);
  const { reply: quotes, note: notes } = write;
  const { tickets } = rights;
  const { composer, onTicket } = props;
  const ticketOf = useRef(onTicket);
  useEffect(() => {
    ticketOf.current = onTicket;
  }, [onTicket]);
  const uses = useMemo<MessageUses>(() => {
    const begin = (mode: DraftMode) => (message: Message) => composer.current?.focus(mode, quoted(message));
    return {
      quote: quotes ? begin('reply') : null,
      note: notes ? begin('note') : null,
      translates: helped,
      ticket: tickets ? ({ text }) => ticketOf.current(plainLine(text, TICKET_LIMITS.subject)) : null,
    };
  }, [composer, quotes, notes, tickets, helped]);
  const transcript = () =>
    void loadChunk(() => import('./actions/send-transcript.ts')).then(
      (part) => part.sendTranscript(card),
      (error: unknown) => toastFailure('No se envió la transcripción', error),
    );
  const from = place.bot.model_summary;
  /** By a press, because it seems due (the server decides), or not. */
  const [summary, setSummary] = useState<'wanted' | 'closed' | null>(null);
  const due =
    from !== undefined &&
    mine &&
    summary === null &&
    view !== undefined &&
    isNewToMe(view.messages, user.id, from);
  // Once it stands there it goes by its own button alone.
  const [summarized, setSummarized] = useState(false);
  if (due && !summarized) setSummarized(true);
  const summaryShown = helped && (summary === 'wanted' || (summarized && mine && summary !== 'closed'));
  const closing = outbox.some(
    ({ conversationId, command }) => conversationId === card.id && isClosing(command),
  );
  const [wasClosing, setWasClosing] = useState(false);
  if (closing !== wasClosing) {
    setWasClosing(closing);
    if (closing && rights.edit) setHelping('closing');
  }
  // A close that was taken back ends nothing.
  const takenBack = helping === 'closing' && !closing && card.state !== 'closed';
  const given = () => {
    setAlong(null);
    props.onGiven();
  };
  /** The note leaves first, while the conversation is still the giver's to write in. */
  const withNote = (give: () => Promise<void>) => {
    const text = along?.trim() ?? '';
    given();
    const left =
      text === ''
        ? Promise.resolve()
        : hub().send({ botId: card.bot_id, conversationId: card.id, text, note: true, keepDraft: true });
    left.then(give).catch((error: unknown) => toastFailure('No se derivó', error));
  };
  const question = outbox.find((entry) => entry.conversationId === card.id && entry.state === 'asking');
  return (
    <section className={classes.pane} aria-labelledby="conversation-title" data-private="">
      <ConversationHeader
        card={card}
        online={view?.online ?? card.isUserOnline}
        actions={actions}
        onAction={(action) => props.onAction(card, action)}
        onBack={props.onBack}
        clientShown={props.clientShown}
        onClient={props.onClient}
        onFind={() => props.onFind(true)}
        onTranscript={rights.add ? transcript : null}
        onHelp={
          helped
            ? (about) =>
                about === 'summary' && from !== undefined ? setSummary('wanted') : setHelping(about)
            : null
        }
        onReplay={() => setReplaying(true)}
      />
      {props.finding ? (
        <FindBar
          conversationId={card.id}
          upTo={upTo}
          onSearch={setSearched}
          onJump={jumpTo}
          onClose={() => {
            setSearched(null);
            props.onFind(false);
          }}
        />
      ) : null}
      {helped && helping && !takenBack ? (
        <TalkHelp
          key={helping}
          card={card}
          about={helping}
          onNote={notes ? (words) => composer.current?.focus('note', words) : null}
          onTags={() => setHelping('tags')}
          onClose={() => setHelping(null)}
        />
      ) : null}
      {summaryShown ? (
        <KeptSummary
          key={String(summary)}
          conversationId={card.id}
          wanted={summary === 'wanted'}
          onNote={notes ? (words) => composer.current?.focus('note', words) : null}
          onClose={() => setSummary('closed')}
        />
      ) : null}
      {may('live', 'read') ? null : <p className={states.state}>{TEXTS.noModuleAccess}</p>}
      {view?.partial && cut ? <OfflineLogNote /> : null}
      {view && (view.messages.length > 0 || !view.loading) && (!view.partial || cut) ? (
        <MessageLog
          // With the messages it opens anew, at what is unread.
          key={String(view.partial)}
          card={card}
          view={view}
          outbox={outbox}
          onAtEnd={setAtEnd}
          jump={jump}
          uses={uses}
          searched={searched}
          onJumpOver={jumpOver}
        />
      ) : (
        <LogSkeleton />
      )}
      <Presence view={view} me={user.id} lead={leadNameOf(card)} />
      {planned ? <ScheduledStrip card={card} /> : null}
      {card.joined || card.joined_into ? <JoinedStrip card={card} /> : null}
      {question ? <StaleQuestion entry={question} /> : null}
      <Composer
        card={card}
        write={write}
        onAct={(action) => props.onAction(card, action)}
        onClosing={() => props.onClosing(card)}
        handle={props.composer}
      />
      {replaying ? <ReplayDialog card={card} onJump={jumpTo} onClose={() => setReplaying(false)} /> : null}
      {props.giving ? (
        <DeriveDialog
          {...deriveOne(card, user.id)}
          onClose={given}
          onGive={(agentId, reason) => {
            const command = props.giving ?? 'derive';
            withNote(() => props.onGive(card, command, agentId, reason));
          }}
          onTeam={(team, reason) => withNote(() => props.onGiveTeam(card, team, reason))}
        >
          {helped && notes && may('live', 'read') ? (
            <GivenSummary conversationId={card.id} note={along} onNote={setAlong} />
          ) : null}
        </DeriveDialog>
      ) : null}
    </section>
  );
}
