/** A conversation to be read: no marks, nothing to answer with (docs/product.md §10: never for somebody who only watches). */
import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { config, inboxPath } from '../../../base/client-config.ts';
import { dateTimeText } from '../../../ui/dates.ts';
import '../../../ui/dialog-styles.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { leadName } from '../list/conversation-row.tsx';
import { MessageLog } from '../log/message-log.tsx';
import { useReadMessages } from '../log/use-read-messages.ts';
import classes from './client-conversations.module.css';

export default function ConversationReader({ card, onClose }: { card: Conversation; onClose: () => void }) {
  useFocusBack();
  const { view, source, error } = useReadMessages(card.id);
  return (
    <Modal opened onClose={onClose} size="46rem" centered title={`Conversación con ${leadName(card)}`}>
      <div className={classes.reader}>
        <p>
          {withProduct(STATE_LABELS[card.state], config().product.name)} · {CHANNEL_LABELS[card.channel]} ·
          desde el {dateTimeText(card.created_at)}
          {card.agent_name ? ` · ${card.agent_name}` : ''} ·{' '}
          <Link
            to={inboxPath()}
            search={{ bot: card.bot_id, state: card.state, conversation: card.id }}
            onClick={onClose}
          >
            Abrir en la bandeja
          </Link>
        </p>
        {view ? (
          <MessageLog card={card} view={view} outbox={NO_OUTBOX} source={source} />
        ) : error ? (
          <LoadError message={error} onRetry={source.reload} />
        ) : (
          <LoadRows label="Cargando mensajes…" />
        )}
      </div>
    </Modal>
  );
}

const NO_OUTBOX: never[] = [];
