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
/** The first task after an animation frame comes when that frame was painted. */
const painted = (tell: (at: number) => void) =>
  requestAnimationFrame(() => setTimeout(() => tell(performance.now())));
const observer = new MutationObserver(() => {
  const row = document.querySelector('[data-conversation]');
  if (!row) return;
  if (!seen) {
    seen = true;
    painted((at) => {
      window.firstRow = at;
    });
  }
  if (!document.querySelector('[data-conversation]:not(#first-screen *)')) return;
  observer.disconnect();
  painted((at) => {
    window.ownRow = at;
  });
});
observer.observe(document, { subtree: true, childList: true });

export type {};
