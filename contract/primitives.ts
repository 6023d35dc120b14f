/** Building blocks shared by every wire schema: ids, dates, short texts. */
import * as z from 'zod/mini';

/** The largest whole number of the database's `int` columns. */
const MOST_INT4 = 2_147_483_647;
/** Log numbers are larger; below this a double counts them exactly, with room to add. */
const MOST_SEQ = 2 ** 52;

/** Numeric ids: users, bots, roles, links. */
export const numericId = z.int().check(z.positive(), z.lte(MOST_INT4));
/** Revisions, versions, places in a list. */
export const wholeNumber = z.int().check(z.nonnegative(), z.lte(MOST_INT4));
/** The same where numbers arrive as texts. */
export const wholeNumberParam = z.coerce.number().check(z.int(), z.nonnegative(), z.lte(MOST_INT4));
/** Text ids: conversations, messages, leads, events (UUIDv7 made by the server). */
export const textId = z.string().check(z.minLength(1), z.maxLength(64));
/**
 * The sender's own name of a message, unique per author: any text of 1 to 100 characters (not bytes, not UTF-16 units).
 * Lone surrogates and NUL are no text: no database keeps them as they are.
 */
export const temporalId = z.string().check(z.regex(/^[^\p{Surrogate}\0]{1,100}$/u));
/** Days that exist, from 1970 to 2999: no other can be kept, nor counted with. */
const YEAR = '(?:19[7-9]\\d|2\\d{3})';
const LEAP_YEAR = '(?:19(?:7[26]|8[048]|9[26])|2[048]00|2\\d(?:0[48]|[2468][048]|[13579][26]))';
const DAY = [
  `${YEAR}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])`,
  `${YEAR}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)`,
  `${YEAR}-02-(?:0[1-9]|1\\d|2[0-8])`,
  `${LEAP_YEAR}-02-29`,
].join('|');
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?Z';
/** A day as `YYYY-MM-DD`. */
export const day = z.string().check(z.regex(new RegExp(`^(?:${DAY})$`), 'Fecha no válida'));
/** An instant in ISO-8601 UTC with milliseconds, e.g. `2026-11-21T03:00:00.000Z`. */
export const instant = z
  .string()
  .check(z.regex(new RegExp(`^(?:${DAY})T${TIME}$`), 'Fecha u hora no válida'));
/** A number in a bot's event log; the first event has 1, 0 means 'before the first'. */
export const seq = z.int().check(z.nonnegative(), z.lte(MOST_SEQ));
/** The same in a query. */
export const seqParam = z.coerce.number().check(z.int(), z.nonnegative(), z.lte(MOST_SEQ));
/** The opaque stamp of what a viewer may see (docs/protocol.md 'Sight'). */
export const sightStamp = z.string().check(z.minLength(1), z.maxLength(128));
/** A text that a person typed, already limited to what a message may hold. */
export const shortText = (max: number) => z.string().check(z.maxLength(max));
