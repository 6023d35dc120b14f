/** A planned absence of somebody at a bot (docs/decisions/0067-people.md). */
import * as z from 'zod/mini';
import { ABSENCE_LIMITS } from '../people-limits.ts';
import { instant, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import { ABSENCE_REASONS } from '../rules/absences.ts';

export const absenceReason = z.enum(ABSENCE_REASONS);

/** It holds from `from` up to `to`, which no longer belongs to it. */
export const absence = z.object({
  id: textId,
  bot_id: numericId,
  user_id: numericId,
  name: z.string(),
  from: instant,
  to: instant,
  /** Null for whoever may not change it: why somebody is away is theirs to tell. */
  reason: z.nullable(absenceReason),
  note: z.nullable(shortText(ABSENCE_LIMITS.note)),
  /** Rises with each change. */
  revision: wholeNumber,
  /** By whoever asks: the person themself, or who manages them. */
  may_change: z.boolean(),
});
export type Absence = z.infer<typeof absence>;
