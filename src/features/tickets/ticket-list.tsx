/** The rows of the list: as many places as there are tickets, of which only those in sight are made. */
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import { TICKET_PRIORITY_LABELS, TICKET_STATE_LABELS } from '../../../contract/rules/tickets.ts';
import { shortAge } from '../../ui/dates.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { PAGE, pageOptions, type Wanted } from './ticket-queries.ts';
import { dueWords } from './ticket-words.ts';
import classes from './tickets.module.css';

/** Heights in px; the same in tickets.module.css. On a phone what falls due has a line of its own. */
const ROW = 84;
const NARROW_ROW = 104;

interface TicketListProps {
  botId: number;
  wanted: Wanted;
  first: readonly Ticket[];
  total: number;
  /** Makes the rows' height: one that changes it is another list. */
  wide: boolean;
  onOpen: (id: string) => void;
}

export function TicketList({ botId, wanted, first, total, wide, onOpen }: TicketListProps) {
  const scroller = useRef<HTMLUListElement>(null);
  const now = useServerNow();
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (wide ? ROW : NARROW_ROW),
    overscan: 6,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const pages = [...new Set(items.map(({ index }) => Math.floor(index / PAGE) + 1))].filter(
    (page) => page > 1,
  );
  const further = useQueries({ queries: pages.map((page) => pageOptions(botId, wanted, page)) });
  const at = (index: number): Ticket | undefined => {
    if (index < PAGE) return first[index];
    const place = pages.indexOf(Math.floor(index / PAGE) + 1);
    return further[place]?.data?.tickets[index % PAGE];
  };
  return (
    <ul ref={scroller} className={classes.rows} aria-label="Tickets">
      <li aria-hidden="true" style={{ height: virtual.getTotalSize() }} />
      {items.map(({ index, start }) => {
        const ticket = at(index);
        return (
          <li
            key={ticket?.id ?? `place-${index}`}
            className={classes.row}
            aria-posinset={index + 1}
            aria-setsize={total}
            style={{ transform: `translateY(${start}px)` }}
          >
            {ticket ? <Row ticket={ticket} now={now} onOpen={onOpen} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function Row({ ticket, now, onOpen }: { ticket: Ticket; now: number; onOpen: (id: string) => void }) {
  const due = dueWords(ticket, now);
  const who = ticket.assignee_name ?? 'Sin asignar';
  return (
    <button type="button" className={classes.open} onClick={() => onOpen(ticket.id)}>
      <span className={classes.code}>{ticket.tracking_code}</span>
      <span className={classes.subject}>
        <bdi>{ticket.subject}</bdi>
      </span>
      <span className={classes.state} data-state={ticket.state}>
        {ticket.merged_into
          ? `Unido a ${ticket.merged_into.tracking_code}`
          : TICKET_STATE_LABELS[ticket.state]}
      </span>
      <span className={classes.preview}>
        <bdi>{ticket.lead_name ?? 'Sin cliente'}</bdi>
        {ticket.last_message === '' ? '' : ': '}
        <bdi>{ticket.last_message}</bdi>
      </span>
      <span className={classes.facts}>
        {ticket.priority === 'normal' ? null : (
          <span data-priority={ticket.priority}>{TICKET_PRIORITY_LABELS[ticket.priority]}</span>
        )}
        <span>{who}</span>
        {ticket.category ? <span>{ticket.category}</span> : null}
        {due ? <span data-due={due.tone}>{due.text}</span> : null}
      </span>
      <time className={classes.age} dateTime={ticket.updated_at}>
        {shortAge(ticket.updated_at, now)}
      </time>
    </button>
  );
}
