/** Whether the window is wide enough for several panes (and a standing sidebar). */
import { useSyncExternalStore } from 'react';

/** Below this the app shows one pane at a time and the sidebar in a drawer. */
const WIDE = '(min-width: 56em)';
/** From here on the client panel has room beside the conversation. */
const ROOMY = '(min-width: 80em)';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
export const useWide = (): boolean => useMedia(WIDE);
export const useRoomy = (): boolean => useMedia(ROOMY);
