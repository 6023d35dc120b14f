/** When an answer is due. Pure: the server sets it, tests and previews ask the same. */

import type { AnswerDeadlines, AnswerKind, AnswerLevel, AnswerSource } from '../entities/answer-deadlines.ts';
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

/** With whose minutes it has; null: those of all. */
interface SourcedDeadline extends AnswerDeadline {
  by: AnswerSource | null;
}

/**
 * How many minutes an answer may take, and whose they are: the priority's own, else the area's own, else those of all.
 * Somebody marks a priority for this one conversation; its area is that of many. Null: as long as it likes.
 */
export function minutesFor(
  rules: AnswerDeadlines,
  { kind, priority, area }: Pick<AnswerWait, 'kind' | 'priority' | 'area'>,
): { minutes: number; by: AnswerSource | null } | null {
  const marked = priority === null ? null : (rules.priorities[priority]?.[kind] ?? null);
  if (marked !== null) return { minutes: marked, by: 'priority' };
  const own = area === null ? null : (rules.areas[area]?.[kind] ?? null);
  if (own !== null) return { minutes: own, by: 'area' };
  const minutes = rules[kind];
  return minutes === null ? null : { minutes, by: null };
}

/** Whether any answer has a deadline. */
export const hasDeadlines = ({ first, next, priorities, areas }: AnswerDeadlines): boolean =>
  [{ first, next }, ...Object.values(priorities), ...Object.values(areas)].some(
    (pair) => pair !== undefined && (pair.first !== null || pair.next !== null),
  );

/** Null: there is none, or people attend no more within five years. */
export function answerDeadline(
  rules: AnswerDeadlines,
  calendar: Calendar,
  wait: AnswerWait,
): SourcedDeadline | null {
  const found = minutesFor(rules, wait);
  if (found === null) return null;
  const { minutes, by } = found;
  const after = (seconds: number): number | null =>
    rules.open_hours
      ? addBusinessSeconds(calendar, wait.area, wait.since, seconds)
      : wait.since + seconds * 1000;
  const due = after(minutes * 60);
  const warn = after(Math.floor((minutes * 60 * rules.warn_percent) / 100));
  return due === null || warn === null ? null : { warn, due, by };
}

/** How far it has come by then; null: not yet near. */
export function levelAt({ warn, due }: AnswerDeadline, now: number): AnswerLevel | null {
  if (now >= due) return 'late';
  return now >= warn ? 'near' : null;
}
