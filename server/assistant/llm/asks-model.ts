import type { Via } from '../engine/trace.ts';

/**
 * Whether a turn that the engine answered so is one for the language model: it would quote a document, say that it did
 * not understand, or offer a person. What was pressed is never one.
 */
export const asksModel = (via: Via, pressed: boolean): boolean =>
  !pressed && (via === 'document' || notUnderstood(via));

/** Whether the model may choose among the bot's own interactions there: the engine was unsure, or understood nothing. */
export const asksChoice = (via: Via, pressed: boolean): boolean =>
  !pressed && (via === 'choice' || notUnderstood(via));

/** Whether the engine had nothing to say to it. */
export const notUnderstood = (via: Via): boolean => via === 'fallback' || via === 'offer';
