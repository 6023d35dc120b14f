/** 'Enviar más tarde': when what is written leaves; or other words and another moment for what was planned. */
import { Modal, Textarea } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import { useRef, useState } from 'react';
import { scheduledMessageCalls } from '../../../../contract/calls/scheduled-messages.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { ScheduledMessage } from '../../../../contract/entities/scheduled-message.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { call } from '../../../api/call.ts';
import { useZone } from '../../../bot/place-context.ts';
import { useMessages } from '../../../hub/hooks.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import { MomentForm } from '../actions/moment-form.tsx';
import { momentText } from './moment-text.ts';
import classes from './scheduled.module.css';

interface ScheduleDialogProps {
  card: Conversation;
  /** What is planned already; null: it is new. */
  kept: ScheduledMessage | null;
  /** What is to be sent. */
  text: string;
  onClose: () => void;
  /** It is kept by the server. */
  onDone: () => void;
}

export default function ScheduleDialog({ card, kept, text, onClose, onDone }: ScheduleDialogProps) {
  useFocusBack();
  const zone = useZone();
  const view = useMessages(card.bot_id, card.id);
  const present = useServerNow();
  const [words, setWords] = useState(text);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The same plan asked for again is the same one; another moment is another plan. */
  const asked = useRef({ at: '', temporalId: '' });

  const plan = async (at: Date) => {
    const send_at = at.toISOString();
    if (asked.current.at !== send_at) asked.current = { at: send_at, temporalId: crypto.randomUUID() };
    const last = view?.messages.at(-1)?.order;
    const body = { text: words, send_at, ...(last === undefined ? {} : { last_seen: last }) };
    setBusy(true);
    setFailure(null);
    try {
      if (kept) await call(scheduledMessageCalls.changeScheduledMessage, { params: { id: kept.id }, body });
      else
        await call(scheduledMessageCalls.scheduleMessage, {
          params: { id: card.id },
          body: { ...body, temporal_id: asked.current.temporalId },
        });
      toastSuccess(`Programado para ${momentText(send_at, present, zone)}`);
      onDone();
      onClose();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={kept ? 'Cambiar el mensaje programado' : 'Enviar más tarde'}
      centered
    >
      {kept ? (
        <Textarea
          label="Mensaje"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={LIMITS.messageText}
          value={words}
          error={words.trim() === '' ? 'Escribe un mensaje antes de programarlo.' : null}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : (
        <blockquote className={classes.words}>{words}</blockquote>
      )}
      <p className={classes.lead}>
        No se envía si antes escribe el cliente o responde otra persona: te avisamos y decides tú.
      </p>
      <MomentForm
        initial={kept?.send_at}
        disabled={words.trim() === ''}
        busy={busy}
        focused={!kept}
        confirm="Programar"
        back="Volver"
        onChoose={(at) => void plan(at)}
        onClose={onClose}
      >
        {failure === null ? null : (
          <p className={classes.failure} role="alert">
            No se programó. {failure}
          </p>
        )}
      </MomentForm>
    </Modal>
  );
}
