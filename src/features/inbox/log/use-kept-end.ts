/** Anyone who reads the newest message goes on reading it while what stands below the log (files, a long draft) grows. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * @param reading the newest message is on screen
 * @param toEnd scrolls to it; stable
 */
export function useKeptEnd(
  scroller: RefObject<HTMLElement | null>,
  reading: boolean,
  toEnd: () => void,
): void {
  const keeps = useRef(reading);
  useEffect(() => {
    keeps.current = reading;
  }, [reading]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      // The end is out of sight by now, and the next render will know it: what counts is what was seen before.
      if (element.clientHeight !== height && keeps.current) toEnd();
      height = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, toEnd]);
}
