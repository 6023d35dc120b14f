/** The quick replies of a bot that this person has: their own and the shared ones. */
import { useQuery } from '@tanstack/react-query';
import { inboxToolCalls } from '../../../contract/calls/inbox-tools.ts';
import { call } from '../../api/call.ts';

/** The key of a bot's quick replies, one's own and the shared ones. */
export const quickRepliesKey = (botId: number) => ['quick-replies', botId] as const;

/** @param wanted false: nothing is asked yet */
export function useQuickReplies(botId: number, wanted = true) {
  return useQuery({
    queryKey: quickRepliesKey(botId),
    queryFn: ({ signal }) => call(inboxToolCalls.quickReplies, { params: { botId }, signal }),
    enabled: wanted,
  });
}
