/** What the server was asked about many conversations, asked again when events made it stale. */
import { useEffect, useRef } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { useStale } from '../../../hub/hooks.ts';

/**
 * Events made answers about this bot's conversations stale: what is shown of them is asked again, in its time.
 *
 * @param key the first part of the query's key, the bot is the second
 * @param pause how long what else happens is waited for (ms): a burst asks once
 */
export function useAskedAgain(botId: number, key: string, pause: number): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  useStale((queries) => {
    if (!queries.includes(`search/${botId}`) || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      void queryClient.invalidateQueries({ queryKey: [key, botId] });
    }, pause);
  });
}
