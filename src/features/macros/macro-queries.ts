/** The macros of a bot that this person has: the shared ones and their own, each in its order. */
import { useQuery } from '@tanstack/react-query';
import { macroCalls } from '../../../contract/calls/macros.ts';
import { call } from '../../api/call.ts';

/** The key of a bot's macros; the live topic of the same name makes it old. */
export const macrosKey = (botId: number) => ['macros', botId] as const;

export function useMacros(botId: number) {
  return useQuery({
    queryKey: macrosKey(botId),
    queryFn: ({ signal }) => call(macroCalls.macros, { params: { botId }, signal }),
  });
}
