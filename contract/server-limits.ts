/** Limits that the server alone applies, each with its reason. Times in milliseconds unless named otherwise. */
export const SERVER_LIMITS = {
  savedViews: 30,
  /** Quick replies of a bot's team and of a person at it: all of them come in one answer, to everybody who types a slash. */
  sharedQuickReplies: 1_000,
  ownQuickReplies: 300,
  /** Files of quick replies that a person brings into drafts in a minute: each is a row. */
  quickReplyFilesCopied: 120,
  /** Events in one answer to AUTO_RECONNECT. */
  replayPage: 500,
  /** Base64url characters of 256 random bits. */
  roomToken: 43,
  /** HEAD is read from the database this often (docs/protocol.md). */
  head: 5_000,
  /** A presence lease without a farewell ends after this (docs/protocol.md 'Presence'). */
  presenceLease: 120_000,
  /** The log keeps at least these (docs/architecture.md). */
  logKeepDays: 30,
  logKeepEvents: 50_000,
  /** Live sockets of one signed-in browser in one process. */
  sessionSockets: 20,
  /** One socket frame; 1 MB texts are refused without dropping the connection. */
  socketFrameBytes: 1_500_000,
} as const;
