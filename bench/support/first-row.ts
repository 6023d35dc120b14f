/**
 * Runs in a page before anything else: when its first row of the list was painted, and when the first that the page drew
 * itself was (before it the page may show what the browser saw last), in ms since the navigation began.
 */
declare global {
  interface Window {
    firstRow: number | null;
    ownRow: number | null;
  }
}

window.firstRow = null;
window.ownRow = null;
let seen = false;
/** Of the browsers that are measured; our TypeScript does not know it. */
const scheduling = Reflect.get(window, 'scheduler') as {
  postTask(run: () => void, options: { priority: 'user-blocking' }): Promise<void>;
};
/**
 * The first task after an animation frame comes when that frame was painted; of this priority, so that what the page does
 * once it is painted, and had queued before, is not counted.
 */
const painted = (row: 'firstRow' | 'ownRow') =>
  requestAnimationFrame(() =>
    scheduling.postTask(
      () => {
        window[row] = performance.now();
        // Heard by who measures.
        console.debug(row);
      },
      { priority: 'user-blocking' },
    ),
  );
const observer = new MutationObserver(() => {
  const row = document.querySelector('[data-conversation]');
  if (!row) return;
  if (!seen) {
    seen = true;
    painted('firstRow');
  }
  if (!document.querySelector('[data-conversation]:not(#first-screen *)')) return;
  observer.disconnect();
  painted('ownRow');
});
observer.observe(document, { subtree: true, childList: true });

export type {};
