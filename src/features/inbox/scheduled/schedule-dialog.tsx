/** 'Enviar más tarde': when what is written leaves; or other words and another moment for what was planned. */
import { Modal, Textarea } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import { useRef, useState } from 'react';
import { scheduledMessageCalls } from '../../../../contract/calls/scheduled-messages.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Attachment } from '../../../../contract/entities/message.ts';
import type { ScheduledMessage } from '../../../../contract/entities/scheduled-message.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import type { OfferedLink } from '../../../../contract/rules/offered-links.ts';
import type { WorkFile } from '../../../../workers/hub/surface/outbox-entry.ts';
import { call } from '../../../api/call.ts';
import { useZone } from '../../../bot/place-context.ts';
import { useMessages } from '../../../hub/hooks.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import { offerWords } from '../../answer-parts/offer-words.ts';
import { MomentForm } from '../actions/moment-form.tsx';
import { KeptParts } from './kept-parts.tsx';
import { momentText } from './moment-text.ts';
import classes from './scheduled.module.css';
import { emptyDraft, uploadDraft } from './upload-draft.ts';

interface ScheduleDialogProps {
  card: Conversation;
  /** What is planned already; null: it is new. */
  kept: ScheduledMessage | null;
  /** What is to be sent. */
  text: string;
  /** Of the draft, where it is new: they go to the server with it. */
  files?: readonly WorkFile[];
  /** Labels of the options under the draft. */
  buttons?: readonly string[];
  /** Buttons after them that open a page. */
  links?: readonly OfferedLink[];
  onClose: () => void;
  /** It is kept by the server. */
  onDone: () => void;
}

const NO_FILES: readonly WorkFile[] = [];
const NO_BUTTONS: readonly string[] = [];
const NO_LINKS: readonly OfferedLink[] = [];

export default function ScheduleDialog({
  card,
  kept,
  text,
  files: drafted = NO_FILES,
  buttons: offered = NO_BUTTONS,
  links: linked = NO_LINKS,
  onClose,
  onDone,
}: ScheduleDialogProps) {
  useFocusBack();
  const zone = useZone();
  const view = useMessages(card.bot_id, card.id);
  const present = useServerNow();
  const [words, setWords] = useState(text);
  const [files, setFiles] = useState<readonly (WorkFile | Attachment)[]>(kept?.attachments ?? drafted);
  const [buttons, setButtons] = useState<readonly string[]>(kept?.buttons ?? offered);
  const [links, setLinks] = useState<readonly OfferedLink[]>(kept?.links ?? linked);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The same plan asked for again is the same one; another moment is another plan. */
  const asked = useRef({ at: '', temporalId: '' });

  const plan = async (at: Date) => {
    const send_at = at.toISOString();
    if (asked.current.at !== send_at) asked.current = { at: send_at, temporalId: crypto.randomUUID() };
    const last = view?.messages.at(-1)?.order;
    setBusy(true);
    setFailure(null);
    try {
      const attachments = kept ? files.map(({ id }) => id) : await uploadDraft(card.bot_id, drafted);
      const body = {
        text: words,
        attachments,
        buttons: [...buttons],
        links: [...links],
        send_at,
        ...(last === undefined ? {} : { last_seen: last }),
      };
      if (kept) await call(scheduledMessageCalls.changeScheduledMessage, { params: { id: kept.id }, body });
      else
        await call(scheduledMessageCalls.scheduleMessage, {
          params: { id: card.id },
          body: { ...body, temporal_id: asked.current.temporalId },
        });
      toastSuccess(`Programado para ${momentText(send_at, present, zone)}`);
      onDone();
      onClose();
      if (!kept)
        await emptyDraft(card, drafted, offered.length + linked.length > 0).catch((error: unknown) =>
          toastFailure('No se quitó del borrador lo que ya se programó', error),
        );
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  const offers = buttons.length + links.length > 0;
  const blank = words.trim() === '' && (files.length === 0 || offers);
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
          error={blank ? 'Escribe un mensaje antes de programarlo.' : null}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : words === '' ? null : (
        <blockquote className={classes.words}>{words}</blockquote>
      )}
      <KeptParts
        files={files}
        buttons={buttons}
        links={links}
        {...(kept
          ? {
              onFiles: (ids: readonly string[]) => setFiles(files.filter(({ id }) => ids.includes(id))),
              onButtons: setButtons,
              onLinks: setLinks,
            }
          : {})}
      />
      {offers ? (
        <p className={classes.how} role="status">
          {offerWords(card.channel, words, buttons, links)}
        </p>
      ) : null}
      <p className={classes.lead}>
        No se envía si antes escribe el cliente o responde otra persona: te avisamos y decides tú.
      </p>
      <MomentForm
        initial={kept?.send_at}
        disabled={blank}
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
