/** Limits of how conversations get their agent, each with its reason; apart from `LIMITS`, which customers' chats load. */
export const ROUTING_LIMITS = {
  /** Rules of a bot: read from the top at every handover, and by people who wonder why. */
  rules: 50,
  /** A name stands in one line of a phone. */
  name: 60,
  /** People that one rule names, campaigns, conditions about the client. */
  people: 30,
  campaigns: 20,
  fields: 5,
  /** Part of an address, and the value of a client's field. */
  text: 200,
  /** Name of a client's field: its own, or that of the bot's with 'own:' before. */
  field: 80,
  /** Conversations that somebody may have at once; more is the same as no limit. */
  most: 500,
  /** People with a limit of their own. */
  overrides: 200,
  /** Of a reason: rules that were passed over, people of a team who were looked at. The rest is counted. */
  passed: 10,
  looked: 12,
  /** Conversations that a try-out looks at, the latest first. */
  tried: 200,
} as const;
