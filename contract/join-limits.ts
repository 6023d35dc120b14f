/** Limits of joined conversations, each with its reason; apart from `LIMITS`, which the chat of customers loads too. */
export const JOIN_LIMITS = {
  /** Conversations that one shows with its own, those that came along with them among them: every card names them. */
  joined: 20,
  /** A join is offered to be undone for so long (ms), as a macro is; after that it is separated from the client's panel. */
  undo: 10_000,
  /** Messages a page of what was said in them. */
  page: 200,
} as const;
