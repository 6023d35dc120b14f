import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerDeadlines, answerDeadlines, NO_DEADLINES } from '../entities/answer-deadlines.ts';
import type { Calendar } from '../entities/calendar.ts';
import { AREAS } from '../states.ts';
import { answerDeadline, hasDeadlines, levelAt, minutesFor } from './answer-deadline.ts';
import { answerSourceText } from './answer-deadline-labels.ts';
import { ALWAYS_OPEN, FIRST_VERSION, isOpen } from './open-hours.ts';

const at = (text: string) => Date.parse(text);
const MINUTE = 60_000;
const RULES: AnswerDeadlines = { ...NO_DEADLINES, first: 30, next: 10, open_hours: false };
const wait = (since: number) => ({ since, kind: 'first', priority: null, area: null }) as const;

describe('deadlines for answers', () => {
  it('DUE-1 none is set until an owner sets it', () => {
    expect(hasDeadlines(NO_DEADLINES)).toBe(false);
    expect(answerDeadline(NO_DEADLINES, ALWAYS_OPEN, wait(0))).toBeNull();
    expect(hasDeadlines({ ...NO_DEADLINES, priorities: { urgent: { first: 5, next: null } } })).toBe(true);
  });

  it('DUE-1 a priority has its own minutes, else those of all; first and next each their own', () => {
    const rules: AnswerDeadlines = {
      ...RULES,
      priorities: { urgent: { first: 5, next: null }, low: { first: null, next: 90 } },
    };
    const minutes = (kind: 'first' | 'next', priority: 'urgent' | 'low' | 'high' | null) =>
      minutesFor(rules, { kind, priority, area: null })?.minutes;
    expect([minutes('first', 'urgent'), minutes('next', 'urgent')]).toEqual([5, 10]);
    expect([minutes('first', 'low'), minutes('next', 'low')]).toEqual([30, 90]);
    expect([minutes('first', 'high'), minutes('first', null)]).toEqual([30, 30]);
  });

  it('DUE-10 the priority’s own minutes come before the area’s own, those before those of all; and it says whose', () => {
    const rules: AnswerDeadlines = {
      ...RULES,
      next: null,
      priorities: { urgent: { first: 5, next: null } },
      areas: { soporte: { first: 60, next: 15 }, ventas: { first: null, next: 3 } },
    };
    const found = (kind: 'first' | 'next', priority: 'urgent' | null, area: 'soporte' | 'ventas' | null) =>
      minutesFor(rules, { kind, priority, area });
    expect(found('first', 'urgent', 'soporte')).toEqual({ minutes: 5, by: 'priority' });
    expect(found('first', null, 'soporte')).toEqual({ minutes: 60, by: 'area' });
    expect(found('next', 'urgent', 'soporte')).toEqual({ minutes: 15, by: 'area' });
    expect(found('first', null, 'ventas')).toEqual({ minutes: 30, by: null });
    expect(found('next', null, null)).toBeNull();
    expect(hasDeadlines({ ...NO_DEADLINES, areas: { ventas: { first: null, next: 3 } } })).toBe(true);
    expect(answerSourceText('area', { priority: null, category: 'soporte' })).toBe('por el área soporte');
    expect(answerSourceText('priority', { priority: 'urgent', category: 'soporte' })).toBe(
      'por la prioridad Urgente',
    );
    expect(answerSourceText(undefined, { priority: 'urgent', category: 'soporte' })).toBe('');
  });

  it('DUE-2 warns after its share of the time, and is late at the deadline and not before', () => {
    const since = at('2026-11-23T15:00:00.000Z');
    const deadline = answerDeadline({ ...RULES, warn_percent: 80 }, ALWAYS_OPEN, wait(since));
    expect(deadline).toEqual({ warn: since + 24 * MINUTE, due: since + 30 * MINUTE, by: null });
    const level = (now: number) => deadline && levelAt(deadline, now);
    expect(level(since + 24 * MINUTE - 1)).toBeNull();
    expect(level(since + 24 * MINUTE)).toBe('near');
    expect(level(since + 30 * MINUTE - 1)).toBe('near');
    expect(level(since + 30 * MINUTE)).toBe('late');
  });

  it('DUE-3 in open hours a wait that begins on a Friday evening goes on on Monday', () => {
    const calendar: Calendar = {
      versions: [{ ...FIRST_VERSION, hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1080 })) }],
      days: [],
    };
    // Friday 17:50 in Santiago.
    const friday = at('2026-11-20T20:50:00.000Z');
    const deadline = answerDeadline({ ...RULES, open_hours: true }, calendar, wait(friday));
    expect(deadline?.due).toBe(at('2026-11-23T12:20:00.000Z'));
    expect(answerDeadline(RULES, calendar, wait(friday))?.due).toBe(friday + 30 * MINUTE);
    const closed = { versions: [{ ...FIRST_VERSION, hours: [] }], days: [] };
    expect(answerDeadline({ ...RULES, open_hours: true }, closed, wait(friday))).toBeNull();
  });

  it('DUE-1 takes no minutes that no answer takes, and no warning at 0 % or 100 %', () => {
    const takes = (rules: object) => answerDeadlines.safeParse({ ...RULES, ...rules }).success;
    expect(takes({})).toBe(true);
    for (const first of [0, -5, 1.5, 10 ** 12, Number.NaN, '5']) expect(takes({ first })).toBe(false);
    for (const warn_percent of [0, 100, -1, 50.5, '80']) expect(takes({ warn_percent })).toBe(false);
    expect(takes({ priorities: { huge: { first: 1, next: 1 } } })).toBe(false);
    expect(takes({ priorities: { urgent: { first: 10 ** 12, next: 1 } } })).toBe(false);
  });
});

