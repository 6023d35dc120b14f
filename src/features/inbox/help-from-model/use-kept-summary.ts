/** The conversation's kept summary: what there is costs nothing, and only a press makes it anew. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { inboxHelpCalls } from '../../../../contract/calls/inbox-help.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';

/** @param wanted somebody pressed for it; otherwise it is there for who it is due to */
export function useKeptSummary(conversationId: string, wanted: boolean) {
  // Of each place its own: what the server has is asked for anew where it is opened anew.
  const place = useId();
  const [presses, setPresses] = useState(wanted ? 1 : 0);
  const { data, error, isFetching } = useQuery({
    queryKey: ['model-help', 'kept', conversationId, place, presses],
    queryFn: ({ signal }) =>
      call(inboxHelpCalls.keptSummary, {
        params: { id: conversationId },
        body: presses > 0 ? { again: true } : {},
        signal,
      }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    text: data?.text ?? null,
    newer: data?.newer ?? 0,
    problem: isFetching ? null : error ? sentence(error) : (data?.reason ?? null),
    waiting: isFetching,
    again: () => setPresses((before) => before + 1),
  };
}
