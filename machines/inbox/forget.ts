/** Keeps the fold as small as what is shown. */
import type { InboxState } from './inbox-state.ts';
import { matches, within } from './lists.ts';

/**
 * Drops what nobody shows: windows that are not named, messages of conversations that are not named, and the cards
 * that belong to neither. Counters stay; what is needed again is loaded again.
 * @param keep `keepWindows`: keys of lists (`listKey`); `keepMessages`: ids of conversations whose card and messages stay
 */
export function forget(
  state: InboxState,
  keep: { keepWindows: ReadonlySet<string>; keepMessages: ReadonlySet<string> },
): void {
  for (const key of state.windows.keys()) if (!keep.keepWindows.has(key)) state.windows.delete(key);
  for (const id of state.messages.keys()) if (!keep.keepMessages.has(id)) state.messages.delete(id);
  const windows = [...state.windows.values()];
  for (const card of state.cards.values()) {
    const shown = windows.some((window) => matches(window.query, card) && within(window, card));
    if (!shown && !keep.keepMessages.has(card.id)) state.cards.delete(card.id);
  }
}
