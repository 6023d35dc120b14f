/** Short tones for notices, made by the browser: no files to load. The hub picks the one tab that rings. */
import type { Notice } from '../../../workers/hub/surface.ts';

type Sound = Extract<Notice, { kind: 'sound' }>['sound'];
/** Frequencies in Hz, one after the other: a kind is known by ear. */
const MELODIES: Record<Sound, readonly number[]> = {
  'new-conversation': [660, 880],
  'live-chat-message': [740],
  'pending-conversation': [587, 587, 784],
  'new-lead': [523, 659],
};
const NOTE_SECONDS = 0.14;
/** Quiet enough for headphones all day. */
const VOLUME = 0.07;
export const SOUND_KEY = 'sounds';

/** Whether this browser rings; on until somebody turns it off. */
export const readSounds = (stored: unknown): boolean => stored !== false;

let context: AudioContext | null = null;

/** Plays a kind's tones; browsers refuse before the first click on the page, which is not worth a message. */
export async function ring(sound: Sound): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  MELODIES[sound].forEach((frequency, index) => {
    if (!context) return;
    const start = context.currentTime + index * NOTE_SECONDS;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'sine';
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_SECONDS);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  });
}
