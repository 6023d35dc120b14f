/** Runs in the page of either design: the stop-watch for clicks and keys, beside what is measured. */
import type { ProbeWindow } from './measured.ts';

/** The first task after an animation frame comes when that frame was painted. */
const painted = (then: () => void) => requestAnimationFrame(() => setTimeout(then));

const delays: number[] = [];
addEventListener('keydown', ({ timeStamp }) => painted(() => delays.push(performance.now() - timeStamp)), {
  capture: true,
});

(globalThis as unknown as ProbeWindow).probe = {
  click(row, shown) {
    return new Promise((resolve, reject) => {
      const element = document.querySelector<HTMLElement>(row);
      if (!element) return reject(new Error(`There is no ${row}`));
      const began = performance.now();
      const look = () => {
        if (!document.querySelector(shown)) return;
        observer.disconnect();
        painted(() => resolve(performance.now() - began));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      element.click();
      look();
    });
  },
  keys: () => delays.splice(0),
};
