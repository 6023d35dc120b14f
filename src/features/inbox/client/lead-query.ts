/** A client's record, and how a changed one reaches every part that shows it. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { mainCalls } from '../../../../contract/calls/main.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { call } from '../../../api/call.ts';
import { isMissing } from '../../../ui/missing.tsx';

/** @param version what the record is asked again for: a card's name, which changes with it */
export function useLead(leadId: string, options: { version?: string; enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['lead', leadId, options.version ?? ''],
    queryFn: ({ signal }) => call(mainCalls.showLead, { params: { id: leadId }, signal }),
    enabled: options.enabled ?? true,
    // Colleagues correct it too, and no event of the inbox tells of all of it.
    staleTime: 10_000,
    placeholderData: (before) => (before?._id === leadId ? before : undefined),
    retry: (count, error) => !isMissing(error) && count < 2,
  });
}

export function leadChanged(queries: QueryClient, fresh: Lead): void {
  queries.setQueriesData<Lead>({ queryKey: ['lead', fresh._id] }, fresh);
  void queries.invalidateQueries({ queryKey: ['lead-changes', fresh._id] });
  void queries.invalidateQueries({ queryKey: ['lead-duplicates'] });
}
