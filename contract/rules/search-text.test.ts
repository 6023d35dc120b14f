import { expect, it } from 'vitest';
import { excerpt, findText, foldText } from './search-text.ts';

it('finds without regard to case and accents, at the place in the text as it was written', () => {
  const text = '🙂 ¿Dónde está mi CAMIÓN?';
  const place = findText(text, 'camion');
  expect(place && text.slice(place.start, place.end)).toBe('CAMIÓN');
  expect(findText(text, '  ')).toBeNull();
  expect(findText(text, 'tren')).toBeNull();
});
it('keeps the length of any text, so that places stay true', () => {
  for (const text of ['İstanbul', 'ǅ', 'ÑANDÚ', '👩‍👩‍👧', 'ß', 'ﬁ'])
    expect(foldText(text)).toHaveLength(text.length);
});
it('shows one line around the place', () => {
  const text = `${'uno '.repeat(40)}\n\nTULIPÁN ${'dos '.repeat(60)}`;
  const line = excerpt(text, 'tulipan');
  expect(line).toMatch(/^…(?:uno |o |no )/);
  expect(line).toContain('TULIPÁN');
  expect(line.length).toBeLessThan(160);
  expect(line.endsWith('…')).toBe(true);
  expect(excerpt('corto', 'nada')).toBe('corto');
});
