/** Limits of what a bot is made of, each with its reason. Apart from the other limits: the first pages need none of them. */
export const BOT_LIMITS = {
  /** One answer of a bot: a message's length, less what a source line below it needs. */
  botAnswer: 4_000,
  /** Alternatives of one answer. */
  botAnswers: 10,
  /** A longer menu can't be scanned on a phone; also what the option response of Watson allows. */
  botButtons: 20,
  botButtonLabel: 80,
  botCondition: 500,
  botExample: 500,
  botExamples: 300,
  botEntityValues: 500,
  /** Groups of words that mean the same, the words of one, the letters of one: more is another subject. */
  botSynonyms: 200,
  botSynonymWords: 50,
  botSynonym: 60,
  /** What an interaction asks for a value with. */
  botSlotQuestion: 500,
  /** Phrases that must lead to no intent. */
  botCounterexamples: 500,
  /** Of one bot: what trains within seconds and answers within milliseconds (docs/decisions/0016). */
  botIntents: 500,
  botNodes: 1_000,
  botEntities: 200,
  botExamplesTotal: 10_000,
  /** Trials that one owner may have running: more is a way around the plans. */
  trialBots: 3,
  botDescription: 500,
  /** What fits on the button of a phone. */
  launcherText: 24,
  /** What the bot says by itself, and its welcome. */
  botMessage: 1_000,
  /** Thirty days, in minutes. */
  timerMinutes: 43_200,
  /** Published versions that are kept. */
  botVersions: 100,
  /** Phrases of a bot's test set. */
  botTestPhrases: 500,
  /** Questions that a bot could not answer: how many are kept, and for how many days after they were asked last. */
  botUnanswered: 500,
  botUnansweredDays: 90,
  /** An assistant that is brought from elsewhere: four times the largest public export. */
  skillFileBytes: 8_000_000,
} as const;
