import { expect, it } from 'vitest';
import { initials } from './person-avatar.tsx';

it.each([
  ['María José Pérez', 'MP'],
  ['ñandú', 'Ñ'],
  ['+56 9 1234 5678', '#'],
  // Names of WhatsApp carry signs: half of one is no letter.
  ['Ana 🌸', 'A'],
  ['🌸 Ana Pérez 🇨🇱', 'AP'],
  ['"Pancho" (Soto)', 'PS'],
  ['Sebastian\u0301 O\u0301rdenes', 'SÓ'],
  ['𝓛𝓪𝓾𝓻𝓪', '𝓛'],
  ['🇨🇱', '🇨🇱'],
  ['👩‍🚀 👩‍🚀', '👩‍🚀'],
  ['  ', '?'],
])('%j → %j', (name, shown) => {
  expect(initials(name)).toBe(shown);
});
