/** An agent's own day: what they did today, beside the same weekday of the week before (docs/decisions/0067-people.md). */
import * as z from 'zod/mini';
import { day, instant, wholeNumber } from '../primitives.ts';

/** Figures of /metrics, under its names. */
export const OWN_DAY_METRICS = ['first_response', 'agent_load', 'satisfaction'] as const;
/** Figures of `agent_details`: conversations in which they wrote to the customer, and what they wrote. */
const OWN_DAY_WORK = ['conversations', 'messages'] as const;
const OWN_DAY_KEYS = [...OWN_DAY_WORK, ...OWN_DAY_METRICS] as const;
export type OwnDayKey = (typeof OWN_DAY_KEYS)[number];

const figure = {
  n: z.int(),
  /** In the figure's unit (`METRICS`); the number itself for work. Null: nothing to say it of. */
  value: z.nullable(z.number()),
};
export const ownDay = z.object({
  day,
  /** The same weekday a week before, up to the same time of day. */
  previous_day: day,
  zone: z.string(),
  /** Up to when all is counted. */
  read_at: instant,
  figures: z.array(z.object({ key: z.enum(OWN_DAY_KEYS), ...figure, previous: z.object(figure) })),
  /** Conversations that they have whose customer waits for their answer. */
  waiting: wholeNumber,
});
export type OwnDay = z.infer<typeof ownDay>;
