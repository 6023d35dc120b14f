/** Building blocks shared by every wire schema: ids, dates, short texts. */
import * as z from 'zod/mini';

/** Numeric ids: users, bots, roles, links. */
export const numericId = z.int().check(z.positive());
/** Text ids: conversations, messages, leads, events (UUIDv7 made by the server). */
export const textId = z.string().check(z.minLength(1), z.maxLength(64));
/**
 * The sender's own name of a message, unique per author: any text of 1 to 100 characters (not bytes, not UTF-16 units).
 * Lone surrogates and NUL are no text: no database keeps them as they are.
 */
export const temporalId = z.string().check(z.regex(/^[^\p{Surrogate}\0]{1,100}$/u));
/** An instant in ISO-8601 UTC with milliseconds, e.g. `2026-11-21T03:00:00.000Z`. */
export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/));
/** A number in a bot's event log; the first event has 1, 0 means 'before the first'. */
export const seq = z.int().check(z.nonnegative());
/** The opaque stamp of what a viewer may see (wire.md 'Sight'). */
export const sightStamp = z.string().check(z.minLength(1), z.maxLength(128));
/** A text that a person typed, already limited to what a message may hold. */
export const shortText = (max: number) => z.string().check(z.maxLength(max));
