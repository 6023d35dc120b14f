/** `/{product}-live-2` (spec §2 Live inbox): states | list | conversation | client; a phone shows one at a time. */
import { lazy, Suspense, useRef, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useConversation, useConversations } from '../../hub/hooks.ts';
import { useStored } from '../../ui/stored-state.ts';
import { useRoomy, useWide } from '../../ui/use-wide.ts';
import { type Action, actionsFor } from './actions.ts';
import { ClientPanel } from './client-panel.tsx';
import type { ComposerHandle } from './composer.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import { type KeyAction, neighbour } from './keys.ts';
import { ListPane } from './list-pane.tsx';
import { NothingOpen } from './nothing-open.tsx';
import states from './pane-states.module.css';
import { Panes } from './panes.tsx';
import { StatesPane } from './states-pane.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useHands } from './use-actions.ts';
import { useKeys } from './use-keys.ts';
import { useSelection } from './use-selection.ts';

const HelpDialog = lazy(() => import('./help-dialog.tsx'));

export function InboxScreen() {
  const may = useMay();
  if (!may('live', 'read')) {
    return (
      <div className={states.full}>
        <p className={states.state}>{TEXTS.noModuleAccess}</p>
      </div>
    );
  }
  return <Inbox />;
}

const isTrue = (stored: unknown) => stored !== false;

function Inbox() {
  const selection = useSelection();
  const { botId, query, openId, open } = selection;
  const { user } = usePlace();
  const may = useMay();
  const wide = useWide();
  const roomy = useRoomy();
  const hands = useHands();
  const composer = useRef<ComposerHandle>(null);
  const [clientWanted, setClientWanted] = useStored('inbox-client', isTrue);
  const [letters, setLetters] = useStored('inbox-letters', isTrue);
  /** Phone and narrow windows: the panel over the conversation, for this visit. */
  const [clientOver, setClientOver] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [giving, setGiving] = useState<'derive' | 'assign' | null>(null);
  const [help, setHelp] = useState(false);
  const list = useConversations(botId, query);
  const card = useConversation(botId, openId)?.card ?? null;

  const act = (target: Conversation, action: Action) => {
    if (action === 'derive' || action === 'assign') return setGiving(action);
    // Left open it would be read again at once.
    if (action === 'unread') open(null);
    void hands.act(target, action);
  };
  const actIfOffered = (wanted: readonly Action[]) => {
    if (!card) return;
    const offered = actionsFor(card, { edit: may('live', 'edit'), shunt: may('live', 'shunt-agent') });
    const action = wanted.find((one) => offered.includes(one));
    if (action) act(card, action);
  };
  const move = (step: 1 | -1) => {
    const next = neighbour(list?.cards.map((one) => one.id) ?? [], openId, step);
    if (next !== null) open(next);
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
        return actIfOffered(['take']);
      case 'close':
        return actIfOffered(['close']);
      case 'derive':
        return actIfOffered(['derive', 'assign']);
      case 'unread':
        return actIfOffered(['unread']);
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
        onAction={act}
        onGiven={() => setGiving(null)}
      />
    );
  const client =
    openId !== null && card && clientShown ? (
      <ClientPanel conversationId={openId} onBack={wide ? null : () => setClientOver(false)} />
    ) : null;
  return (
    <>
      {wide ? (
        <Panes
          states={<StatesPane selection={selection} />}
          list={<ListPane selection={selection} onBack={null} />}
          conversation={conversation}
          client={client}
        />
      ) : openId !== null ? (
        (client ?? conversation)
      ) : choosing ? (
        <StatesPane selection={selection} onChoose={() => setChoosing(false)} />
      ) : (
        <ListPane selection={selection} onBack={() => setChoosing(true)} />
      )}
      <UndoBar />
      {help ? (
        <Suspense fallback={null}>
          <HelpDialog letters={letters} onLetters={setLetters} onClose={() => setHelp(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
