/** The switches of a bot (docs/product.md §9), as stored. */
import * as z from 'zod/mini';
import { FLAG_NAMES, flagsOf } from '../../contract/flags.ts';

const storedFlags = z.partialRecord(z.enum(FLAG_NAMES), z.boolean());

/** The switches stored for a bot over the defaults for its id. */
export function readFlags(botId: number, stored: unknown): ReturnType<typeof flagsOf> {
  return flagsOf(botId, storedFlags.parse(stored ?? {}));
}
