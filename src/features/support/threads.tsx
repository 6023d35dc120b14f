/** The tickets to the makers: one's own, or everybody's for internal accounts; one of them with its whole thread. */
import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useState } from 'react';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import classes from './support.module.css';
import { STATE_WORDS, useMakerTickets } from './support-queries.ts';
import { Thread } from './thread.tsx';

interface ThreadsProps {
  shown: string | undefined;
  onShow: (id: string | undefined) => void;
}

export function Threads({ shown, onShow }: ThreadsProps) {
  const { place, user } = usePlace();
  const [all, setAll] = useState(user.staff);
  const list = useMakerTickets(place.bot.id, all);
  return (
    <Section
      id="support-threads"
      title={user.staff ? 'Consultas' : 'Tus consultas'}
      lead="Cada consulta guarda toda su conversación. Te avisamos cuando hay una respuesta."
    >
      {user.staff ? (
        <SegmentedControl
          aria-label="Qué consultas mostrar"
          value={all ? 'all' : 'own'}
          onChange={(value) => setAll(value === 'all')}
          data={[
            { value: 'all', label: 'De todos' },
            { value: 'own', label: 'Mías' },
          ]}
        />
      ) : null}
      {list.isPending ? <LoadRows label="Cargando tus consultas…" rows={3} height={56} /> : null}
      {list.error && !list.data ? (
        <LoadError message={sentence(list.error)} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data?.length === 0 && shown === undefined ? (
        <Empty title="Todavía no hay consultas" next={{ none: 'the form or the chat stands above' }} />
      ) : null}
      {shown !== undefined && list.data && !list.data.some(({ id }) => id === shown) ? (
        <div className={classes.row}>
          <Thread id={shown} />
        </div>
      ) : null}
      <ul className={classes.threads} aria-label="Consultas">
        {list.data?.map((ticket) => (
          <li key={ticket.id} className={classes.row}>
            <Row ticket={ticket} open={ticket.id === shown} own={!all} onShow={onShow} />
            {ticket.id === shown ? <Thread id={ticket.id} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface RowProps {
  ticket: Ticket;
  open: boolean;
  own: boolean;
  onShow: ThreadsProps['onShow'];
}

function Row({ ticket, open, own, onShow }: RowProps) {
  return (
    <div className={classes.head}>
      <div>
        <strong>
          {ticket.tracking_code} · <bdi>{ticket.subject}</bdi>
        </strong>
        <p className={classes.facts}>
          <span data-state={ticket.state} className={classes.state}>
            {STATE_WORDS[ticket.state]}
          </span>{' '}
          {own ? null : `de ${ticket.opened_by.name} · `}
          {dateTimeText(ticket.updated_at)}
        </p>
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={open}
        aria-label={`${open ? 'Cerrar' : 'Abrir'} ${ticket.tracking_code}`}
        onClick={() => onShow(open ? undefined : ticket.id)}
      >
        {open ? 'Cerrar' : 'Abrir'}
      </Button>
    </div>
  );
}
