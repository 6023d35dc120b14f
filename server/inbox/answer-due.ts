/**
 * When a waiting customer's answer is due, kept on the conversation's row. A wait begins and ends with `waiting_since`;
 * what it is owed is worked out in the transaction that begins or ends it, or changes what the deadline depends on. How
 * far it has come is raised by a job alone (`tell-answer-due.ts`), at its moment; here it is only taken back.
 *
 *   wait begins ──▶ due, warned at + job ──▶ near ──▶ late
 *        └─ answered, over, snoozed: none ◀──────┴────────┘
 */

import { answerDeadline, hasDeadlines, levelAt } from '../../contract/calendar/answer-deadline.ts';
import { ALWAYS_OPEN } from '../../contract/calendar/open-hours.ts';
import {
  type AnswerKind,
  type AnswerLevel,
  answerDeadlines,
} from '../../contract/entities/answer-deadlines.ts';
import { readCalendar } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import type { ConversationRow } from './conversation-row.ts';

export const ANSWER_DUE = 'conversation.answer_due';

/** What a deadline depends on. */
export type WaitFacts = Pick<
  ConversationRow,
  'state' | 'waiting_since' | 'snoozed_until' | 'priority' | 'category'
>;
export const waitFacts = ({
  state,
  waiting_since,
  snoozed_until,
  priority,
  category,
}: WaitFacts): WaitFacts => ({ state, waiting_since, snoozed_until, priority, category });

/** What is snoozed was put off by somebody who knows it: its deadline rests, and holds as it was when it wakes. */
const isOwed = ({ state, waiting_since, snoozed_until }: WaitFacts): boolean =>
  waiting_since !== null && snoozed_until === null && (state === 'pending' || state === 'taken');

/** Whether a change may have moved the deadline. @param before null: the conversation did not exist */
export function mayBeDueAnew(before: WaitFacts | null, now: WaitFacts): boolean {
  if (before === null || before.waiting_since !== now.waiting_since) return true;
  if (isOwed(before) !== isOwed(now)) return true;
  return isOwed(now) && (before.priority !== now.priority || before.category !== now.category);
}

type Answer = Pick<
  ConversationRow,
  'answer_kind' | 'answer_warn_at' | 'answer_due_at' | 'answer_level' | 'answer_by'
>;

/** Who has it all along and hears from the customer again owes the next answer; else it is the first. */
function kindOf(before: WaitFacts | null, row: WaitFacts & Answer): AnswerKind | null {
  if (row.waiting_since === null) return null;
  if (before !== null && before.waiting_since === row.waiting_since) return row.answer_kind ?? 'first';
  return before?.state === 'taken' && row.state === 'taken' ? 'next' : 'first';
}

const lower = (kept: AnswerLevel | null, now: AnswerLevel | null): AnswerLevel | null =>
  kept === 'late' ? now : kept === 'near' && now !== null ? 'near' : null;

/**
 * What the row says of its answer from now on. @param before null: the conversation did not exist
 */
export async function answerOwed(
  db: Queryable,
  before: WaitFacts | null,
  row: WaitFacts & Answer & Pick<ConversationRow, 'bot_id'>,
  now: Date,
): Promise<Answer> {
  const answer_kind = kindOf(before, row);
  const none: Answer = {
    answer_kind,
    answer_warn_at: null,
    answer_due_at: null,
    answer_level: null,
    answer_by: null,
  };
  if (answer_kind === null || row.waiting_since === null || !isOwed(row)) return none;
  const [bot] = await db.query<{ answer_deadlines: unknown }>(
    sql`select answer_deadlines from bots where id = ${row.bot_id}`,
    'often',
  );
  const rules = answerDeadlines.parse(bot?.answer_deadlines);
  if (!hasDeadlines(rules)) return none;
  const deadline = answerDeadline(
    rules,
    rules.open_hours ? await readCalendar(db, row.bot_id) : ALWAYS_OPEN,
    {
      since: Date.parse(row.waiting_since),
      kind: answer_kind,
      priority: row.priority,
      area: row.category,
    },
  );
  if (deadline === null) return none;
  const known = before !== null && before.waiting_since === row.waiting_since ? row.answer_level : null;
  return {
    answer_kind,
    answer_warn_at: new Date(deadline.warn).toISOString(),
    answer_due_at: new Date(deadline.due).toISOString(),
    answer_level: lower(known, levelAt(deadline, now.getTime())),
    answer_by: deadline.by,
  };
}

/** Sets, moves or stops the clock that tells of it. Call it under the row lock, before the events are appended. */
export async function setAnswerClock(
  tx: Transaction,
  app: Pick<App, 'clock' | 'jobs'>,
  row: Answer & Pick<ConversationRow, 'id'>,
): Promise<void> {
  const key = `${ANSWER_DUE}:${row.id}`;
  const next =
    row.answer_level === 'late' ? null : row.answer_level === 'near' ? row.answer_due_at : row.answer_warn_at;
  if (next === null) await app.jobs.cancel(tx, key);
  else await app.jobs.schedule(tx, { kind: ANSWER_DUE, key, runAt: new Date(next), payload: { id: row.id } });
}
