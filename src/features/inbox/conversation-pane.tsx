/** The open conversation: header, messages, who is there, composer. */
import { lazy, type Ref, Suspense, useCallback, useEffect, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { hub, useConversation, useMessages, useOutbox } from '../../hub/hooks.ts';
import { type Action, actionsFor } from './actions.ts';
import { Composer, type ComposerHandle } from './composer.tsx';
import { writeState } from './composer-state.ts';
import { ConversationHeader } from './conversation-header.tsx';
import classes from './conversation-pane.module.css';
import { MessageLog } from './message-log.tsx';
import states from './pane-states.module.css';
import { Presence, RatingLine } from './presence.tsx';
import { StaleQuestion } from './stale-question.tsx';
import { useHands } from './use-actions.ts';
import { useAttention } from './use-attention.ts';

const DeriveDialog = lazy(() => import('./derive-dialog.tsx'));

interface ConversationPaneProps {
  conversationId: string;
  composer: Ref<ComposerHandle>;
  onBack: (() => void) | null;
  clientShown: boolean;
  onClient: () => void;
  /** The hand-over dialog: open with this command, from button or key. */
  giving: 'derive' | 'assign' | null;
  onAction: (card: Conversation, action: Action) => void;
  onGiven: () => void;
}

export function ConversationPane(props: ConversationPaneProps) {
  const { conversationId } = props;
  const { place } = usePlace();
  const found = useConversation(place.bot.id, conversationId);
  // Whoever lost sight of it no longer watches it.
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
  return <Open key={conversationId} {...props} card={found.card} />;
}

function Open({ card, ...props }: ConversationPaneProps & { card: Conversation }) {
  const { user } = usePlace();
  const may = useMay();
  const view = useMessages(card.bot_id, card.id);
  const outbox = useOutbox() ?? [];
  const hands = useHands();
  const [atEnd, setAtEnd] = useState(false);
  const looking = useAttention();
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

  const actions = actionsFor(card, { edit: may('live', 'edit'), shunt: may('live', 'shunt-agent') });
  const write = writeState(card, user.id, { add: may('live', 'add'), edit: may('live', 'edit') });
  const question = outbox.find((entry) => entry.conversationId === card.id && entry.state === 'asking');
  return (
    <section className={classes.pane} aria-labelledby="conversation-title">
      <ConversationHeader
        card={card}
        online={view?.online ?? card.isUserOnline}
        actions={actions}
        onAction={(action) => props.onAction(card, action)}
        onBack={props.onBack}
        clientShown={props.clientShown}
        onClient={props.onClient}
      />
      {may('live', 'read') ? null : <p className={states.state}>{TEXTS.noModuleAccess}</p>}
      {view && (view.messages.length > 0 || !view.loading) ? (
        <MessageLog card={card} view={view} outbox={outbox} onAtEnd={setAtEnd} />
      ) : (
        <div className={classes.loading} role="status">
          <span className="visually-hidden">Cargando mensajes…</span>
          <i aria-hidden="true" />
          <i aria-hidden="true" />
          <i aria-hidden="true" />
        </div>
      )}
      {card.rating ? <RatingLine rating={card.rating} /> : null}
      <Presence view={view} me={user.id} lead={card.lead_name} />
      {question ? <StaleQuestion entry={question} /> : null}
      <Composer
        card={card}
        write={write}
        onTake={() => void hands.act(card, 'take')}
        handle={props.composer}
      />
      {props.giving ? (
        <Suspense fallback={null}>
          <DeriveDialog
            card={card}
            onClose={props.onGiven}
            onGive={(agentId, reason) => {
              void hands.give(card, props.giving ?? 'derive', agentId, reason);
              props.onGiven();
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
