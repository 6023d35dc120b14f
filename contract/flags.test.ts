import { expect, it } from 'vitest';
import { flagsOf } from './flags.ts';

it('has each flag at the bots that the defaults name, unless it was switched', () => {
  expect([64, 749, 7].map((id) => flagsOf(id).new_features)).toEqual([true, true, false]);
  expect([64, 3126, 7].map((id) => flagsOf(id).timer_close)).toEqual([true, true, false]);
  expect(flagsOf(7, { timer_close: true }).timer_close).toBe(true);
  expect(flagsOf(64, { new_features: false }).new_features).toBe(false);
});

it('has inactive handling at every bot that nobody switched off', () => {
  expect([64, 3126, 100_001].map((id) => flagsOf(id).inactive_handling)).toEqual([true, true, true]);
  expect(flagsOf(7, { inactive_handling: false }).inactive_handling).toBe(false);
});
