/** What was said in a ticket to the makers, and the way to say more. */
import { Button, Checkbox, Textarea } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makerTicketCalls } from '../../../contract/calls/maker-tickets.ts';
import type { Ticket, TicketMessage } from '../../../contract/entities/ticket.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing } from '../../ui/missing.tsx';
import { FileField } from './file-field.tsx';
import { SaidFiles } from './said-files.tsx';
import classes from './support.module.css';
import { useMakerTicket, useShowThread } from './support-queries.ts';
import { useSupportFiles } from './use-support-files.ts';

export function Thread({ id }: { id: string }) {
  const { user } = usePlace();
  const found = useMakerTicket(id);
  if (found.isPending) return <LoadRows label="Cargando la consulta…" rows={3} height={48} />;
  if (!found.data)
    return isMissing(found.error) ? (
      <p role="alert">Esta consulta no existe o no es tuya.</p>
    ) : (
      <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
    );
  const { ticket, messages } = found.data;
  const mine = ticket.opened_by.id === user.id;
  return (
    <div className={classes.thread}>
      <ol className={classes.messages} aria-label={`Mensajes de ${ticket.tracking_code}`}>
        {messages.map((message) => (
          <Said key={message.id} message={message} ticket={ticket} mine={mine} />
        ))}
      </ol>
      <Answer ticket={ticket} mine={mine} />
    </div>
  );
}

function Said({ message, ticket, mine }: { message: TicketMessage; ticket: Ticket; mine: boolean }) {
  const opener = message.from === 'Cliente';
  const who = opener ? (mine ? 'Tú' : ticket.opened_by.name) : (message.agent?.name ?? 'El equipo');
  return (
    <li data-own={opener === mine || undefined} data-note={message.note || undefined}>
      <p className={classes.facts}>
        {message.note ? 'Nota interna · ' : ''}
        {who} · <time dateTime={message.created_at}>{dateTimeText(message.created_at)}</time>
      </p>
      {message.text === '' ? null : (
        <p className={classes.text}>
          <bdi>{message.text}</bdi>
        </p>
      )}
      <SaidFiles files={message.attachments} />
    </li>
  );
}

function Answer({ ticket, mine }: { ticket: Ticket; mine: boolean }) {
  const show = useShowThread();
  const [text, setText] = useState('');
  const files = useSupportFiles();
  const [note, setNote] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const send = useMutation({
    // The same key until it arrived: pressed twice, or after a lost answer, it is one message.
    mutationFn: (solve: boolean) =>
      call(makerTicketCalls.writeMakerTicket, {
        params: { id: ticket.id },
        body: { text, temporal_id: key, attachments: files.ids ?? [], ...(mine ? {} : { note, solve }) },
      }),
    onSuccess: (thread) => {
      show(ticket.id, thread);
      setText('');
      files.clear();
      setKey(crypto.randomUUID());
    },
  });
  if (!mine && ticket.state === 'closed') return <p className={classes.facts}>Está cerrada.</p>;
  const empty = files.ids === null || (text.trim() === '' && files.ids.length === 0);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty && !send.isPending) send.mutate(false);
      }}
    >
      <Textarea
        label={mine ? 'Agrega algo' : note ? 'Nota para el equipo' : `Respuesta a ${ticket.opened_by.name}`}
        description={
          mine && ticket.state === 'closed'
            ? 'Está cerrada: lo que escribas abre una consulta nueva.'
            : undefined
        }
        autosize
        minRows={2}
        maxRows={14}
        maxLength={LIMITS.messageText}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FileField of={files} />
      {mine ? null : (
        <Checkbox
          label="Nota interna: solo la ve el equipo"
          checked={note}
          onChange={(event) => setNote(event.currentTarget.checked)}
        />
      )}
      {send.error ? (
        <p role="alert" className={classes.fault}>
          {sentence(send.error)}
        </p>
      ) : null}
      <div className={classes.ways}>
        <Button type="submit" loading={send.isPending} disabled={empty}>
          Enviar
        </Button>
        {mine || note ? null : (
          <Button variant="default" disabled={empty || send.isPending} onClick={() => send.mutate(true)}>
            Enviar y resolver
          </Button>
        )}
      </div>
    </form>
  );
}
