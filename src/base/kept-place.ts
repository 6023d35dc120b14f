/**
 * What had the focus goes away: a button whose press was its last, a row that was deleted, the dialog that asked and
 * the row under it. Browsers then give the focus to nobody, and who works by keyboard or hears the page is nowhere. It
 * goes to the heading of the part of the screen that they were in: a heading does nothing, whatever is pressed next.
 */

/** The parts of a screen that have a heading of their own. */
const PARTS = 'section, form, article, aside, main, [role="region"], [role="dialog"]';
/** Whoever takes the focus by themselves has done so by then: dialogs give it back, lists pass it on. ms */
const OTHERS_FIRST = 120;

/** From the closest part that is still there to the widest: the first that has a heading in sight. */
function headingNear(path: readonly Element[]): HTMLElement | null {
  for (const part of path) {
    if (!(part.isConnected && part.matches(PARTS))) continue;
    for (const heading of part.querySelectorAll<HTMLElement>('h1, h2, h3'))
      if (heading.checkVisibility()) return heading;
  }
  return null;
}

/** Begins to look after the focus of the whole page. @returns what ends it */
export function keepPlace(): () => void {
  /** What has the focus and all that it stands in; the same of what last had it in the screen itself, under any dialog. */
  let focused: Element[] = [];
  let onScreen: Element[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const over = new AbortController();
  document.addEventListener(
    'focusin',
    (event) => {
      focused = event.composedPath().filter((one) => one instanceof Element);
      if (focused[0]?.closest('main')) onScreen = focused;
    },
    { signal: over.signal, capture: true },
  );
  const give = () => {
    waiting = undefined;
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    const heading = headingNear(focused) ?? headingNear(onScreen);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const removals = new MutationObserver(() => {
    // A list on the move tells of changes without end: none of them puts it off.
    if (focused[0]?.isConnected === false) waiting ??= setTimeout(give, OTHERS_FIRST);
  });
  removals.observe(document.body, { childList: true, subtree: true });
  return () => {
    over.abort();
    removals.disconnect();
    clearTimeout(waiting);
  };
}
