/** The port to whatever turns sentences into vectors of meaning: a server, or a model in a folder. */
import { createHash } from 'node:crypto';

export interface Embedder {
  /** Vectors of one name are comparable, and kept under it. */
  readonly name: string;
  /** How many texts it takes at once. */
  readonly batch: number;
  /**
   * One vector a text, in their order, all of one length.
   * @throws MeaningFault for what the other side does; what `signal` says when that ended it
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Loads what it needs, so that a server without it does not start. @throws StartError */
  ready?(): Promise<void>;
}

/** Why there are no vectors, in Spanish for the owner; customers get the engine's answer. */
export class MeaningFault extends Error {
  override name = 'MeaningFault';
  /** It asks to be left alone for so long. Milliseconds. */
  readonly retryAfter: number | null;

  constructor(message: string, options: ErrorOptions & { retryAfter?: number | null } = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Longer texts are cut: a passage is no longer. */
const LONGEST = 1_500;

/** A text as it is turned into a vector, and by which its vector is kept. */
export const cleanText = (text: string): string => text.replace(/\s+/gu, ' ').trim().slice(0, LONGEST);
/** Under what a vector of this text is kept. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
