/** What a site may say of its users to the chat, and for how long it is believed. */
export const WIDGET_LIMITS = {
  /** Characters of the site's own id of a user. */
  externalId: 200,
  /** Hex digits of HMAC-SHA256. */
  signature: 64,
  email: 254,
  /** Characters of a word that is left out of hours. */
  word: 2_000,
  /** Words that one visitor leaves in an hour, and one address at a bot. */
  words: 5,
  wordsOfAddress: 60,
  /** Articles: found at once, characters of a question, parts of one that are shown, questions of an address in a minute. */
  articleHits: 8,
  articleQuery: 200,
  articleParts: 300,
  articleQuestions: 240,
  /** How long a chat stays that user's without another signature. Milliseconds. */
  session: 12 * 60 * 60_000,
  /** How long the secret before the present one is valid. Milliseconds. */
  rotation: 7 * 24 * 60 * 60_000,
  /** Signatures shown by one address at a bot in a minute. */
  signatures: 120,
} as const;
