/** The sounds of notices (contract/sounds.ts), made by the browser: no files to load. */
import type { SoundName } from '../../contract/sounds.ts';

interface Note {
  /** Hz. */
  frequency: number;
  /** Seconds from the start of the sound. */
  at: number;
  /** Seconds. */
  lasts: number;
}
const notes = (step: number, lasts: number, ...frequencies: number[]): Note[] =>
  frequencies.map((frequency, index) => ({ frequency, at: index * step, lasts }));

/** Told apart by ear: how many notes, how high, how long. */
const TONES: Record<SoundName, { wave: OscillatorType; notes: readonly Note[] }> = {
  campana: { wave: 'sine', notes: notes(0.16, 0.5, 660, 880) },
  gota: { wave: 'sine', notes: notes(0.07, 0.09, 740, 1108) },
  marimba: { wave: 'triangle', notes: notes(0.12, 0.22, 523, 659, 784) },
  timbre: { wave: 'triangle', notes: notes(0.15, 0.13, 587, 587, 784) },
  aviso: { wave: 'sine', notes: notes(0.22, 0.3, 440) },
  silencio: { wave: 'sine', notes: [] },
};
/** Quiet enough for headphones all day. */
const VOLUME = 0.07;
const ATTACK = 0.015;

let context: AudioContext | null = null;

/** A sound on its way. */
export interface Playing {
  isOver: () => boolean;
  stop: () => void;
}

/** Plays a sound. @throws what the browser says: it plays nothing before the first click on the page */
export async function playTone(name: SoundName): Promise<Playing> {
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === 'suspended') await audio.resume();
  const { wave, notes: score } = TONES[name];
  const begin = audio.currentTime;
  const oscillators = score.map(({ frequency, at, lasts }) => {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const start = begin + at;
    tone.type = wave;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + ATTACK);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + lasts);
    return tone;
  });
  const end = begin + Math.max(0, ...score.map(({ at, lasts }) => at + lasts));
  return {
    isOver: () => audio.currentTime >= end,
    stop: () => {
      for (const tone of oscillators) tone.stop();
    },
  };
}
