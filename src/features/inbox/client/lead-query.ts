/** A client's record, and how a changed one reaches every part that shows it. Their keys begin as the topic `lead` does. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import { mainCalls } from '../../../../contract/calls/main.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { call } from '../../../api/call.ts';
import { isMissing } from '../../../ui/missing.tsx';

/** @param version what the record is asked again for: a card's name, which changes with it */
export function useLead(leadId: string, options: { version?: string; enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['lead', leadId, 'record', options.version ?? ''],
    queryFn: ({ signal }) => call(mainCalls.showLead, { params: { id: leadId }, signal }),
    enabled: options.enabled ?? true,
    // Colleagues correct it too; a topic tells of it, and a tab that slept looks again.
    staleTime: 10_000,
    placeholderData: (before) => (before?._id === leadId ? before : undefined),
    retry: (count, error) => !isMissing(error) && count < 2,
  });
}

/** Puts a changed client where it is shown; its timeline and duplicates are asked again. */
export function leadChanged(queries: QueryClient, fresh: Lead): void {
  queries.setQueriesData<Lead>({ queryKey: ['lead', fresh._id, 'record'] }, fresh);
  for (const part of ['timeline', 'duplicates'])
    void queries.invalidateQueries({ queryKey: ['lead', fresh._id, part] });
}

/** The fields that the bot has added; in the order in which they were made. */
export function useOwnFields(botId: number) {
  return useQuery({
    queryKey: ['leads', botId, 'fields'],
    queryFn: ({ signal }) => call(clientCalls.ownFields, { query: { bot_id: botId }, signal }),
    staleTime: 60_000,
  });
}
