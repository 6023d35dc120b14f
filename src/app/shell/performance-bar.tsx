/** The red bar about a delay of the system (spec §8). Off unless an internal account switches it on in /settings. */

import { useQuery } from '@tanstack/react-query';
import { settingsCalls } from '../../../contract/calls/settings.ts';
import { call } from '../../api/call.ts';
import { MAINTENANCE_KEY } from '../maintenance.ts';
import classes from './banners.module.css';

/** Milliseconds; only while the page is in sight. */
const ASK_EVERY = 120_000;

export function PerformanceBar() {
  const state = useQuery({
    queryKey: [MAINTENANCE_KEY],
    queryFn: ({ signal }) => call(settingsCalls.getMaintenance, { signal }),
    staleTime: ASK_EVERY,
    refetchInterval: ASK_EVERY,
  });
  return state.data?.slow ? (
    <p role="status" className={classes.slow}>
      El sistema está respondiendo con demora. Estamos trabajando para resolverlo.
    </p>
  ) : null;
}
