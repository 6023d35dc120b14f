/** What this browser knows of itself: the hub's own account, storage, errors of this page. Asked of the worker, never of the server. */
import { useQuery } from '@tanstack/react-query';
import type { Inspection } from '../../../workers/hub/surface/inspection.ts';
import { type RecentError, recentErrors } from '../../base/recent-errors.ts';
import { hub } from '../../hub/hooks.ts';

/** While the panel is open. */
const EVERY = 2_000;

export interface Diagnostics {
  hub: Inspection;
  storage: { usage: number | null; quota: number | null; persisted: boolean | null };
  browser: string;
  online: boolean;
  errors: readonly RecentError[];
  at: number;
}

async function read(): Promise<Diagnostics> {
  const estimate = await navigator.storage?.estimate?.();
  return {
    hub: await hub().inspect(),
    storage: {
      usage: estimate?.usage ?? null,
      quota: estimate?.quota ?? null,
      persisted: (await navigator.storage?.persisted?.()) ?? null,
    },
    browser: navigator.userAgent,
    online: navigator.onLine,
    errors: recentErrors(),
    at: Date.now(),
  };
}

/** The state of connection, log and outbox as the hub has it, asked again while it is shown. */
export function useDiagnostics() {
  return useQuery({
    queryKey: ['diagnostics'],
    queryFn: read,
    refetchInterval: EVERY,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  });
}
