/**
 * A bot's calendar: kept as a whole, one row a bot; none: nobody ever changed it. What has begun is history: changes
 * begin today or later, so that figures of the past stay.
 */
import type * as z from 'zod/mini';
import { calendarTexts } from '../../contract/calendar/calendar-text.ts';
import { FIRST_VERSION, versionAt } from '../../contract/calendar/open-hours.ts';
import type { calendarCalls } from '../../contract/calls/calendar.ts';
import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import {
  type BotCalendar,
  CALENDAR_LIMITS,
  type Calendar,
  type CalendarVersion,
  type OwnDay,
} from '../../contract/entities/calendar.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { editConflict } from '../platform/http/edit-conflict.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';

/** A durable job for what was worked out of a bot's calendar, which has been changed; payload `{bot_id}`. */
export const CALENDAR_CHANGED = 'calendar.changed';
/** The same for deadlines of answers, which stand on conversations. */
export const ANSWERS_DUE_ANEW = 'conversation.due_anew';

/** Versions begin at most this many days ahead. */
const FARTHEST = 2 * 366;

type Kept = Omit<BotCalendar, 'bot_id'> & { updated_by_name: string | null };
type Wish = z.output<NonNullable<typeof calendarCalls.saveCalendar.body>>;

const UNTOUCHED: Kept = {
  revision: 0,
  versions: [{ ...FIRST_VERSION, saved_at: null, saved_by: null }],
  days: [],
  updated_by_name: null,
};

/** When people attend at a bot: whatever depends on it reads this. */
export async function readCalendar(db: Queryable, botId: number): Promise<Calendar> {
  const [row] = await db.query<Calendar>(
    sql`select versions, days from bot_calendars where bot_id = ${botId}`,
  );
  return row ?? UNTOUCHED;
}

/** The zone whose days a bot counts by at an instant: of its figures, and of the moments that its records name. */
export async function zoneOf(db: Queryable, botId: number, now: Date): Promise<string> {
  return versionAt(await readCalendar(db, botId), now.getTime()).zone;
}

/** As its settings show it. */
export async function readBotCalendar(db: Queryable, botId: number): Promise<BotCalendar> {
  const [row] = await db.query<Omit<BotCalendar, 'bot_id'>>(
    sql`select revision, versions, days from bot_calendars where bot_id = ${botId}`,
  );
  const { revision, versions, days } = row ?? UNTOUCHED;
  return { bot_id: botId, revision, versions, days };
}

/** Throws conflict when somebody saved since; rule with `details.fields`. */
export function saveCalendar(app: App, by: BotSession, wish: Wish): Promise<BotCalendar> {
  return change(app, by, wish.revision, (kept, now) => {
    const versions = wish.version ? withVersion(kept.versions, wish.version, now) : kept.versions;
    const { zone } = versionAt({ versions, days: [] }, now);
    return { versions, days: wish.days ? withDays(kept.days, wish.days, dayIn(now, zone)) : kept.days };
  });
}

/** Throws not_found, conflict, rule for a version that has begun. */
export function withdrawVersion(
  app: App,
  by: BotSession,
  validFrom: string,
  seen: number,
): Promise<BotCalendar> {
  return change(app, by, seen, (kept, now) => {
    const version = kept.versions.find((one) => one.valid_from === validFrom);
    if (!version) throw new Refused('not_found', { message: 'Ese cambio del calendario ya no existe.' });
    if (validFrom <= dayIn(now, version.zone))
      throw new Refused('rule', {
        message: 'Lo que ya empezó a regir no se retira: guarda un cambio nuevo.',
      });
    return { versions: kept.versions.filter((one) => one !== version), days: kept.days };
  });
}

type Versions = (CalendarVersion & Partial<Pick<BotCalendar['versions'][number], 'saved_at' | 'saved_by'>>)[];

