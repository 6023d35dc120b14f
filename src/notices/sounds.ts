/** Which sound a notice makes: this browser's switch, and the account's settings (docs/product.md §3 User sound settings). */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { profileCalls } from '../../contract/calls/profile.ts';
import { DEFAULT_SOUNDS, type SoundKind, type SoundName, type SoundSettings } from '../../contract/sounds.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';
import { call } from '../api/call.ts';
import { hub } from '../hub/hooks.ts';
import { toastFailure } from '../ui/toast.ts';

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

const soundsKey = (userId: number) => ['sound-settings', userId] as const;

/** As a query: screens show that it loads, or failed. */
export function useSoundQuery(userId: number) {
  return useQuery({
    queryKey: soundsKey(userId),
    queryFn: ({ signal }) => call(profileCalls.soundSettings, { params: { userId }, signal }),
    staleTime: 10 * 60_000,
  });
}
/** The account's settings; until they are known, the defaults. */
export const useSoundSettings = (userId: number): SoundSettings =>
  useSoundQuery(userId).data ?? DEFAULT_SOUNDS;

/** Changes them: shown at once, put back when the server refuses. */
export function useSaveSounds(userId: number) {
  const queries = useQueryClient();
  const key = soundsKey(userId);
  return useMutation({
    mutationFn: (wish: SoundSettings) =>
      call(profileCalls.updateSoundSettings, { params: { userId }, body: wish }),
    onMutate: (wish) => {
      const before = queries.getQueryData<SoundSettings>(key);
      queries.setQueryData(key, wish);
      return before;
    },
    onError: (error, _wish, before) => {
      queries.setQueryData(key, before);
      toastFailure('No pudimos guardar los sonidos', error);
    },
    onSuccess: (fresh) => {
      queries.setQueryData(key, fresh);
      hub()
        .announceStale([key[0]])
        .catch((error: unknown) => console.warn('Other tabs learn of the sounds later.', error));
    },
  });
}

/** What to play for a notice; null: nothing. */
export function soundOf(sound: Sound, settings: SoundSettings): SoundName | null {
  const name = settings.sounds[KINDS[sound]];
  return settings.has_sound && name !== 'silencio' ? name : null;
}
