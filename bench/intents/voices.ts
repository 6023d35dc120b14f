/** The voices: what customers write, by voice and template. Read by benches and by the test of a sample alone. */
import { readdirSync, readFileSync } from 'node:fs';

export type VoiceTemplate = 'ecommerce' | 'generica';

export interface VoiceMessage {
  text: string;
  /** The subject that answers best; null: none does. */
  subject: string | null;
  /** A second question in the same message. */
  also?: string;
  /** What the customer wrote earlier in the same talk. */
  before?: string[];
}

export type Voice = { voice: string } & Record<VoiceTemplate, VoiceMessage[]>;

const FOLDER = new URL('./voices/', import.meta.url);

/** All voices in the order of their names. */
export function readVoices(): Voice[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Voice);
}
