/** Dialogs that are mounted open give the focus back themselves: the library does so only when `opened` changes. */
import { useEffect, useState } from 'react';

/** What had the focus before: an entry of a menu goes away with its menu, whose button stays. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const button = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (button ? document.getElementById(button) : null) ?? active;
}

/** Call it in a dialog that exists only while it is open: closing it puts the focus where it was (docs/product.md §10). */
export function useFocusBack(): void {
  const [before] = useState(focused);
  useEffect(
    () => () => {
      // After the dialog's own leaving; anyone who took the focus meanwhile keeps it.
      setTimeout(() => {
        const active = document.activeElement;
        if (before?.isConnected && (active === null || active === document.body)) {
          before.focus({ preventScroll: true });
        }
      });
    },
    [before],
  );
}
