/**
 * The place of the open conversation that the address names (`?message=` or `?at=`), so that a link opens it. Going to
 * the same place again is another jump: the navigation's own state tells.
 */
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { inboxPath } from '../../../base/client-config.ts';
import type { InboxSearch } from '../list/inbox-search.ts';
import type { Jump } from './message-log.tsx';
import type { Target } from './passage.ts';

/**
 * Where the log is to jump to by the address (a message or a moment), and how to go elsewhere or back to the
 * newest.
 */
export function useJump() {
  const { message, at } = useSearch({ strict: false }) as InboxSearch;
  const nonce = useRouterState({ select: (state) => (state.location.state as { jump?: number }).jump ?? 0 });
  const navigate = useNavigate();
  const jump = useMemo<Jump | null>(() => {
    const target = message !== undefined ? { message } : at !== undefined ? { at } : null;
    return target && { target, nonce };
  }, [message, at, nonce]);
  const go = useCallback(
    (target: Target | null) => {
      const named = target && 'message' in target ? target.message : undefined;
      const instant = target && 'at' in target ? target.at : undefined;
      void navigate({
        to: inboxPath(),
        // The way back leads to the list, not through every place that was looked at.
        replace: true,
        search: (before: InboxSearch) => ({ ...before, message: named, at: instant }),
        state: (before) => ({ ...before, jump: Date.now() }),
      });
    },
    [navigate],
  );
  const jumpOver = useCallback(() => go(null), [go]);
  return { jump, jumpTo: go, jumpOver };
}
