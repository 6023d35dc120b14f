/**
 * Marks a searched text wherever it stands in the messages on the page, by the browser's own highlights: the messages'
 * elements stay as they are. A browser without them shows the places all the same, unmarked.
 */
import { type RefObject, useEffect } from 'react';
import { foldText } from '../../../../../contract/rules/search-text.ts';

/** Of `::highlight()` in find-bar.module.css. */
const NAME = 'charla-found';

/** @param beside an element in the pane whose log is marked */
export function useMarks(beside: RefObject<HTMLElement | null>, searched: string | null): void {
  useEffect(() => {
    const pane = beside.current?.parentElement;
    if (searched === null || !pane || !('highlights' in CSS)) return;
    const wanted = foldText(searched);
    let frame = 0;
    const mark = () => {
      frame = 0;
      CSS.highlights.set(NAME, new Highlight(...rangesOf(pane, wanted)));
    };
    // Rows come and go with scrolling: at most one look a frame.
    const later = () => {
      frame ||= requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(later);
    // A jump puts another log in the place of the one that is there.
    observer.observe(pane, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [beside, searched]);
}

function rangesOf(pane: Element, wanted: string): Range[] {
  const ranges: Range[] = [];
  for (const said of pane.querySelectorAll('[role="log"] [data-said]')) {
    const walker = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = foldText(node.nodeValue ?? '');
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
