/** Limits of proactive messages of the chat in a site, each with its reason; apart from `LIMITS`, as the chat loads that too. */
export const PROACTIVE_LIMITS = {
  /** Rules of a bot: every page of the site asks for them. */
  rules: 20,
  name: 60,
  /** Characters that a visitor reads in a bubble without opening it. */
  text: 300,
  /** Conditions on the path, and on the site, of one rule. */
  paths: 10,
  path: 200,
  hosts: 5,
  host: 253,
  /** Seconds on the page before it may show: below, nobody has read anything; beyond, nobody is there. */
  secondsLeast: 1,
  secondsMost: 600,
  /** From which visit on. */
  visitMost: 50,
  /** At most once for each visitor in so many days. */
  everyMost: 365,
  /** Two messages of whichever rules are at least so far apart for one visitor. Milliseconds. */
  gap: 4 * 60 * 60_000,
  /** Who comes back after this long begins another visit. Milliseconds. */
  visitGap: 30 * 60_000,
  /** What sites tell of one address in an hour, and of one bot in a day: the bot's token is public. */
  toldOfAddress: 120,
  toldOfBot: 20_000,
  /** Days that counts show, and that rows are kept of which they are made. */
  days: 30,
} as const;
