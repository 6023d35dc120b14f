/** 'Unir a esta conversación': says what will happen, and does it. */
import { Button, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { joiningCalls } from '../../../../contract/calls/joining.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { JOIN_LIMITS } from '../../../../contract/join-limits.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { config } from '../../../base/client-config.ts';
import { useMessages } from '../../../hub/hooks.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { dateTimeText } from '../../../ui/dates.ts';
import '../../../ui/dialog-styles.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { keepRan } from '../actions/ran.ts';
import { whyNot } from '../actions/why-not.ts';
import { separate } from './joined-words.ts';
import classes from './joining.module.css';

interface JoinDialogProps {
  /** The one that is open, which stays. */
  card: Conversation;
  /** The one that is joined to it, as it was shown. */
  source: Conversation;
  onClose: () => void;
}

export default function JoinDialog({ card, source, onClose }: JoinDialogProps) {
  useFocusBack();
  const view = useMessages(card.bot_id, card.id);
  // What was on the screen before this covered it: what a colleague says meanwhile was not seen.
  const [seen, setSeen] = useState<number | null>(null);
  if (seen === null && view) setSeen(view.messages.at(-1)?.order ?? 0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** An answer that was lost is asked for again under the same key. */
  const key = useRef(crypto.randomUUID());
  const [here, there] = [CHANNEL_LABELS[card.channel], CHANNEL_LABELS[source.channel]];
  const taken = card.state === 'taken';
  const join = async () => {
    if (seen === null) return;
    setBusy(true);
    setFailure(null);
    try {
      const joined = await call(joiningCalls.joinConversation, {
        params: { id: card.id },
        body: {
          source_id: source.id,
          temporal_id: key.current,
          last_seen: seen,
          source_seen: source.last_message_date,
        },
      });
      keepRan({
        id: joined.id,
        text: `Se unió la conversación de ${there}`,
        until: Date.now() + JOIN_LIMITS.undo,
        undo: () => separate(card.id, joined.id),
        failure: 'No se separó la conversación',
      });
      onClose();
    } catch (error) {
      // Without an answer nobody knows whether it happened; a refusal did nothing.
      if (error instanceof ApiError && !error.passing) key.current = crypto.randomUUID();
      setFailure(whyNot(error, 'revisa las dos conversaciones y vuelve a unirlas.'));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Unir a esta conversación" centered>
      <div className={classes.source}>
        <p>
          <ChannelIcon channel={source.channel} size={14} /> {there} ·{' '}
          {withProduct(STATE_LABELS[source.state], config().product.name)}
          {source.agent_name ? ` · ${source.agent_name}` : ''} · {dateTimeText(source.last_message_date)}
        </p>
        <p className={classes.words}>{source.last_message || 'Sin mensajes'}</p>
      </div>
      <ul className={classes.effects}>
        <li>Lo que se dijo en ella se lee aquí, en orden de hora y con su canal.</li>
        <li>Ella queda terminada. Lo que respondas sale por {here}.</li>
        <li>
          Si el cliente vuelve a escribir por {there}, empieza otra conversación, que también se puede unir.
        </li>
        <li>Puedes separarlas después: vuelve a quedar como está ahora.</li>
      </ul>
      {taken ? null : (
        <p className={classes.first}>Toma primero esta conversación: quien la tiene responde por las dos.</p>
      )}
      {failure === null ? null : (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button data-autofocus disabled={!taken || seen === null} loading={busy} onClick={() => void join()}>
          Unir
        </Button>
      </div>
    </Modal>
  );
}
