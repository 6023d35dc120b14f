/** Limits of macros, each with its reason; apart from `LIMITS`, which the chat of customers loads too. */
export const MACRO_LIMITS = {
  /** A name stands in one line of a phone's list. */
  name: 60,
  /** Those that everybody at a bot has, and those of one person there: more are found by nobody. */
  shared: 60,
  own: 30,
  /** What one did can be brought back for so long (ms): who runs one sees at once what it did. */
  undo: 10_000,
  /** The name of one application to many: with a conversation's id it stays a `temporal_id`. */
  bulkRun: 40,
} as const;
