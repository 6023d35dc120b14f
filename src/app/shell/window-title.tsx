/** The window's title and icon carry how many conversations wait for this person to read them (docs/product.md §10). */
import { useEffect } from 'react';
import { config } from '../../base/client-config.ts';
import { afterFirstContent } from '../../base/first-content.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useCounters } from '../../hub/hooks.ts';
import { faviconPath, windowTitle } from '../../ui/unread.ts';
import { useScreenTitle } from '../pages/screen-title.ts';

/** Own conversations with something unread, and those that wait for anybody. */
function useUnread(): number {
  const { place } = usePlace();
  // Of the counters, because a hidden tab hears of nothing else, and hidden is when the title is read.
  const counters = useCounters(place.bot.id);
  return (counters?.unread ?? 0) + (counters?.byState.pending ?? 0);
}

/** Draws nothing, and stands by itself: the figures change with every message, the frame around them does not. */
export function WindowTitle(): null {
  const unread = useUnread();
  const title = windowTitle(useScreenTitle(), config().product.name, unread);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const icon = faviconPath(unread);
  useEffect(() => {
    let isLast = true;
    // A file of its own: the browser fetches it while somebody waits for the first rows.
    void afterFirstContent().then(() => {
      if (isLast) document.querySelector<HTMLLinkElement>('#favicon')?.setAttribute('href', icon);
    });
    return () => {
      isLast = false;
    };
  }, [icon]);
  return null;
}
