/**
 * The wire's version. `wire-version.test.ts` pins the hash of every schema: a change without a new line in its history
 * fails, so that nobody changes the wire by accident.
 */
import { WIRE_HISTORY } from './wire-history.ts';

export const WIRE_VERSION = WIRE_HISTORY.length;

/** Of the version above: its schemas. */
export const WIRE_HASH = '486621ae3f453c62';
