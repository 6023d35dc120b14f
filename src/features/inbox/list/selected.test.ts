import { beforeEach, expect, it } from 'vitest';
import {
  chooseByHand,
  clearSelected,
  keepSelected,
  selectAll,
  selectedNow,
  selectFound,
  selectRange,
  showSelectedOf,
  toggleSelected,
} from './selected.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const ids = () => [...selectedNow().ids].sort();
beforeEach(clearSelected);

it('selects one, lets it go, and a range from the last chosen one in either direction', () => {
  toggleSelected('d');
  selectRange('b', ORDER);
  expect(ids()).toEqual(['b', 'c', 'd']);
  selectRange('e', ORDER);
  expect(ids()).toEqual(['b', 'c', 'd', 'e']);
  toggleSelected('c');
  expect(ids()).toEqual(['b', 'd', 'e']);
});
it('takes a range without a beginning in the list for one', () => {
  selectRange('c', ORDER);
  expect(ids()).toEqual(['c']);
  toggleSelected('z');
  selectRange('b', ORDER);
  expect(ids()).toEqual(['b', 'c', 'z']);
});
it('forgets the selection when another list is shown, and keeps it in the same one', () => {
  showSelectedOf('pending');
  selectAll(ORDER);
  showSelectedOf('pending');
  expect(ids()).toEqual(ORDER);
  showSelectedOf('taken');
  expect(ids()).toEqual([]);
});
it('keeps it in any list while something is being done with it', () => {
  showSelectedOf('pending');
  selectAll(ORDER);
  keepSelected(true);
  showSelectedOf('taken');
  expect(ids()).toEqual(ORDER);
  keepSelected(false);
  showSelectedOf('closed');
  expect(ids()).toEqual([]);
});
it('shows boxes without a selection until that is ended', () => {
  chooseByHand(true);
  expect(selectedNow()).toMatchObject({ choosing: true });
  toggleSelected('a');
  chooseByHand(false);
  expect(selectedNow()).toMatchObject({ choosing: false });
  expect(ids()).toEqual([]);
});
it('takes none of what was being looked for when the selection is let go of meanwhile', async () => {
  toggleSelected('a');
  let answer: (found: readonly string[]) => void = () => undefined;
  const waits = () => new Promise<readonly string[]>((resolve) => (answer = resolve));
  const asked: AbortSignal[] = [];
  const selecting = selectFound((signal) => {
    asked.push(signal);
    return waits();
  });
  clearSelected();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  answer(ORDER);
  expect(await selecting).toBe(false);
  expect(ids()).toEqual([]);
  expect(await selectFound(async () => ORDER)).toBe(true);
  expect(ids()).toEqual(ORDER);
  // Of two that are asked for, the later one is meant.
  const first = selectFound(waits);
  expect(await selectFound(async () => ['b'])).toBe(true);
  answer(ORDER);
  expect(await first).toBe(false);
  expect(ids()).toEqual(['b']);
});
it('a search that failed says so, unless nobody waits for it any more', async () => {
  await expect(selectFound(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const stopped = selectFound(() => Promise.reject(new Error('no')));
  clearSelected();
  expect(await stopped).toBe(false);
});
