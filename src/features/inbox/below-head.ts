/** On a phone the conversation fills the screen: what lies over it stands under its head, wherever banners have moved that. */
import { useLayoutEffect } from 'react';

/** Tells the styles how far down the open conversation's head reaches, for as long as something is shown under it. */
export function useBelowHead(): void {
  useLayoutEffect(() => {
    const head = document.querySelector('[data-conversation-head]');
    if (!head) return;
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--under-head', `${head.getBoundingClientRect().bottom}px`);
    measure();
    // A banner that comes or goes gives the column another height.
    const watch = new ResizeObserver(measure);
    for (const one of [head, document.body, head.parentElement]) if (one) watch.observe(one);
    return () => {
      watch.disconnect();
      style.removeProperty('--under-head');
    };
  }, []);
}
