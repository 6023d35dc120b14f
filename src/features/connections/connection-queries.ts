/** A bot's links to outside accounts; changes of them arrive live (topic `connections`). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { connectionCalls } from '../../../contract/calls/connections.ts';
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

/** After a change of one's own: what stands on the screens is asked again; answers when it is here. */
export function useConnectionsAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['connections'] });
}
