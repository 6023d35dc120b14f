/**
 * Keeps the end of the history in sight, whatever changes its height: a message, a late image, the form below it, the
 * keyboard of a phone. Only the reader's own scrolling lets go of the end, and only scrolling back takes hold again.
 */
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** This close to the end counts as there (px): two lines of text. */
const NEAR = 40;

/**
 * @param box what scrolls; its one child holds the rows
 * @param grown false: nothing was said yet, and it is read from the beginning
 */
export function useEnd(
  box: RefObject<HTMLElement | null>,
  grown: boolean,
): { atEnd: boolean; toEnd(): void } {
  const [atEnd, setAtEnd] = useState(true);
  const held = useRef(true);
  const toEnd = useCallback(() => {
    held.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !grown) return;
    let heights = '';
    const present = () => `${element.scrollHeight} ${element.clientHeight}`;
    const observer = new ResizeObserver(() => {
      heights = present();
      if (held.current) toEnd();
    });
    observer.observe(element);
    observer.observe(element.firstElementChild as Element);
    element.onscroll = () => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      // A height that the observer has not told of yet moved the end away, and not the reader.
      if (!near && heights !== present()) return;
      held.current = near;
      setAtEnd(near);
    };
    return () => observer.disconnect();
  }, [box, grown, toEnd]);
  return { atEnd, toEnd };
}
