/** Business constants of spec §9 and the protocol's limits, each with its reason. Times in milliseconds unless named otherwise. */
export const LIMITS = {
  /** A lazy chunk that takes longer than this is treated as failed (spec §8, §9). */
  chunkLoadTimeout: 120_000,
  /** More bots than this turn the switcher into a dropdown (spec §2). */
  botSwitcherButtons: 4,
  productsLoadedBar: 4_000,
  newConversationToast: 4_000,
  successToast: 1_000,
  notification: 5_000,
  modalAnimation: 600,
  noAccessDelay: 1_200,
  audioTestPoll: 300,
  visiblePages: 5,
  conversationPage: 15,
  agentPage: 20,
  agentActivityDays: 30,
  passwordMin: 6,
  /** Longer ones only cost hashing time; 200 keeps pass-phrases possible. */
  passwordMax: 200,
  photoMaxBytes: 1_000_000,
  /** The hint of 1 MB is not enforced (spec §5); this is what the server takes before it makes the photo small. */
  photoUploadMaxBytes: 8_000_000,
  videoPanel: { width: 470, aspect: 1.618, maxWidth: 1000, maxHeight: 618 },
  conversationLock: 24 * 60 * 60 * 1000,
  /** Close and derive wait this long in the outbox and can be taken back (ux.md). */
  undo: 5_000,
  /** One message's text, in UTF-16 units: WhatsApp takes 4096, the strictest of the channels we join. */
  messageText: 4_096,
  attachmentMaxBytes: 16_000_000,
  attachmentsPerMessage: 10,
  /** Largest page of any list; protects database and socket alike. */
  pageItems: 100,
  /** Events in one answer to AUTO_RECONNECT. */
  replayPage: 500,
  /** Base64url characters of 256 random bits. */
  roomToken: 43,
  /** A signed upload address lives this long (wire.md). */
  uploadUrl: 10 * 60 * 1000,
  /** HEAD is read from the database this often (wire.md). */
  head: 5_000,
  /** A presence lease without a farewell ends after this (wire.md 'Presence'). */
  presenceLease: 120_000,
  /** After a closing page's farewell, a reload has this long to come back. */
  farewellGrace: 5_000,
  /** No answer to an HTTP call within this time: SERVER_TIMEOUT_CONNECTION_ERROR. */
  requestTimeout: 30_000,
  /** A page answered ahead of the fold waits this long before the hub asks for the missing events. */
  pageAheadOfFold: 1_000,
  /** The log keeps at least these (architecture.md). */
  logKeepDays: 30,
  logKeepEvents: 50_000,
  /** One socket frame; 1 MB texts are refused without dropping the connection. */
  socketFrameBytes: 1_500_000,
} as const;