/** Chile's two changes of the clock, its September holidays, Christmas and New Year, one elsewhere. */
const TIMES = [
  { zone: 'America/Santiago', near: at('2026-04-05T03:00:00.000Z') },
  { zone: 'America/Santiago', near: at('2026-09-06T04:00:00.000Z') },
  { zone: 'America/Santiago', near: at('2026-09-18T12:00:00.000Z') },
  { zone: 'America/Santiago', near: at('2026-12-24T20:00:00.000Z') },
  { zone: 'America/Punta_Arenas', near: at('2027-01-01T03:00:00.000Z') },
  { zone: 'Pacific/Easter', near: at('2026-09-06T04:00:00.000Z') },
  { zone: 'Europe/Madrid', near: at('2026-10-25T01:00:00.000Z') },
];
const spans = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 6 }),
      from: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 30, max: 900 }),
    }),
    { minLength: 3, maxLength: 10 },
  )
  .map((all) => all.map(({ day, from, length }) => ({ day, from, to: Math.min(1440, from + length) })));

describe('deadlines over weekends, holidays and changes of the clock', () => {
  it('DUE-3 they are what counting open minutes one by one gives', () => {
    fc.assert(
      fc.property(
        fc.record({
          place: fc.constantFrom(...TIMES),
          hours: spans,
          own: fc.option(spans, { nil: undefined }),
          holidays: fc.constantFrom('none' as const, 'mandatory' as const, 'all' as const),
          offset: fc.integer({ min: -50 * 60, max: 50 * 60 }),
          first: fc.integer({ min: 1, max: 400 }),
          percent: fc.integer({ min: 1, max: 99 }),
        }),
        ({ place, hours, own, holidays, offset, first, percent }) => {
          const area = AREAS[0];
          const calendar: Calendar = {
            versions: [
              {
                ...FIRST_VERSION,
                zone: place.zone,
                hours,
                holidays,
                areas: own ? [{ area, hours: own }] : [],
              },
            ],
            days: [],
          };
          const since = place.near + offset * MINUTE;
          const rules = { ...NO_DEADLINES, first, warn_percent: percent };
          const deadline = answerDeadline(rules, calendar, { ...wait(since), area });
          // Minute by minute: those that are open count, and the last one that does ends at the deadline.
          const counted: number[] = [];
          for (let now = since; counted.length < first && now < since + 12 * 24 * 60 * MINUTE; now += MINUTE)
            if (isOpen(calendar, area, now)) counted.push(now);
          if (counted.length < first) return;
          const ended = (seconds: number): number =>
            seconds === 0
              ? since
              : (counted[Math.ceil(seconds / 60) - 1] ?? 0) + (((seconds - 1) % 60) + 1) * 1000;
          expect(deadline).toEqual({
            due: ended(first * 60),
            warn: ended(Math.floor((first * 60 * percent) / 100)),
            by: null,
          });
        },
      ),
      { numRuns: 25 },
    );
  });
});
