/** What stands around a screen's first content. */
import { useEffect, useState } from 'react';
import { afterFirstContent, isDrawnAlone } from './first-content.ts';

/** Whether it is drawn: a frame later than the content, where that is drawn alone. Its place is there all the time. */
export function useSurroundings(): boolean {
  const [isDrawn, setDrawn] = useState(() => !isDrawnAlone());
  useEffect(() => {
    if (!isDrawn) void afterFirstContent().then(() => setDrawn(true));
  }, [isDrawn]);
  return isDrawn;
}
