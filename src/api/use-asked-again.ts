/** What the server was asked about a bot as a whole, asked again when events made it stale. */
import { useEffect, useRef } from 'react';
import { useStale } from '../hub/hooks.ts';
import { queryClient } from './query-client.ts';

/**
 * Events made answers about this bot stale: what is shown of them is asked again, in its time.
 *
 * @param key the first part of the query's key, the bot is the second
 * @param pause how long what else happens is waited for (ms): a burst asks once
 * @param of what the events are about: conversations, or the statuses of agents (`workers/hub/user/stale-queries.ts`)
 */
export function useAskedAgain(
  botId: number,
  key: string,
  pause: number,
  of: 'search' | 'statuses' = 'search',
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  useStale((queries) => {
    if (!queries.includes(`${of}/${botId}`) || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      void queryClient.invalidateQueries({ queryKey: [key, botId] });
    }, pause);
  });
}
