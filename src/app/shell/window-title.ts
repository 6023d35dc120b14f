/** The window's title and icon carry how many conversations wait for this person to read them (ux.md). */
import { useEffect } from 'react';
import { usePlace } from '../../bot/place-context.ts';
import { useConversations, useCounters } from '../../hub/hooks.ts';
import { faviconPath, isUnread, windowTitle } from '../../ui/unread.ts';
import { config } from '../client-config.ts';
import { useScreenTitle } from '../pages/screen-title.ts';

/** Own conversations with something unread, and those that wait for anybody. */
function useUnread(): number {
  const { place, user } = usePlace();
  const own = useConversations(place.bot.id, {
    state: 'taken',
    channel: null,
    agent_id: user.id,
    category: null,
  });
  const pending = useCounters(place.bot.id)?.byState.pending ?? 0;
  return (own?.cards.filter(isUnread).length ?? 0) + pending;
}

export function useWindowTitle(): void {
  const unread = useUnread();
  const title = windowTitle(useScreenTitle(), config().product.name, unread);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const icon = faviconPath(unread);
  useEffect(() => {
    document.querySelector<HTMLLinkElement>('#favicon')?.setAttribute('href', icon);
  }, [icon]);
}
