/** Business constants of docs/product.md §9 and the protocol's limits, each with its reason. Times in milliseconds unless named otherwise. */
export const LIMITS = {
  /** A lazy chunk that takes longer than this is treated as failed (docs/product.md §8, §9). */
  chunkLoadTimeout: 120_000,
  /** More bots than this turn the switcher into a dropdown (docs/product.md §2). */
  botSwitcherButtons: 4,
  productsLoadedBar: 4_000,
  newConversationToast: 4_000,
  successToast: 1_000,
  notification: 5_000,
  modalAnimation: 600,
  noAccessDelay: 1_200,
  audioTestPoll: 300,
  conversationPage: 15,
  agentPage: 20,
  agentActivityDays: 30,
  /** The longest stretch of /historial-estado-agentes: a quarter of a year; more is a report, not a screen. */
  statusHistoryDays: 92,
  passwordMin: 6,
  /** Longer ones only cost hashing time; 200 keeps pass-phrases possible. */
  passwordMax: 200,
  /** The hint of 1 MB is not enforced (docs/product.md §5); this is what the server takes before it makes the photo small. */
  photoUploadMaxBytes: 8_000_000,
  videoPanel: { width: 470, aspect: 1.618, maxWidth: 1000, maxHeight: 618 },
  conversationLock: 24 * 60 * 60 * 1000,
  /** So long a person may answer on Messenger and Instagram, from the lock on with the human-agent tag (ms). */
  humanAgentWindow: 7 * 24 * 60 * 60 * 1000,
  /** Close and derive wait this long in the outbox and can be taken back (docs/product.md §10). */
  undo: 5_000,
  /** One message's text, in UTF-16 units: WhatsApp takes 4096, the strictest of the channels we join. */
  messageText: 4_096,
  /** Who follows one conversation, or is named in it: its card, which every event carries, names them all. */
  followers: 50,
  /** What one person follows at a bot: beyond, nobody reads the list. */
  followed: 500,
  /** Messages that wait in one conversation to be sent later: beyond, nobody reads what was planned. */
  scheduledMessages: 20,
  /** How far ahead one may be planned: a quarter; what comes later is a campaign or an automation. */
  scheduledAhead: 90 * 24 * 60 * 60 * 1000,
  /** So long after its moment one still leaves: a server that was away longer does not write at any odd hour. */
  scheduledLate: 60 * 60 * 1000,
  /** Why somebody gets a conversation: a few sentences. */
  deriveReason: 500,
  /** One tag, and how many a conversation or a client may carry: beyond, nobody reads them. */
  tagText: 40,
  tags: 30,
  /** What is searched, in conversations and clients. */
  searchText: 200,
  /** The newest messages that a transcript holds. */
  transcriptMessages: 500,
  /** Places that a search inside a conversation tells. */
  foundMessages: 500,
  attachmentMaxBytes: 16_000_000,
  /** Products that one message shows. */
  cardsPerMessage: 10,
  attachmentsPerMessage: 10,
  /** Conversations of a list that are counted one by one: of more, a page says 'or more'. */
  listCounted: 10_000,
  /** The newest conversations of a list, which a search looks through one by one before it asks the index. */
  searchedOneByOne: 2_000,
  /** Conversations that one selection may hold, and those that one bulk call changes. */
  bulkMost: 10_000,
  bulkStep: 50,
  /** Clients who get a template by hand; more are a campaign. */
  templatesAtOnce: 100,
  /** Filters counted by one call: a person's saved views, the shared ones, and the list at hand. */
  filtersCounted: 80,
  /** Of them with a searched text, each of which reads what was said at the bot; further ones are asked for apart. */
  searchesCounted: 8,
  /** A recording stops by itself: far below the size limit, and nobody listens to more. */
  voiceNote: 5 * 60_000,
  /** Largest page of any list; protects database and socket alike. */
  pageItems: 100,
  /** Waiting conversations in a supervisor's base: more than one person can look through, few enough for one answer. */
  supervisionQueue: 500,
  /** A signed upload address lives this long (docs/protocol.md). */
  uploadUrl: 10 * 60 * 1000,
  /** After a closing page's farewell, a reload has this long to come back. */
  farewellGrace: 5_000,
  /** No answer to an HTTP call within this time: SERVER_TIMEOUT_CONNECTION_ERROR. */
  requestTimeout: 30_000,
  /** A page answered ahead of the fold waits this long before the hub asks for the missing events. */
  pageAheadOfFold: 1_000,
} as const;
