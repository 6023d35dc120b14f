/** How much a filter of clients may say. Apart from how it is read: the wire needs no more. */
export const FILTER_LIMITS = {
  depth: 3,
  /** Conditions of one group, and of the whole. */
  parts: 20,
  conditions: 60,
  /** Choices of one condition. */
  choices: 100,
  text: 200,
  /** As it travels in an address. */
  encoded: 12_000,
  days: 3_650,
} as const;
