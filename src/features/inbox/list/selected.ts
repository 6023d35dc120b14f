/** Which conversations of the shown list are selected: outside React's tree, because keys, rows and the bar all change it. */
import { useSyncExternalStore } from 'react';

export interface Selected {
  ids: ReadonlySet<string>;
  /** Boxes are in sight though nothing is selected: a finger does not hover. */
  choosing: boolean;
}

const NOTHING: Selected = { ids: new Set(), choosing: false };
let state = NOTHING;
/** The last one that was chosen alone: where a range begins. */
let anchor: string | null = null;
let list: string | null = null;
let kept = false;
/** What is being looked for to be selected. */
let search = new AbortController();
const readers = new Set<() => void>();

function publish(next: Selected): void {
  state = next;
  for (const reader of readers) reader();
}

/** Selects or lets go of one. */
export function toggleSelected(id: string): void {
  const ids = new Set(state.ids);
  if (!ids.delete(id)) ids.add(id);
  anchor = id;
  publish({ ids, choosing: state.choosing });
}

/** Selects everything between the last chosen one and this one (shift), in the order of the list. */
export function selectRange(to: string, order: readonly string[]): void {
  const [from, until] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(to)];
  if (from < 0 || until < 0) {
    toggleSelected(to);
    return;
  }
  const between = order.slice(Math.min(from, until), Math.max(from, until) + 1);
  publish({ ids: new Set([...state.ids, ...between]), choosing: state.choosing });
}

/** Selects these and no others. */
export function selectAll(ids: Iterable<string>): void {
  publish({ ids: new Set(ids), choosing: state.choosing });
}

/**
 * Selects what is found, unless the selection is let go of meanwhile: anyone who presses Escape wants none of it.
 * @returns whether it was selected
 * @throws what `find` throws, but not for having been stopped
 */
export async function selectFound(
  find: (signal: AbortSignal) => Promise<readonly string[]>,
): Promise<boolean> {
  search.abort();
  search = new AbortController();
  const { signal } = search;
  try {
    const ids = await find(signal);
    if (signal.aborted) return false;
    selectAll(ids);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Nothing is selected any more, and a selection of all that is under way ends. */
export function clearSelected(): void {
  search.abort();
  anchor = null;
  if (state !== NOTHING) publish(NOTHING);
}

/** Shows or hides the boxes of the rows; hiding them lets go of what was selected. */
export function chooseByHand(choosing: boolean): void {
  if (choosing) publish({ ...state, choosing });
  else clearSelected();
}

/** Another list is shown: what was selected in the one before is let go, unless something is being done with it. */
export function showSelectedOf(key: string): void {
  if (list === key) return;
  list = key;
  if (!kept) clearSelected();
}

/** While a change runs through the selection, its progress stays in sight wherever one looks. */
export function keepSelected(keep: boolean): void {
  kept = keep;
}

/** What is selected in the shown list. */
export function useSelected(): Selected {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => state,
  );
}

/** For tests and keys: what is selected now. */
export const selectedNow = (): Selected => state;
