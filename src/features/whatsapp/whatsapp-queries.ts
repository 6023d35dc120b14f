/**
 * Templates and parked webhooks of a bot; changes of them arrive live (topics `connections`, `templates`).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { channelCalls } from '../../../contract/calls/channels.ts';
import type { Bot } from '../../../contract/entities/bot.ts';
import { call } from '../../api/call.ts';

/** Webhooks that could not be taken in and wait for a person. @param enabled false: nothing is asked */
export function useParked(botId: number, enabled: boolean) {
  return useQuery({
    queryKey: ['connections', botId, 'parked'],
    queryFn: ({ signal }) => call(channelCalls.listParkedHooks, { query: { bot_id: botId }, signal }),
    enabled,
  });
}

/** The bot's message templates (topic `templates`); the provider's, ours are a copy (docs/product.md §4.6.3). */
export function useTemplates({ id: botId, token }: Pick<Bot, 'id' | 'token'>) {
  return useQuery({
    queryKey: ['templates', botId, 'list'],
    queryFn: ({ signal }) =>
      call(channelCalls.listWabaTemplates, { params: { token }, query: { botId }, signal }),
  });
}

/** Past comparisons with the provider's list. */
export function useSyncs({ id: botId, token }: Pick<Bot, 'id' | 'token'>) {
  return useQuery({
    queryKey: ['templates', botId, 'syncs'],
    queryFn: ({ signal }) =>
      call(channelCalls.listTemplateSyncs, { params: { token }, query: { botId }, signal }),
  });
}

/** After a change of templates of one's own: what stands on the screens is asked again; answers when it is here. */
export function useTemplatesAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['templates'] }),
      queries.invalidateQueries({ queryKey: ['message-templates'] }),
    ]);
}
