/**
 * Connections, templates and parked webhooks of a bot; changes of them arrive live (topics `connections`, `templates`).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { connectionCalls } from '../../../contract/calls/connections.ts';
import type { Bot } from '../../../contract/entities/bot.ts';
import type { Connection, connectionName } from '../../../contract/entities/connection.ts';
import { call } from '../../api/call.ts';

export type ShownConnection = Connection | (typeof connectionName)['_zod']['output'];
/** Whether the person may see all of a connection; with Whatsapp Api alone it is name, provider and state. */
export const isWhole = (one: ShownConnection): one is Connection => 'id' in one;

/** The bot's connections (topic `connections`), as much as the person may see. */
export function useConnections(botId: number) {
  return useQuery({
    queryKey: ['connections', botId, 'list'],
    queryFn: async ({ signal }): Promise<ShownConnection[]> =>
      call(connectionCalls.listConnections, { query: { bot_id: botId }, signal }),
  });
}

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

/** After a change of one's own: what stands on the screens is asked again; answers when it is here. */
export function useAskAgain(topic: 'connections' | 'templates'): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [topic] }),
      ...(topic === 'templates' ? [queries.invalidateQueries({ queryKey: ['message-templates'] })] : []),
    ]);
}
