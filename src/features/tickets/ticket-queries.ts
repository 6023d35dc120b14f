/** What the screens of tickets ask; asked again when somebody changes one (`tickets`, `ticket:{id}`). */
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ticketCalls } from '../../../contract/calls/tickets.ts';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { TICKET_LIMITS } from '../../../contract/rules/tickets.ts';
import { type CallInput, call } from '../../api/call.ts';
import { toastFailure } from '../../ui/toast.ts';
import type { TicketsSearch } from './tickets-search.ts';

export const PAGE = TICKET_LIMITS.page;
export type Wanted = Pick<TicketsSearch, 'view' | 'q' | 'order'>;

const queryOf = (botId: number, { view, q, order }: Wanted) => ({
  bot_id: botId,
  ...(view && { view }),
  ...(q && { search: q.trim() }),
  ...(order && { order }),
});

/** One page of the list. */
export const pageOptions = (botId: number, wanted: Wanted, page: number) =>
  queryOptions({
    queryKey: ['tickets', botId, 'list', queryOf(botId, wanted), page],
    queryFn: ({ signal }) =>
      call(ticketCalls.listTickets, { query: { ...queryOf(botId, wanted), items: PAGE, page }, signal }),
  });

/** The first page, which counts them; what was shown stays until another one has come. */
export const useFirstPage = (botId: number, wanted: Wanted) =>
  useQuery({ ...pageOptions(botId, wanted, 1), placeholderData: keepPreviousData });

/** How many each view has. */
export const useTicketCounts = (botId: number) =>
  useQuery({
    queryKey: ['tickets', botId, 'counts'],
    queryFn: ({ signal }) => call(ticketCalls.countTickets, { query: { bot_id: botId }, signal }),
  });

export const useTicket = (id: string) =>
  useQuery({
    queryKey: ['ticket', id, 'detail'],
    queryFn: ({ signal }) => call(ticketCalls.showTicket, { params: { id }, signal }),
  });

/** The latest words. */
export const useTicketMessages = (id: string) =>
  useQuery({
    queryKey: ['ticket', id, 'messages'],
    queryFn: ({ signal }) => call(ticketCalls.listTicketMessages, { params: { id }, query: {}, signal }),
  });

export type TicketChange = NonNullable<CallInput<typeof ticketCalls.changeTicket>['body']>;

/** Changes the ticket; what the server answers is shown at once. */
export function useChangeTicket(ticket: TicketDetail) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: TicketChange | 'solve') =>
      change === 'solve'
        ? call(ticketCalls.solveTicket, { params: { id: ticket.id } })
        : call(ticketCalls.changeTicket, { params: { id: ticket.id }, body: change }),
    onSuccess: (after) => {
      queries.setQueryData(['ticket', ticket.id, 'detail'], after);
      void queries.invalidateQueries({ queryKey: ['tickets', ticket.bot_id] });
    },
    onError: (error) => {
      toastFailure('No se guardó el cambio', error);
      void queries.invalidateQueries({ queryKey: ['ticket', ticket.id] });
    },
  });
}
