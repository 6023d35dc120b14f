/** `/ticket/{token}`: a customer's own ticket, without an account: how it stands, what was said, and where to answer. */
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ticketCalls } from '../../../contract/calls/tickets.ts';
import type { TicketPage } from '../../../contract/entities/ticket.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { TicketState } from '../../../contract/rules/tickets.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dateText, dateTimeText } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing } from '../../ui/missing.tsx';
import classes from './customer-page.module.css';

/** How each state reads to who waits. */
const STATES: Record<TicketState, string> = {
  new: 'Recibido: te responderemos pronto',
  open: 'Lo estamos revisando',
  waiting: 'Esperamos tu respuesta',
  solved: 'Resuelto. Si algo falta, escríbenos aquí y lo reabrimos',
  closed: 'Terminado. Si escribes, abriremos un ticket nuevo que continúa con este',
};

export function CustomerPage() {
  const { token = '' } = useParams({ strict: false });
  const found = useQuery({
    queryKey: ['ticket-page', token],
    queryFn: ({ signal }) => call(ticketCalls.ticketPage, { params: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: true,
  });
  return (
    <main className={classes.page}>
      {found.isPending ? <LoadRows label="Cargando tu ticket…" rows={4} /> : null}
      {found.error && !found.data ? (
        isMissing(found.error) ? (
          <div role="alert" className={classes.over}>
            <h1>Este enlace ya no sirve</h1>
            <p>{sentence(found.error)}</p>
          </div>
        ) : (
          <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
        )
      ) : null}
      {found.data ? <Shown token={token} page={found.data} onRefresh={() => void found.refetch()} /> : null}
    </main>
  );
}

function Shown({ token, page, onRefresh }: { token: string; page: TicketPage; onRefresh: () => void }) {
  return (
    <>
      <header className={classes.head}>
        <p>
          {page.bot_name} · Ticket {page.tracking_code}
        </p>
        <h1>
          <bdi>{page.subject}</bdi>
        </h1>
        <p className={classes.state} data-state={page.state} role="status">
          {page.merged_into
            ? `Seguimos esto en el ticket ${page.merged_into}: lo que escribas aquí llega allí.`
            : page.continued_by
              ? `Lo que escribiste después sigue en el ticket ${page.continued_by}.`
              : STATES[page.state]}
        </p>
        <p>
          Creado el {dateText(page.created_at)} ·{' '}
          <button type="button" onClick={onRefresh}>
            Actualizar
          </button>
        </p>
      </header>
      <ol className={classes.messages} aria-label="Mensajes">
        {page.messages.map((message) => (
          <li key={message.id} data-from={message.from}>
            <p className={classes.author}>
              {message.from === 'Cliente' ? 'Tú' : (message.name ?? page.bot_name)} ·{' '}
              <time dateTime={message.created_at}>{dateTimeText(message.created_at)}</time>
            </p>
            {message.text === '' ? null : <p className={classes.text}>{message.text}</p>}
            {message.attachments.map((file) => (
              <p key={file.id}>
                {file.url ? (
                  <a href={file.url} rel="noreferrer" target="_blank">
                    {file.name}
                  </a>
                ) : (
                  file.name
                )}
              </p>
            ))}
          </li>
        ))}
      </ol>
      <Answer token={token} />
      <footer>
        <p>Este enlace vale hasta el {dateText(page.expires_at)}. Quien lo tenga puede ver este ticket.</p>
      </footer>
    </>
  );
}

function Answer({ token }: { token: string }) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const send = useMutation({
    // The same key until it arrived: pressed twice, or after a lost answer, it is one message.
    mutationFn: () =>
      call(ticketCalls.answerTicketPage, { params: { token }, body: { text, temporal_id: key } }),
    onSuccess: (page) => {
      queries.setQueryData(['ticket-page', token], page);
      setText('');
      setKey(crypto.randomUUID());
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.answer}>
      <Textarea
        label="Tu respuesta"
        rows={4}
        maxLength={LIMITS.messageText}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {send.error ? <p role="alert">{sentence(send.error)}</p> : null}
      {send.isSuccess && text === '' ? <p role="status">Enviado.</p> : null}
      <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
        Enviar
      </Button>
    </form>
  );
}
