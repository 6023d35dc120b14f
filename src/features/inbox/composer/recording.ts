/** A voice note while it is spoken: microphone, recorder and loudness, and what can go wrong in words. */
import { LIMITS } from '../../../../contract/limits.ts';

/** What channels take best comes first. */
const FORMATS = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

/** Why there is no recording, for the person. */
export function microphoneText(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'El navegador no tiene permiso para usar el micrófono. Actívalo en los permisos de este sitio, junto a la dirección, e inténtalo de nuevo.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No encontramos un micrófono. Conecta uno e inténtalo de nuevo.';
    case 'NotReadableError':
    case 'AbortError':
      return 'Otra aplicación está usando el micrófono. Ciérrala e inténtalo de nuevo.';
    default:
      return 'Este navegador no permite grabar audio.';
  }
}

export interface Recording {
  /** Loudness now, 0 to 1. */
  level(): number;
  /** Ends it. @returns what was said */
  finish(): Promise<Blob>;
  /** Ends it; nothing remains. */
  drop(): void;
}

/** Asks for the microphone and begins. @throws DOMException, TypeError: see `microphoneText` */
export async function startRecording(onLimit: () => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const format = FORMATS.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, format ? { mimeType: format } : {});
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const wave = new Uint8Array(analyser.fftSize);
  const limit = setTimeout(onLimit, LIMITS.voiceNote);
  const release = () => {
    clearTimeout(limit);
    for (const track of stream.getTracks()) track.stop();
    context.close().catch((error: unknown) => console.warn('The microphone was not let go of.', error));
  };
  recorder.start(1_000);
  return {
    level: () => {
      analyser.getByteTimeDomainData(wave);
      return Math.min(1, Math.max(...wave.map((sample) => Math.abs(sample - 128))) / 100);
    },
    finish: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          release();
          // The type alone: what follows it is the recorder's business.
          resolve(new Blob(parts, { type: recorder.mimeType.split(';')[0] ?? '' }));
        };
        recorder.stop();
      }),
    drop: () => {
      recorder.ondataavailable = null;
      recorder.stop();
      release();
    },
  };
}

/** 'nota de voz 21-11-2026 14.05.ogg': names that say what and when, in any file system. */
export function voiceName(type: string, at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()}`;
  const ending = type === 'audio/mp4' ? 'm4a' : (type.split('/')[1] ?? 'ogg');
  return `nota de voz ${day} ${two(at.getHours())}.${two(at.getMinutes())}.${ending}`;
}

/** 65 000 → '1:05'. */
export const clockText = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`;
