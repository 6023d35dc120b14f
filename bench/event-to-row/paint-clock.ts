/**
 * Runs in every tab of both designs before its page: notes when a row of the list first shows a numbered text, after
 * the frame that shows it was painted. The wall clock is the server's, as both are on one machine.
 */
import { NUMBERED, type Painted, type PaintWindow } from './measured.ts';

const painted: Painted[] = [];
const seen = new Set<number>();
const asked = new Map<number, (at: number) => void>();
Object.assign(globalThis as unknown as PaintWindow, {
  painted,
  paintedOf: (number: number) => {
    const known = painted.find(([each]) => each === number);
    return known ? known[1] : new Promise<number>((resolve) => asked.set(number, resolve));
  },
});

function numbersIn(node: Node, found: Set<number>): void {
  const element = node instanceof Element ? node : node.parentElement;
  if (!element) return;
  const rows = element.closest('[data-conversation]')
    ? [element]
    : element.querySelectorAll('[data-conversation]');
  for (const row of rows) {
    for (const [, number] of (row.textContent ?? '').matchAll(NUMBERED)) found.add(Number(number));
  }
}

new MutationObserver((records) => {
  const found = new Set<number>();
  for (const { target, addedNodes } of records) {
    if (addedNodes.length === 0) numbersIn(target, found);
    for (const node of addedNodes) numbersIn(node, found);
  }
  const fresh = [...found].filter((number) => !seen.has(number));
  if (fresh.length === 0) return;
  for (const number of fresh) seen.add(number);
  // The first task after an animation frame comes when that frame was painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const at = Date.now();
      for (const number of fresh) {
        painted.push([number, at]);
        asked.get(number)?.(at);
        asked.delete(number);
      }
    }),
  );
}).observe(document, { subtree: true, childList: true, characterData: true });
