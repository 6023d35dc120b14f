import * as z from 'zod/mini';

/** What a clock on the wall shows, to the minute. */
export const wallTime = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, 'Hora no válida'));
