/** Limits of absences and skills, each with its reason; apart from `LIMITS`, which the chat of customers loads too. */
export const ABSENCE_LIMITS = {
  /** Of one person at one bot, begun or ahead: more plans are a calendar's work. */
  ahead: 30,
  /** Days that one lasts at most: longer ones are no absence but a farewell. */
  days: 366,
  /** Days until it begins at most. */
  farthest: 730,
  /** Days that its beginning may lie back: who fell ill yesterday says so today. */
  back: 7,
  note: 200,
} as const;

export const SKILL_LIMITS = {
  /** Stands in one line of a phone's list. */
  name: 40,
  /** Those of a bot: more are found by nobody. */
  ofBot: 50,
  ofPerson: 20,
  /** That one rule of assignment asks for. */
  ofRule: 10,
} as const;
