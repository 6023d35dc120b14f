/**
 * The calendar of a bot: its zone, when people attend (the bot's own hours and those of areas), holidays, own days.
 * What it says of an instant is computed in `contract/calendar/`.
 */
import * as z from 'zod/mini';
import { isDay } from '../days.ts';
import { instant, numericId } from '../primitives.ts';
import { AREAS, area } from '../states.ts';
import { isZone } from '../zone.ts';

export const CALENDAR_LIMITS = {
  /** Spans of a week, spans of one own day. */
  spans: 50,
  daySpans: 8,
  /** Days from today on that one bot may name. */
  days: 200,
  dayName: 80,
  versions: 200,
} as const;

export const calendarDay = z.string().check(z.maxLength(10), z.refine(isDay));
export const zoneName = z.string().check(z.maxLength(64), z.refine(isZone));

const from = z.int().check(z.minimum(0), z.maximum(1439));
const to = z.int().check(z.minimum(1), z.maximum(1440));
/** From and to as minutes that the clock shows, 0 to 1440. */
export const daySpan = z.object({ from, to });
/** `day` 0 is Sunday. */
export const weekSpan = z.object({ day: z.int().check(z.minimum(0), z.maximum(6)), from, to });
export type WeekSpan = z.infer<typeof weekSpan>;
/** Null: at all times. Days without spans are closed. */
export const weekHours = z.nullable(z.array(weekSpan).check(z.maxLength(CALENDAR_LIMITS.spans)));
export type WeekHours = z.infer<typeof weekHours>;

/** On which of Chile's holidays it is closed: none, all, or those on which shops must close ('irrenunciables'). */
export const HOLIDAY_RULES = ['none', 'all', 'mandatory'] as const;

/** How a bot attends from a day on, until the next version begins. */
export const calendarVersion = z.object({
  /** A day of its own zone; null: since ever. */
  valid_from: z.nullable(calendarDay),
  zone: zoneName,
  hours: weekHours,
  /** Areas with hours of their own; the others have the bot's. */
  areas: z.array(z.object({ area, hours: weekHours })).check(z.maxLength(AREAS.length)),
  holidays: z.enum(HOLIDAY_RULES),
});
export type CalendarVersion = z.infer<typeof calendarVersion>;

/** A day unlike its weekday, for the bot and all areas; it goes before holidays. Without spans: closed. */
export const ownDay = z.object({
  day: calendarDay,
  name: z.string().check(z.maxLength(CALENDAR_LIMITS.dayName)),
  spans: z.array(daySpan).check(z.maxLength(CALENDAR_LIMITS.daySpans)),
});
export type OwnDay = z.infer<typeof ownDay>;

/** What the functions of `contract/calendar/` read. Never changed in place: they remember what they computed of it. */
export interface Calendar {
  /** By `valid_from`, the first since ever. */
  readonly versions: readonly CalendarVersion[];
  readonly days: readonly OwnDay[];
}

/** A bot's calendar as its settings show it. */
export const botCalendar = z.object({
  bot_id: numericId,
  /** Grows with every change; 0: nobody ever changed it. */
  revision: z.int(),
  versions: z.array(
    z.extend(calendarVersion, {
      /** Null: as it came with the bot. */
      saved_at: z.nullable(instant),
      saved_by: z.nullable(z.string()),
    }),
  ),
  days: z.array(ownDay),
});
export type BotCalendar = z.infer<typeof botCalendar>;
