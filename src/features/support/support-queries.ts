/**
 * Tickets to the makers of the product in this tab. Their keys begin with the topic's name, so that news of them are
 * asked again by themselves.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { makerTicketCalls } from '../../../contract/calls/maker-tickets.ts';
import type { TicketState } from '../../../contract/rules/tickets.ts';
import { call } from '../../api/call.ts';

/** How each state reads to who waits for the makers. */
export const STATE_WORDS: Record<TicketState, string> = {
  new: 'Recibida',
  open: 'En revisión',
  waiting: 'Respondida',
  solved: 'Resuelta',
  closed: 'Cerrada',
};

/** @param all everybody's, for internal accounts */
export function useMakerTickets(botId: number, all: boolean) {
  return useQuery({
    queryKey: ['tickets', botId, 'makers', all],
    queryFn: ({ signal }) =>
      call(makerTicketCalls.listMakerTickets, { query: all ? { all: 'true' as const } : {}, signal }),
  });
}

/** The addresses of its files end after ten minutes. */
const FILES_LIVE = 9 * 60_000;

const threadKey = (id: string) => ['ticket', id, 'makers'] as const;

export function useMakerTicket(id: string) {
  return useQuery({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => call(makerTicketCalls.showMakerTicket, { params: { id }, signal }),
    refetchInterval: FILES_LIVE,
  });
}

/** What changed one of them: shows the answer at once, and asks for the lists again. */
export function useShowThread() {
  const queries = useQueryClient();
  return (id: string, thread: unknown) => {
    queries.setQueryData(threadKey(id), thread);
    void queries.invalidateQueries({ queryKey: ['tickets'] });
  };
}
