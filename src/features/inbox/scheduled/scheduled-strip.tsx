/** What is planned in the open conversation, over the composer: when, which words, and what can be done with them. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { scheduledMessageCalls } from '../../../../contract/calls/scheduled-messages.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { ScheduledMessage } from '../../../../contract/entities/scheduled-message.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay, usePlace, useZone } from '../../../bot/place-context.ts';
import { useMessages } from '../../../hub/hooks.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import plain from '../../../ui/plain-button.module.css';
import { toastFailure } from '../../../ui/toast.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import { KeptParts } from './kept-parts.tsx';
import { momentText } from './moment-text.ts';
import { loadScheduleDialog } from './parts.ts';
import classes from './scheduled.module.css';

const ScheduleDialog = lazyPart(loadScheduleDialog);

export default function ScheduledStrip({ card }: { card: Conversation }) {
  const queries = useQueryClient();
  // The hub names `conversation/{id}` stale when an event changed it; the count says at once that there are others.
  const key = [`conversation/${card.id}`, 'scheduled'];
  const found = useQuery({
    queryKey: [...key, card.scheduled_count],
    queryFn: ({ signal }) =>
      call(scheduledMessageCalls.scheduledMessages, { params: { id: card.id }, signal }),
    placeholderData: keepPreviousData,
  });
  const [changed, setChanged] = useState<ScheduledMessage | null>(null);
  const again = () => void queries.invalidateQueries({ queryKey: key });
  if (found.error && !found.data)
    return (
      <section className={classes.strip} aria-label="Mensajes programados">
        <p className={classes.item} role="alert">
          No pudimos cargar los mensajes programados. {sentence(found.error)}
          <button type="button" className={plain.medium} onClick={again}>
            Reintentar
          </button>
        </p>
      </section>
    );
  const messages = found.data?.scheduled_messages ?? [];
  return (
    <>
      {messages.length === 0 ? null : (
        <section className={classes.strip} aria-label="Mensajes programados">
          <ul>
            {messages.map((message) => (
              <Planned
                key={message.id}
                card={card}
                message={message}
                onChange={() => setChanged(message)}
                onDone={again}
              />
            ))}
          </ul>
        </section>
      )}
      {changed ? (
        <ScheduleDialog
          card={card}
          kept={changed}
          text={changed.text}
          onClose={() => setChanged(null)}
          onDone={again}
        />
      ) : null}
    </>
  );
}

interface PlannedProps {
  card: Conversation;
  message: ScheduledMessage;
  onChange: () => void;
  onDone: () => void;
}

function Planned({ card, message, onChange, onDone }: PlannedProps) {
  const { user, place } = usePlace();
  const may = useMay()('live', 'add');
  const zone = useZone();
  const now = useServerNow();
  const view = useMessages(card.bot_id, card.id);
  const [busy, setBusy] = useState(false);
  const has = may && card.state === 'taken' && card.agent_id === user.id;
  const cancels = has || (may && (message.author.id === user.id || place.link.role.base !== 'agente'));
  const unsent = message.state === 'unsent';
  const run = async (title: string, work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(title, error);
    }
    setBusy(false);
    onDone();
  };
  const params = { id: message.id };
  const send = () => {
    const last = view?.messages.at(-1)?.order;
    const body = last === undefined ? {} : { last_seen: last };
    void run('No se envió', () => call(scheduledMessageCalls.sendScheduledMessage, { params, body }));
  };
  const cancel = async () => {
    const sure = await ask({
      title: unsent ? '¿Descartar este mensaje?' : '¿Cancelar este mensaje programado?',
      text: message.text || message.attachments.map(({ name }) => plainLine(name)).join(', '),
      confirm: unsent ? 'Descartar' : 'Cancelar mensaje',
      cancel: 'Conservarlo',
      danger: true,
    });
    if (sure) void run('No se canceló', () => call(scheduledMessageCalls.cancelScheduledMessage, { params }));
  };
  return (
    <li className={classes.item} data-unsent={unsent || undefined}>
      <div className={classes.said}>
        <strong>
          {unsent ? 'No se envió' : `Programado para ${momentText(message.send_at, now, zone)}`}
          {message.author.id === user.id ? '' : ` por ${message.author.name}`}
        </strong>
        {unsent ? <span className={classes.reason}>{message.reason}</span> : null}
        {message.text === '' ? null : <span className={classes.text}>{message.text}</span>}
        <KeptParts files={message.attachments} buttons={message.buttons} links={message.links ?? []} />
      </div>
      <div className={classes.acts}>
        {has ? (
          <>
            <button type="button" className={plain.medium} disabled={busy} onClick={send}>
              Enviar ahora
            </button>
            <button type="button" className={plain.medium} disabled={busy} onClick={onChange}>
              {unsent ? 'Programar de nuevo' : 'Cambiar'}
            </button>
          </>
        ) : null}
        {cancels ? (
          <button type="button" className={plain.medium} disabled={busy} onClick={() => void cancel()}>
            {unsent ? 'Descartar' : 'Cancelar'}
          </button>
        ) : null}
      </div>
    </li>
  );
}
