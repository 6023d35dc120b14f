/** Incidents in this tab. Their keys begin with the topic's name, so that news of them are asked again by themselves. */
import { useQuery } from '@tanstack/react-query';
import { incidentCalls } from '../../../contract/calls/incidents.ts';
import { call } from '../../api/call.ts';

export const INCIDENTS_KEY = 'incidents';

export interface IncidentWish {
  open: boolean;
  page: number;
}

/** @param all of every bot, for internal accounts */
export function useIncidents(botId: number, all: boolean, { open, page }: IncidentWish) {
  return useQuery({
    queryKey: [INCIDENTS_KEY, botId, 'list', all, open, page],
    queryFn: ({ signal }) =>
      call(incidentCalls.incidents, {
        query: {
          ...(all ? {} : { bot_id: botId }),
          ...(open ? { open: 'true' as const } : {}),
          page,
        },
        signal,
      }),
  });
}

export function useIncident(botId: number, id: string) {
  return useQuery({
    queryKey: [INCIDENTS_KEY, botId, 'one', id],
    queryFn: ({ signal }) => call(incidentCalls.incident, { params: { id }, signal }),
  });
}
