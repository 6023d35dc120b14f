import { expect, it } from 'vitest';
import { DEFAULT_SOUNDS } from '../../../contract/sounds.ts';
import { rings, withSound } from './sound-cell.ts';

it('a cell switches its own sound alone, and keeps what was chosen', () => {
  const chosen = { has_sound: true, sounds: { ...DEFAULT_SOUNDS.sounds, new_lead: 'gota' as const } };
  const off = withSound(chosen, 'pending_conversation', false);
  expect([rings(off, 'pending_conversation'), rings(off, 'new_lead')]).toEqual([false, true]);
  expect(withSound(off, 'pending_conversation', true)).toEqual(chosen);
  expect(withSound(chosen, 'new_lead', true)).toEqual(chosen);
});

it('with all sounds off, one that is switched on comes alone', () => {
  const none = { ...DEFAULT_SOUNDS, has_sound: false };
  const one = withSound(none, 'new_lead', true);
  expect(rings(one, 'new_lead')).toBe(true);
  expect(rings(one, 'new_conversation')).toBe(false);
});
