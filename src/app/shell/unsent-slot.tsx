/** Holds the place of what was written and did not leave; its part loads when there is some. */

import { lazyPart } from '../../base/lazy-part.tsx';
import { useOutbox } from '../../hub/hooks.ts';

const UnsentReplies = lazyPart(() => import('./unsent-replies.tsx'));

export function UnsentSlot() {
  const stopped = useOutbox()?.some(({ state }) => state === 'asking' || state === 'refused');
  return stopped ? <UnsentReplies /> : null;
}