async function change(
  app: App,
  by: BotSession,
  seen: number,
  decide: (kept: Kept, now: number) => { versions: Versions; days: OwnDay[] },
): Promise<BotCalendar> {
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    const kept = await lockCalendar(tx, botId);
    const now = app.clock.now();
    const texts = calendarTexts(kept, now.getTime());
    if (seen !== kept.revision) {
      const theirs = Object.entries(texts).map(([field, value]) => ({ field, value }));
      throw editConflict({ revision: kept.revision, by: kept.updated_by_name, theirs }, 'save');
    }
    const decided = decide(kept, now.getTime());
    const versions = decided.versions.map(({ saved_at, saved_by, ...version }) => ({
      ...version,
      saved_at: saved_at === undefined ? now.toISOString() : saved_at,
      saved_by: saved_by === undefined ? by.user.name : saved_by,
    }));
    if (versions.length > CALENDAR_LIMITS.versions)
      throw new Refused('rule', { message: 'El calendario tiene demasiados cambios guardados.' });
    const after = { versions, days: decided.days };
    const revision = kept.revision + 1;
    await tx.query(sql`
      update bot_calendars set revision = ${revision}, versions = ${json(versions)}, days = ${json(after.days)},
        updated_by_name = ${by.user.name}
      where bot_id = ${botId}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'bot_calendar',
      id: botId,
      botId,
      before: texts,
      after: calendarTexts(after, now.getTime()),
    });
    for (const kind of [CALENDAR_CHANGED, ANSWERS_DUE_ANEW])
      await app.jobs.schedule(tx, { kind, key: `${kind}:${botId}`, runAt: now, payload: { bot_id: botId } });
    return { bot_id: botId, revision, ...after };
  });
}

async function lockCalendar(tx: Transaction, botId: number): Promise<Kept> {
  const { revision, versions, days } = UNTOUCHED;
  await tx.query(sql`
    insert into bot_calendars (bot_id, revision, versions, days)
    values (${botId}, ${revision}, ${json(versions)}, ${json(days)}) on conflict (bot_id) do nothing`);
  const [row] = await tx.query<Kept>(sql`
    select revision, versions, days, updated_by_name from bot_calendars where bot_id = ${botId} for update`);
  if (!row) throw new Refused('not_found');
  return row;
}

/** The versions with this one from its day on. Throws rule at the field. */
function withVersion(
  versions: BotCalendar['versions'],
  version: CalendarVersion & { valid_from: string },
  now: number,
): Versions {
  const today = dayIn(now, version.zone);
  const { zone } = versionAt({ versions, days: [] }, now);
  // In a zone further east today begins earlier than here: that would change what is past.
  if (startOfDay(version.valid_from, version.zone) < startOfDay(dayIn(now, zone), zone))
    throw fieldFault(
      'valid_from',
      'Un cambio rige desde hoy o desde un día que viene: lo que pasó queda como fue.',
    );
  if (version.valid_from > addDays(today, FARTHEST))
    throw fieldFault('valid_from', 'Elige un día dentro de los próximos dos años.');
  requireSpans(version.hours ?? [], 'hours');
  const areas = version.areas.map(({ area }) => area);
  if (new Set(areas).size < areas.length) throw fieldFault('areas', 'Cada área tiene un solo horario.');
  for (const { area, hours } of version.areas) requireSpans(hours ?? [], `areas.${area}`);
  const begins = ({ valid_from }: CalendarVersion) => valid_from ?? '';
  return [...versions.filter((one) => one.valid_from !== version.valid_from), version].sort((a, b) =>
    begins(a).localeCompare(begins(b)),
  );
}

/** The own days with these from today on; past ones stay. Throws rule at the field. */
function withDays(days: readonly OwnDay[], wished: readonly OwnDay[], today: string): OwnDay[] {
  const named = wished.map(({ name, ...rest }) => ({ ...rest, name: cleanLine(name) ?? '' }));
  const past = days.filter(({ day }) => day < today);
  const coming = named.filter(({ day }) => day >= today);
  const known = new Set(past.map(({ day }) => day));
  if (named.some(({ day }) => day < today && !known.has(day)))
    throw fieldFault('days', 'Los días que ya pasaron no se cambian.');
  if (new Set(coming.map(({ day }) => day)).size < coming.length)
    throw fieldFault('days', 'Hay un día dos veces.');
  for (const { spans } of coming)
    requireSpans(
      spans.map((span) => ({ ...span, day: 0 })),
      'days',
    );
  return [...past, ...coming.sort((a, b) => a.day.localeCompare(b.day))];
}

/** Throws rule at the field for a span that ends before it begins, and for two that cross. */
function requireSpans(spans: readonly { day: number; from: number; to: number }[], field: string): void {
  const ordered = spans.toSorted((a, b) => a.day - b.day || a.from - b.from);
  for (const [at, { day, from, to }] of ordered.entries()) {
    if (from >= to) throw fieldFault(field, 'Cada tramo del horario debe terminar después de empezar.');
    const before = ordered[at - 1];
    if (before?.day === day && from < before.to)
      throw fieldFault(field, 'Hay tramos del horario que se cruzan.');
  }
}
