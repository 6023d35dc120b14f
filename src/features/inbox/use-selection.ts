/** The inbox's address as state: filters, the open conversation, and the ways to change them. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Channel, ConversationState } from '../../../contract/states.ts';
import { inboxPath } from '../../app/client-config.ts';
import { usePlace } from '../../bot/place-context.ts';
import { type InboxSearch, listQuery } from './inbox-search.ts';

export function useSelection() {
  const search = useSearch({ strict: false }) as InboxSearch;
  const navigate = useNavigate();
  const { place } = usePlace();
  const { state, channel, agent, area } = search;
  const query = useMemo(() => listQuery({ state, channel, agent, area }), [state, channel, agent, area]);
  const go = useCallback(
    (change: Partial<InboxSearch>) =>
      void navigate({
        to: inboxPath(),
        search: (before: InboxSearch) =>
          Object.fromEntries(
            Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined),
          ),
      }),
    [navigate],
  );
  const botId = place.bot.id;
  const open = useCallback(
    (id: string | null) => go({ conversation: id ?? undefined, bot: id === null ? undefined : botId }),
    [go, botId],
  );
  const showState = useCallback((next: ConversationState) => go({ state: next }), [go]);
  /** The same channel a second time clears it (spec §2 Live inbox). */
  const showChannel = useCallback(
    (next: Channel) => go({ channel: next === channel ? undefined : next }),
    [go, channel],
  );
  const showAgent = useCallback((next: number | null) => go({ agent: next ?? undefined }), [go]);
  return { botId, query, openId: search.conversation ?? null, open, showState, showChannel, showAgent };
}
export type Selection = ReturnType<typeof useSelection>;
