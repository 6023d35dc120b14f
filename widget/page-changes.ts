/** Pages that change without loading: their address is theirs to change, and nobody tells of it everywhere. */

/** Browsers that tell nothing of a changed address are looked at this often. Milliseconds. */
const LOOK_EVERY = 1_000;

/** Calls back when the page's address may have changed, until the signal. */
export function onPageChange(changed: () => void, signal: AbortSignal): void {
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', changed, { signal });
  for (const event of ['popstate', 'hashchange']) addEventListener(event, changed, { signal });
  if (navigation) return;
  const timer = setInterval(changed, LOOK_EVERY);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** More often than this nobody puts it back: a page that takes it out again and again does not want it. */
const MOST_RETURNS = 50;

/** Puts the element back where a page that changes its whole body took it along, until the signal. */
export function stayIn(host: Element, signal: AbortSignal): void {
  let returns = 0;
  const watch = new MutationObserver(() => {
    if (host.isConnected) return;
    returns += 1;
    if (returns > MOST_RETURNS) return watch.disconnect();
    document.body?.append(host);
    // A body that came anew is another element to watch.
    follow();
  });
  const follow = () => {
    watch.disconnect();
    watch.observe(document.documentElement, { childList: true });
    if (document.body) watch.observe(document.body, { childList: true });
  };
  follow();
  signal.addEventListener('abort', () => watch.disconnect());
}
