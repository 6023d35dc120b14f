/**
 * What internal accounts have switched for the whole installation: maintenance and the bar about a delay. Asked now
 * and then, and soon after the connection was lost, because maintenance ends the sockets of everybody else.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Maintenance, maintenanceCalls } from '../../../contract/calls/maintenance.ts';
import { call } from '../../api/call.ts';
import { MAINTENANCE_KEY } from '../../base/maintenance.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useConnection } from '../../hub/hooks.ts';

/** Milliseconds; only while the page is in sight. */
const ASK_EVERY = 120_000;
const ASK_WITHOUT_CONNECTION = 3_000;

/** Leads everybody but internal accounts to /maintenance while it is on. */
export function useInstallation(): Maintenance | undefined {
  const { user } = usePlace();
  const navigate = useNavigate();
  const lost = useConnection()?.state === 'waiting';
  const { data } = useQuery({
    queryKey: [MAINTENANCE_KEY],
    queryFn: ({ signal }) => call(maintenanceCalls.getMaintenance, { signal }),
    staleTime: ASK_EVERY,
    refetchInterval: lost ? ASK_WITHOUT_CONNECTION : ASK_EVERY,
  });
  const away = data?.on === true && !user.staff;
  useEffect(() => {
    if (away) void navigate({ to: '/maintenance' });
  }, [away, navigate]);
  return data;
}
