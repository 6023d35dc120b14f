/** What is kept of what people type. */
import { expect, it } from 'vitest';
import { cleanLine } from './clean-text.ts';

it('keeps names of every script, and nothing that turns the writing beside them', () => {
  for (const name of ['Ñandú Pérez', 'ليلى حداد', '李雷', '👩‍👩‍👧 Soto'])
    expect(cleanLine(`  ${name}\n`)).toBe(name);
  expect(cleanLine('Ana\u202Egpj.exe\u2069')).toBe('Anagpj.exe');
  expect(cleanLine('\u202E \u0000')).toBeNull();
});
