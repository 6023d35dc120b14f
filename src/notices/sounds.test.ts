import { expect, it } from 'vitest';
import { DEFAULT_SOUNDS } from '../../contract/sounds.ts';
import { readSounds, soundOf } from './sounds.ts';

it('plays what the account chose for the kind', () => {
  const sounds = {
    ...DEFAULT_SOUNDS.sounds,
    new_lead: 'aviso' as const,
    pending_conversation: 'silencio' as const,
  };
  expect(soundOf('new-lead', { has_sound: true, sounds })).toBe('aviso');
  expect(soundOf('pending-conversation', { has_sound: true, sounds })).toBeNull();
  expect(soundOf('new-lead', { has_sound: false, sounds })).toBeNull();
  expect([null, true, false].map(readSounds)).toEqual([true, true, false]);
});
