import * as z from 'zod/mini';
import words from './names.json' with { type: 'json' };

const names = z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1));

export const namesFile = z.strictObject({ first: names, last: names });

/** Names of Chilean clients (names.json). */
export const { first: FIRST_NAMES, last: LAST_NAMES } = namesFile.parse(words);
