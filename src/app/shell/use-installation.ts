/**
 * What internal accounts have switched for the whole installation: maintenance and the bar about a delay. The server
 * tells when they do; the hub says to ask again while it is not let in, because maintenance ends the sockets of
 * everybody else.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Maintenance, maintenanceCalls } from '../../../contract/calls/maintenance.ts';
import { call } from '../../api/call.ts';
import { MAINTENANCE_KEY } from '../../base/maintenance.ts';
import { usePlace } from '../../bot/place-context.ts';

/** Anyone who comes back to a tab asks again after this long. Milliseconds. */
const FRESH = 120_000;

/** Leads everybody but internal accounts to /maintenance while it is on. */
export function useInstallation(): Maintenance | undefined {
  const { user } = usePlace();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: [MAINTENANCE_KEY],
    queryFn: ({ signal }) => call(maintenanceCalls.getMaintenance, { signal }),
    staleTime: FRESH,
  });
  const away = data?.on === true && !user.staff;
  useEffect(() => {
    if (away) void navigate({ to: '/maintenance' });
  }, [away, navigate]);
  return data;
}
