/** `/{product}-live-2` (docs/product.md §2 Live inbox): states | list | conversation | client; a phone shows one at a time. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { leadNameOf } from '../../../contract/rules/lead-name.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { laterPart, lazyPart } from '../../base/lazy-part.tsx';
import { loadChunk } from '../../base/lazy-screen.ts';
import { loadAhead } from '../../base/load-ahead.ts';
import { useSurroundings } from '../../base/use-surroundings.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { usePlaceActions } from '../../frame/place-actions.ts';
import { useConversation } from '../../hub/hooks.ts';
import { useStored } from '../../ui/stored-state.ts';
import { toastFailure } from '../../ui/toast.ts';
import { useRoomy, useWide } from '../../ui/use-wide.ts';
import { ACTION_LABELS, type Action, actionsFor } from './actions/actions.ts';
import { useCardActions } from './actions/use-actions.ts';
import type { ComposerHandle } from './composer/composer.tsx';
import { INBOX_PARTS, loadClientPanel, loadConversation } from './inbox-parts.ts';
import { following, type KeyAction, neighbour } from './keys.ts';
import { ListPane } from './list/list-pane.tsx';
import states from './list/pane-states.module.css';
import { clearSelected, toggleSelected } from './list/selected.ts';
import { useSelection } from './list/use-selection.ts';
import { NothingOpen } from './nothing-open.tsx';
import { Panes } from './panes.tsx';
import { StatesPane } from './states-pane.tsx';
import reminder from './status-reminder.module.css';
import type { SupervisionPlace } from './supervisor/supervisor-view.tsx';
import { UndoSlot } from './undo-slot.tsx';
import { useKeys } from './use-keys.ts';

const ConversationPane = lazyPart(
  loadConversation,
  <div className={states.full} role="status">
    <p className={states.state}>Cargando la conversación…</p>
  </div>,
  'in-place',
);
const ClientPanel = lazyPart(loadClientPanel, null, 'in-place');
const SupervisorView = lazyPart(
  () => import('./supervisor/supervisor-view.tsx'),
  <div className={states.full} />,
  'in-place',
);
const NewTicketDialog = lazyPart(() => import('./ticket/new-ticket-dialog.tsx'));
const LabelsDialog = lazyPart(() => import('./actions/labels-dialog.tsx'));
const PriorityDialog = lazyPart(() => import('./actions/priority-dialog.tsx'));
const MacroPicker = lazyPart(() => import('./macros/macro-picker.tsx'));
const SnoozeDialog = lazyPart(() => import('./actions/snooze-dialog.tsx'));
const StatusReminder = laterPart(() => import('./status-reminder.tsx'), null, 'in-place');
const HelpDialog = lazyPart(() => import('./help-dialog.tsx'));

export { askFirstList } from './list/ask-first-list.ts';

export function InboxScreen() {
  const may = useMay();
  if (!may('live', 'read')) {
    return (
      <div className={states.full}>
        <p className={states.state}>{TEXTS.noModuleAccess}</p>
      </div>
    );
  }
  return (
    <div className={reminder.under}>
      <StatusReminder />
      <Inbox />
    </div>
  );
}

const isTrue = (stored: unknown) => stored !== false;
const isOn = (stored: unknown) => stored === true;
/** What the palette offers for the open conversation, in its order. */
const PALETTE: readonly Action[] = [
  'take',
  'take_over',
  'close',
  'derive',
  'assign',
  'macro',
  'ticket',
  'priority',
  'follow',
  'unfollow',
  'snooze',
  'reopen',
  'write_again',
];
const ASKING = ['labels', 'priority', 'snooze', 'ticket', 'macro'] as const satisfies readonly Action[];
type Asking = (typeof ASKING)[number];
const isAsking = (action: Action): action is Asking => ASKING.some((one) => one === action);
/** After these the conversation may be done with. */
const ADVANCES: ReadonlySet<Action> = new Set<Action>(['take', 'close']);

