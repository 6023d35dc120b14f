/** Looking orders up in a chat (docs/protocol.md 'Orders'). */
export const ORDER_LIMITS = {
  /** Failures of one conversation within the time; after them each question fails, in the same words. */
  failures: 5,
  /** Seconds. */
  failuresWithin: 60 * 60,
} as const;
