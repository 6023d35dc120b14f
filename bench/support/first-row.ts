/** Runs in a page before anything else: when its first row of the list was painted, in ms since the navigation began. */
declare global {
  interface Window {
    firstRow: number | null;
  }
}

window.firstRow = null;
const observer = new MutationObserver(() => {
  if (!document.querySelector('[data-conversation]')) return;
  observer.disconnect();
  // The first task after an animation frame comes when that frame was painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      window.firstRow = performance.now();
    }),
  );
});
observer.observe(document, { subtree: true, childList: true });

export type {};
