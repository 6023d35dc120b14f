/** What is known of a ticket, and changed here: priority, who has it, area, tags, order; deadlines, links, history. */
import { NativeSelect, TagsInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { LIMITS } from '../../../contract/limits.ts';
import {
  TICKET_PRIORITIES,
  TICKET_PRIORITY_LABELS,
  TICKET_STATE_LABELS,
  type TicketPriority,
} from '../../../contract/rules/tickets.ts';
import { AREAS, type Area } from '../../../contract/states.ts';
import { useMay } from '../../bot/place-context.ts';
import { useColleagues } from '../../hub/hooks.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { TicketOrder } from './ticket-order.tsx';
import { useChangeTicket } from './ticket-queries.ts';
import classes from './ticket-view.module.css';
import { dueWords } from './ticket-words.ts';

export function TicketFacts({ ticket, onOpen }: { ticket: TicketDetail; onOpen: (id: string) => void }) {
  const may = useMay();
  const now = useServerNow();
  const colleagues = useColleagues(ticket.bot_id) ?? [];
  const change = useChangeTicket(ticket);
  const fixed = !may('tickets', 'add') || ticket.merged_into !== null;
  const due = dueWords(ticket, now);
  const people = colleagues.some(({ id }) => id === ticket.assignee)
    ? colleagues
    : [
        ...colleagues,
        ...(ticket.assignee === null ? [] : [{ id: ticket.assignee, name: ticket.assignee_name ?? '' }]),
      ];
  return (
    <div className={classes.facts}>
      {due ? (
        <p className={classes.due} data-due={due.tone}>
          {due.text}
        </p>
      ) : null}
      <NativeSelect
        label="Prioridad"
        disabled={fixed}
        value={ticket.priority}
        onChange={(event) => change.mutate({ priority: event.currentTarget.value as TicketPriority })}
        data={TICKET_PRIORITIES.map((value) => ({ value, label: TICKET_PRIORITY_LABELS[value] }))}
      />
      <NativeSelect
        label="Asignado a"
        disabled={fixed}
        value={ticket.assignee === null ? '' : String(ticket.assignee)}
        onChange={({ currentTarget: { value } }) =>
          change.mutate({ assignee: value === '' ? null : Number(value) })
        }
        data={[
          { value: '', label: 'Sin asignar' },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        label="Área"
        disabled={fixed}
        value={ticket.category ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change.mutate({ category: value === '' ? null : (value as Area) })
        }
        data={[{ value: '', label: 'Sin área' }, ...AREAS.map((value) => ({ value, label: value }))]}
      />
      <TagsInput
        label="Etiquetas"
        disabled={fixed}
        value={ticket.tags}
        maxTags={LIMITS.tags}
        onChange={(tags) => change.mutate({ tags: tags.map((tag) => tag.slice(0, LIMITS.tagText)) })}
      />
      <TicketOrder
        key={ticket.order_ref}
        ticket={ticket}
        fixed={fixed}
        onSave={(order_ref) => change.mutate({ order_ref })}
      />
      <section aria-labelledby="ticket-page">
        <h2 id="ticket-page">Página del cliente</h2>
        <p>
          <CopyButton
            text={() => ticket.page_url}
            label="Copiar el enlace"
            copied="Enlace copiado"
            variant="default"
          />
        </p>
      </section>
      <Linked ticket={ticket} onOpen={onOpen} />
      <section aria-labelledby="ticket-history">
        <h2 id="ticket-history">Historia</h2>
        <ol className={classes.steps}>
          {ticket.history.map((step) => (
            <li key={step.id}>
              <bdi>{step.by}</bdi>: {step.text}
              <time dateTime={step.at}>{dateTimeText(step.at)}</time>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** Others that it has to do with. */
function Linked({ ticket, onOpen }: { ticket: TicketDetail; onOpen: (id: string) => void }) {
  const { continues, merged, siblings } = ticket;
  if (!continues && merged.length === 0 && siblings.length === 0) return null;
  const rows = [
    ...(continues ? [{ id: continues.id, text: `Continúa ${continues.tracking_code}` }] : []),
    ...merged.map(({ id, tracking_code }) => ({ id, text: `Se le unió ${tracking_code}` })),
    ...siblings.map(({ id, tracking_code, subject, state }) => ({
      id,
      text: `${tracking_code}: ${subject} (${TICKET_STATE_LABELS[state].toLowerCase()})`,
    })),
  ];
  return (
    <section aria-labelledby="ticket-links">
      <h2 id="ticket-links">Otros tickets</h2>
      <ul className={classes.links}>
        {rows.map(({ id, text }) => (
          <li key={id}>
            <button type="button" onClick={() => onOpen(id)}>
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
