import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultsText, lineChanges } from './draft-words.ts';

it('shows of a list what came, what left and what stayed', () => {
  expect(lineChanges('a\nb\nc', 'a\nx\nc')).toEqual([
    { mark: 'same', text: 'a' },
    { mark: 'removed', text: 'b' },
    { mark: 'added', text: 'x' },
    { mark: 'same', text: 'c' },
  ]);
  expect(lineChanges(null, 'a')).toEqual([{ mark: 'added', text: 'a' }]);
});

it('loses no line of either side, in order, whatever the lists', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(list, list, (was, is) => {
      const lines = lineChanges(was.join('\n'), is.join('\n'));
      const without = (mark: string) => lines.filter((line) => line.mark !== mark).map(({ text }) => text);
      expect(without('added')).toEqual(was);
      expect(without('removed')).toEqual(is);
    }),
  );
});

it('counts errors and warnings apart', () => {
  const fault = (level: 'error' | 'warning') => ({ level, message: '', node_id: null, intent_name: null });
  expect(faultsText([])).toBeNull();
  expect(faultsText([fault('error'), fault('warning'), fault('warning')])).toBe('1 error · 2 avisos');
});
