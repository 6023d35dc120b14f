/** The sounds of the account as a column of switches. */
import { DEFAULT_SOUNDS, SOUND_KINDS, type SoundKind, type SoundSettings } from '../../../contract/sounds.ts';

/** Whether the kind makes a sound. */
export const rings = ({ has_sound, sounds }: SoundSettings, kind: SoundKind): boolean =>
  has_sound && sounds[kind] !== 'silencio';

/** The kind with or without its sound; with sounds off as a whole, this one alone comes on. */
export function withSound(settings: SoundSettings, kind: SoundKind, on: boolean): SoundSettings {
  const chosen = settings.sounds[kind];
  const wanted = !on ? 'silencio' : chosen === 'silencio' ? DEFAULT_SOUNDS.sounds[kind] : chosen;
  if (settings.has_sound || !on) return { ...settings, sounds: { ...settings.sounds, [kind]: wanted } };
  const silent = Object.fromEntries(SOUND_KINDS.map((each) => [each, 'silencio'])) as SoundSettings['sounds'];
  return { has_sound: true, sounds: { ...silent, [kind]: wanted } };
}
