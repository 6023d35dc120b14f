/**
 * Another screen inside the frame takes away what had the focus: a row that was opened, a button that led on. The
 * browser then gives the focus to nobody, and who hears the page hears nothing. It goes to the heading of what came.
 * Where something keeps it (the menu, a field that takes it by itself), it stays there.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const atNobody = (): boolean => document.activeElement === null || document.activeElement === document.body;
const headingNow = (): HTMLElement | null => document.querySelector('main h1');

/** What was on the screen before: who had the focus there, and its heading. */
interface Before {
  focused: Element | null;
  heading: HTMLElement | null;
}

/** Waits for the heading of the next screen, until somebody does something else. @returns ends the waiting */
function awaitHeading({ focused, heading: left }: Before): () => void {
  const giveUp = new AbortController();
  const look = () => {
    // What had the focus may stay in sight until the next screen can be drawn.
    if (!atNobody()) return;
    const heading = headingNow();
    if (heading === null || heading === left) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const elsewhere = ({ target }: Event) => {
    if (target !== focused && target !== headingNow()) giveUp.abort();
  };
  // Screens load their parts and what they show after they are entered, and change their heading with it.
  const changes = new MutationObserver(look);
  giveUp.signal.addEventListener('abort', () => changes.disconnect());
  const { signal } = giveUp;
  for (const done of ['keydown', 'pointerdown'])
    addEventListener(done, () => giveUp.abort(), { capture: true, signal });
  addEventListener('focusin', elsewhere, { capture: true, signal });
  changes.observe(document.body, { childList: true, subtree: true });
  look();
  return () => giveUp.abort();
}

/** For the shell: the focus follows to the screens that are entered. */
export function useScreenFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let before: Before | null = null;
    let end = (): void => undefined;
    const left = router.subscribe('onBeforeNavigate', () => {
      // An address that is only put right after another screen was entered goes on with the same waiting.
      if (atNobody()) return;
      end();
      before = { focused: document.activeElement, heading: headingNow() };
    });
    const entered = router.subscribe('onRendered', () => {
      if (before) end = awaitHeading(before);
      before = null;
    });
    return () => {
      left();
      entered();
      end();
    };
  }, [router]);
}
