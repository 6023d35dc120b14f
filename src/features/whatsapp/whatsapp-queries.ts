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
export const isWhole = (one: ShownConnection): one is Connection => 'id' in one;

export function useConnections(botId: number) {
  return useQuery({
    queryKey: ['connections', botId, 'list'],
    queryFn: async ({ signal }): Promise<ShownConnection[]> =>
      call(connectionCalls.listConnections, { query: { bot_id: botId }, signal }),
  });
}

export function useParked(botId: number, enabled: boolean) {
  return useQuery({
    queryKey: ['connections', botId, 'parked'],
    queryFn: ({ signal }) => call(channelCalls.listParkedHooks, { query: { bot_id: botId }, signal }),
    enabled,
  });
}

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