function Inbox() {
  useEffect(() => loadAhead(INBOX_PARTS), []);
  const selection = useSelection();
  const { botId, openId, open, supervising } = selection;
  const { user } = usePlace();
  const may = useMay();
  const wide = useWide();
  const roomy = useRoomy();
  const isAround = useSurroundings();
  const actions = useCardActions();
  const composer = useRef<ComposerHandle>(null);
  const [clientWanted, setClientWanted] = useStored('inbox-client', isTrue);
  const [letters, setLetters] = useStored('inbox-letters', isTrue);
  const [advance, setAdvance] = useStored('inbox-advance', isOn);
  /** Phone and narrow windows: the panel over the conversation, for this visit. */
  const [clientOver, setClientOver] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [giving, setGiving] = useState<'derive' | 'assign' | null>(null);
  /** The dialog about the open conversation's labels, priority or reminder, a ticket of it, or a macro on it. */
  const [asking, setAsking] = useState<Asking | null>(null);
  /** Of the ticket that is made of a message; null: the conversation's own. */
  const [subject, setSubject] = useState<string | null>(null);
  const [help, setHelp] = useState(false);
  /** The conversation in which somebody searches. */
  const [findIn, setFindIn] = useState<string | null>(null);
  const supervision = useRef<SupervisionPlace>({ unfolded: null, watched: null });
  const shown = useRef<readonly Conversation[]>([]);
  const shownIds = () => shown.current.map((one) => one.id);
  const openNow = useRef(openId);
  useEffect(() => {
    openNow.current = openId;
  }, [openId]);
  const onShown = useCallback((cards: readonly Conversation[]) => {
    shown.current = cards;
  }, []);
  const found = useConversation(botId, openId);
  const card = found?.card ?? null;

  /** The row stays until one leaves it; who wants to goes on to the next, unless they have left meanwhile. */
  const afterwards = (id: string) => {
    const next = advance ? following(shownIds(), id) : null;
    return next === null ? null : () => openNow.current === id && open(next);
  };
  const act = (target: Conversation, action: Action) => {
    if (action === 'derive' || action === 'assign') return setGiving(action);
    if (isAsking(action)) {
      setSubject(null);
      return setAsking(action);
    }
    // Left open it would be read again at once.
    if (action === 'unread') open(null);
    if (action === 'write_again') {
      return void loadChunk(() => import('./write-again.ts')).then(
        (part) => part.writeAgain(target, open),
        (error: unknown) => toastFailure('No se pudo iniciar la conversación', error),
      );
    }
    if (action === 'follow' || action === 'unfollow') {
      return void loadChunk(() => import('./actions/follow.ts')).then(
        (part) => part.follow(target, action === 'follow'),
        (error: unknown) => toastFailure('No se pudo completar', error),
      );
    }
    const goOn = ADVANCES.has(action) ? afterwards(target.id) : null;
    void actions.act(target, action).then((done) => done && goOn?.());
  };
  const offeredNow = () =>
    card
      ? actionsFor(card, user.id, {
          add: may('live', 'add'),
          edit: may('live', 'edit'),
          shunt: may('live', 'shunt-agent'),
          tickets: may('tickets', 'add'),
        })
      : [];
  usePlaceActions(() =>
    card
      ? PALETTE.filter((action) => offeredNow().includes(action)).map((action) => ({
          label: `${ACTION_LABELS[action].replace('…', '')}: ${leadNameOf(card)}`,
          run: () => act(card, action),
        }))
      : [],
  );
  const actIfOffered = (wanted: readonly Action[]) => {
    if (!card) return;
    const offered = offeredNow();
    const action = wanted.find((one) => offered.includes(one));
    if (action) act(card, action);
  };
  const move = (step: 1 | -1) => {
    const next = neighbour(shownIds(), openId, step);
    if (next !== null) open(next);
  };
  /** The row that has the focus, else the open one. */
  const select = () => {
    const row = document.activeElement?.closest('li')?.querySelector('[data-conversation]');
    const id = row?.getAttribute('data-conversation') ?? openId;
    if (id !== null) toggleSelected(id);
  };
  useKeys(letters, (action: KeyAction) => {
    switch (action) {
      case 'next':
        return move(1);
      case 'previous':
        return move(-1);
      case 'reply':
      case 'note':
        return composer.current?.focus(action);
      case 'take':
        return actIfOffered(['take', 'take_over']);
      case 'close':
        return actIfOffered(['close']);
      case 'derive':
        return actIfOffered(['derive', 'assign']);
      case 'ticket':
        return actIfOffered(['ticket']);
      case 'priority':
      case 'macro':
        return actIfOffered([action]);
      case 'follow':
        return actIfOffered(['follow', 'unfollow']);
      case 'unread':
        return actIfOffered(['unread']);
      case 'snooze':
        return actIfOffered(['snooze']);
      case 'select':
        return select();
      case 'find':
        return setFindIn(openId);
      case 'clear':
        return clearSelected();
      case 'help':
        return setHelp(true);
    }
  });

  const clientShown = roomy ? clientWanted : clientOver;
  const toggleClient = () => (roomy ? setClientWanted(!clientWanted) : setClientOver(!clientOver));
  const conversation =
    openId === null ? (
      <NothingOpen name={user.name} onHelp={() => setHelp(true)} />
    ) : (
      <ConversationPane
        key={openId}
        conversationId={openId}
        composer={composer}
        onBack={wide ? null : () => open(null)}
        clientShown={clientShown}
        onClient={toggleClient}
        giving={giving}
        onTicket={(words) => {
          setSubject(words);
          setAsking('ticket');
        }}
        finding={findIn === openId}
        onFind={(finding) => setFindIn(finding ? openId : null)}
        onAction={act}
        onGiven={() => setGiving(null)}
        onGive={async (target, command, agentId, reason) => {
          const goOn = afterwards(target.id);
          if (await actions.give(target, command, agentId, reason)) goOn?.();
        }}
        onGiveTeam={async (target, team, reason) => {
          const goOn = afterwards(target.id);
          if (await actions.giveTeam(target, team, reason)) goOn?.();
        }}
        onClosing={(target) => afterwards(target.id)?.()}
      />
    );
  // Its place is there from the first frame on: what comes beside the conversation does not make it again.
  const client =
    openId !== null && clientShown && found?.card !== null ? (
      <ClientPanel conversationId={openId} onBack={wide ? null : () => setClientOver(false)} />
    ) : null;
  const back = wide ? null : () => setChoosing(true);
  const middle = supervising ? (
    <SupervisorView
      remembered={supervision}
      openId={openId}
      onOpen={open}
      onAgent={selection.showHeld}
      onAnswers={selection.showAnswers}
      onBack={back}
    />
  ) : (
    <ListPane selection={selection} onBack={back} onShown={onShown} />
  );
  // With nothing open, supervision takes the room of both.
  const broad = supervising && openId === null;
  /** A phone shows one pane: what is open, or the states to choose from, or the list. */
  const picks = !wide && openId === null && choosing;
  const listed = wide || (openId === null && !picks);
  const opened = wide || (broad ? !picks : openId !== null && client === null);
  const main = broad ? middle : conversation;
  return (
    <>
      <Panes
        single={!wide}
        broad={broad}
        states={
          wide || picks ? (
            isAround ? (
              <StatesPane selection={selection} onChoose={() => setChoosing(false)} />
            ) : (
              <div />
            )
          ) : null
        }
        list={listed ? middle : null}
        conversation={opened ? main : null}
        client={client}
      />
      <UndoSlot open={openId !== null} />
      {asking && card ? (
        asking === 'labels' ? (
          <LabelsDialog card={card} onClose={() => setAsking(null)} onChange={actions.set} />
        ) : asking === 'priority' ? (
          <PriorityDialog
            title="Prioridad de la conversación"
            priority={card.priority ?? null}
            onClose={() => setAsking(null)}
            onChoose={(priority) => {
              setAsking(null);
              void actions.set(card, { priority });
            }}
          />
        ) : asking === 'macro' ? (
          <MacroPicker
            card={card}
            onClose={() => setAsking(null)}
            onDone={(ended) => ended && afterwards(card.id)?.()}
          />
        ) : asking === 'ticket' ? (
          <NewTicketDialog
            from={{
              conversationId: card.id,
              name: leadNameOf(card),
              subject: subject ?? card.last_question ?? '',
              category: card.category,
            }}
            onClose={() => setAsking(null)}
          />
        ) : (
          <SnoozeDialog
            title="Posponer la conversación"
            snoozedUntil={card.snoozed_until}
            onClose={() => setAsking(null)}
            onSnooze={(snoozed_until) => {
              setAsking(null);
              void actions.set(card, { snoozed_until });
            }}
          />
        )
      ) : null}
      {help ? (
        <HelpDialog
          letters={letters}
          onLetters={setLetters}
          advance={advance}
          onAdvance={setAdvance}
          onClose={() => setHelp(false)}
        />
      ) : null}
    </>
  );
}
