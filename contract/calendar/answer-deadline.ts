/** When an answer is due. Pure: the server sets it, tests and previews ask the same. */

import type { AnswerDeadlines, AnswerKind, AnswerLevel } from '../entities/answer-deadlines.ts';
import type { Calendar } from '../entities/calendar.ts';
import type { Area, ConversationPriority } from '../states.ts';
import { addBusinessSeconds } from './open-hours.ts';

/** A customer who waits. */
export interface AnswerWait {
  /** Since when, ms since 1970. */
  since: number;
  kind: AnswerKind;
  priority: ConversationPriority | null;
  area: Area | null;
}

/** Ms since 1970; `warn` is before `due`. */
export interface AnswerDeadline {
  warn: number;
  due: number;
}

/** How many minutes an answer may take; null: as long as it likes. */
export function minutesFor(
  rules: AnswerDeadlines,
  { kind, priority }: Pick<AnswerWait, 'kind' | 'priority'>,
) {
  const own = priority === null ? null : (rules.priorities[priority]?.[kind] ?? null);
  return own ?? rules[kind];
}

/** Whether any answer has a deadline. */
export const hasDeadlines = ({ first, next, priorities }: AnswerDeadlines): boolean =>
  [{ first, next }, ...Object.values(priorities)].some(
    (pair) => pair !== undefined && (pair.first !== null || pair.next !== null),
  );

/** Null: there is none, or people attend no more within five years. */
export function answerDeadline(
  rules: AnswerDeadlines,
  calendar: Calendar,
  wait: AnswerWait,
): AnswerDeadline | null {
  const minutes = minutesFor(rules, wait);
  if (minutes === null) return null;
  const after = (seconds: number): number | null =>
    rules.open_hours
      ? addBusinessSeconds(calendar, wait.area, wait.since, seconds)
      : wait.since + seconds * 1000;
  const due = after(minutes * 60);
  const warn = after(Math.floor((minutes * 60 * rules.warn_percent) / 100));
  return due === null || warn === null ? null : { warn, due };
}

/** How far it has come by then; null: not yet near. */
export function levelAt({ warn, due }: AnswerDeadline, now: number): AnswerLevel | null {
  if (now >= due) return 'late';
  return now >= warn ? 'near' : null;
}
