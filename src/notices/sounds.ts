/** Which sound a notice makes: this browser's switch, and the account's settings (docs/product.md §3 User sound settings). */

import { useQuery } from '@tanstack/react-query';
import { profileCalls } from '../../contract/calls/profile.ts';
import { DEFAULT_SOUNDS, type SoundKind, type SoundName, type SoundSettings } from '../../contract/sounds.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';
import { call } from '../api/call.ts';

type Sound = Extract<Notice, { kind: 'sound' }>['sound'];
const KINDS: Record<Sound, SoundKind> = {
  'new-conversation': 'new_conversation',
  'live-chat-message': 'live_chat_message',
  'pending-conversation': 'pending_conversation',
  'new-lead': 'new_lead',
};
export const SOUND_KEY = 'sounds';

/** Whether this browser rings; on until somebody turns it off. */
export const readSounds = (stored: unknown): boolean => stored !== false;

export const soundsKey = (userId: number) => ['sound-settings', userId] as const;

/** The account's settings; until they are known, the defaults. */
export function useSoundSettings(userId: number): SoundSettings {
  const settings = useQuery({
    queryKey: soundsKey(userId),
    queryFn: ({ signal }) => call(profileCalls.soundSettings, { params: { userId }, signal }),
    staleTime: 10 * 60_000,
  });
  return settings.data ?? DEFAULT_SOUNDS;
}

/** What to play for a notice; null: nothing. */
export function soundOf(sound: Sound, settings: SoundSettings): SoundName | null {
  const name = settings.sounds[KINDS[sound]];
  return settings.has_sound && name !== 'silencio' ? name : null;
}
