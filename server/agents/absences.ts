/** Planned absences of a bot's people: what is planned, changed and taken back, by themselves and by who manages them. */
import type * as z from 'zod/mini';
import type { absenceCalls } from '../../contract/calls/absences.ts';
import { dayAndTime } from '../../contract/days.ts';
import type { Absence } from '../../contract/entities/absence.ts';
import type { UserBot } from '../../contract/entities/user.ts';
import { ABSENCE_LIMITS } from '../../contract/people-limits.ts';
import { allows } from '../../contract/permissions.ts';
import { type AbsenceReason, absenceFault } from '../../contract/rules/absences.ts';
import { startOf } from '../../contract/rules/local-start.ts';
import type { RoleName } from '../../contract/states.ts';
import { lockBoth } from '../access/caller-link.ts';
import { permissionsOf } from '../access/grants.ts';
import { areasOf } from '../access/links.ts';
import { beyondReach, type Holder } from '../access/reach.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { cleanText } from '../platform/clean-text.ts';
import {
  type Database,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { wakeRouting } from '../routing/wake.ts';
import { setAbsenceClock, stopAbsenceClock } from './absence-clock.ts';

type Plan = z.output<NonNullable<typeof absenceCalls.planAbsence.body>>;
type Change = z.output<NonNullable<typeof absenceCalls.changeAbsence.body>>;

interface AbsenceRow {
  id: string;
  bot_id: number;
  user_id: number;
  relation_id: number;
  name: string;
  from: string;
  to: string;
  reason: AbsenceReason;
  note: string;
  revision: number;
  base: RoleName;
  permissions: unknown;
  category: unknown;
}

const select = (db: Queryable, condition: Sql): Promise<AbsenceRow[]> =>
  db.query<AbsenceRow>(sql`
    select a.id, a.bot_id, a.user_id, ub.id as relation_id, u.name, a.starts_at as "from", a.ends_at as "to",
      a.reason, a.note, a.revision, r.base, r.permissions, ub.category
    from absences a join user_bots ub on ub.bot_id = a.bot_id and ub.user_id = a.user_id
      join users u on u.id = a.user_id join roles r on r.id = ub.role_id
    where ${condition} order by a.starts_at, a.id`);

/** Oneself, or somebody within reach of who may edit agents. */
const mayPlanFor = (caller: UserBot, other: Holder): boolean =>
  caller.user_id === other.user_id ||
  (allows(caller.role.permissions, 'edit_agent', 'edit') && beyondReach(caller, other.held) === null);

const holderOf = (row: AbsenceRow): Holder => ({
  user_id: row.user_id,
  held: { base: row.base, permissions: permissionsOf(row), areas: areasOf(row.category) },
});

/** Why somebody is away is for them, and for who manages them. */
function toAbsence(row: AbsenceRow, caller: UserBot): Absence {
  const { id, bot_id, user_id, name, from, to, revision } = row;
  const may_change = mayPlanFor(caller, holderOf(row));
  return {
    id,
    bot_id,
    user_id,
    name,
    from,
    to,
    reason: may_change ? row.reason : null,
    note: may_change ? row.note : null,
    revision,
    may_change,
  };
}

/** Those that have not ended. */
export async function listAbsences(
  db: Database,
  by: BotSession,
  now: Date,
): Promise<{ zone: string; absences: Absence[] }> {
  const botId = by.link.bot_id;
  return db.snapshot(async (tx) => {
    const rows = await select(tx, sql`a.bot_id = ${botId} and a.ends_at > ${now}::timestamptz`);
    return { zone: await zoneOf(tx, botId, now), absences: rows.map((row) => toAbsence(row, by.link)) };
  });
}

/** Locks both links: two plans of one person come one after the other. Throws not_found, forbidden. */
async function lockPerson(tx: Transaction, by: BotSession, userId: number): Promise<UserBot> {
  const [link] = await tx.query<{ id: number }>(sql`
    select id from user_bots where bot_id = ${by.link.bot_id} and user_id = ${userId}`);
  if (!link) throw new Refused('not_found');
  const { caller, other } = await lockBoth(tx, by, link.id);
  if (!mayPlanFor(caller, other)) {
    throw new Refused('forbidden', { message: 'Solo puedes planificar tus propias ausencias.' });
  }
  return caller;
}

/** The stretch that two clock times name. Throws rule at the field. */
function stretchOf(wish: Pick<Plan, 'from' | 'to'>, zone: string, now: Date, began: string | null) {
  const at = (field: 'from' | 'to'): Date => {
    const found = startOf({ local: wish[field], zone });
    if (typeof found === 'string') throw fieldFault(field, found);
    return found;
  };
  const from = at('from');
  const to = at('to');
  const fault = absenceFault(
    { from: from.getTime(), to: to.getTime() },
    now.getTime(),
    began === null ? null : Date.parse(began),
  );
  if (fault) throw fieldFault(fault.field, fault.message);
  return { from, to };
}

/** Throws conflict where it meets another one of theirs, naming it. */
async function requireAlone(
  tx: Transaction,
  of: { botId: number; userId: number; id: string | null },
  { from, to }: { from: Date; to: Date },
  zone: string,
): Promise<void> {
  const [other] = await tx.query<{ from: string; to: string }>(sql`
    select starts_at as "from", ends_at as "to" from absences
    where bot_id = ${of.botId} and user_id = ${of.userId} and id is distinct from ${of.id}::text
      and starts_at < ${to}::timestamptz and ends_at > ${from}::timestamptz
    order by starts_at limit 1`);
  if (!other) return;
  const message = `Se cruza con la ausencia del ${dayAndTime(Date.parse(other.from), zone)} al ${dayAndTime(Date.parse(other.to), zone)}. Cámbiala o retírala primero.`;
  throw new Refused('conflict', { message, details: { fields: { from: message }, reason: 'overlap' } });
}

const audited = ({ name, from, to, reason, note }: AbsenceRow) => ({ user: name, from, to, reason, note });

async function written(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  before: AbsenceRow | null,
): Promise<AbsenceRow> {
  const [row] = await select(tx, sql`a.id = ${id}`);
  if (!row) throw new Error('An absence that was written is not there');
  await writeAudit(tx, app, {
    by: by.user,
    type: 'absence',
    id,
    botId: row.bot_id,
    before: before && audited(before),
    after: audited(row),
  });
  touch(tx, app, row.bot_id, ['absences']);
  return row;
}

/** Throws not_found, forbidden, rule with `details.fields`, conflict where it meets another one. */
export async function planAbsence(app: App, by: BotSession, wish: Plan): Promise<Absence> {
  const botId = by.link.bot_id;
  const once = `${botId}:${by.user.id}:${wish.temporal_id}`;
  return app.db.transaction(async (tx) => {
    const caller = await lockPerson(tx, by, wish.user_id);
    const [planned] = await select(tx, sql`a.once = ${once}`);
    if (planned) return toAbsence(planned, caller);
    const now = app.clock.now();
    const zone = await zoneOf(tx, botId, now);
    const stretch = stretchOf(wish, zone, now, null);
    await requireAlone(tx, { botId, userId: wish.user_id, id: null }, stretch, zone);
    const [count] = await tx.query<{ n: number }>(sql`
      select count(*)::int as n from absences
      where bot_id = ${botId} and user_id = ${wish.user_id} and ends_at > ${now}::timestamptz`);
    if ((count?.n ?? 0) >= ABSENCE_LIMITS.ahead) {
      throw fieldFault(
        'from',
        `Una persona puede tener hasta ${ABSENCE_LIMITS.ahead} ausencias planificadas.`,
      );
    }
    const id = app.ids();
    await tx.query(sql`
      insert into absences (id, bot_id, user_id, starts_at, ends_at, reason, note, once, created_at)
      values (${id}, ${botId}, ${wish.user_id}, ${stretch.from}, ${stretch.to}, ${wish.reason},
        ${cleanText(wish.note).trim()}, ${once}, ${now})`);
    await wakeRouting(tx, app, botId, stretch.to);
    await setAbsenceClock(tx, app, id, stretch.from);
    return toAbsence(await written(tx, app, by, id, null), caller);
  });
}

/** The absence, with its person's link locked. Throws not_found, forbidden, rule where it has ended. */
async function lockAbsence(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
): Promise<{ row: AbsenceRow; caller: UserBot }> {
  const [found] = await select(tx, sql`a.id = ${id} and a.bot_id = ${by.link.bot_id}`);
  if (!found) throw new Refused('not_found');
  const caller = await lockPerson(tx, by, found.user_id);
  const [row] = await select(tx, sql`a.id = ${id}`);
  if (!row) throw new Refused('not_found');
  if (Date.parse(row.to) <= app.clock.now().getTime()) {
    throw new Refused('rule', { message: 'Esta ausencia ya terminó.' });
  }
  return { row, caller };
}

/** Throws as `planAbsence`; conflict also where it was changed since. */
export async function changeAbsence(app: App, by: BotSession, id: string, wish: Change): Promise<Absence> {
  return app.db.transaction(async (tx) => {
    const { row, caller } = await lockAbsence(tx, app, by, id);
    if (row.revision !== wish.revision) {
      throw new Refused('conflict', { message: 'Alguien cambió esta ausencia mientras la editabas.' });
    }
    const now = app.clock.now();
    const zone = await zoneOf(tx, row.bot_id, now);
    const stretch = stretchOf(wish, zone, now, row.from);
    await requireAlone(tx, { botId: row.bot_id, userId: row.user_id, id }, stretch, zone);
    await tx.query(sql`
      update absences set starts_at = ${stretch.from}, ends_at = ${stretch.to}, reason = ${wish.reason},
        note = ${cleanText(wish.note).trim()}, revision = revision + 1
      where id = ${id}`);
    // They may be back now, and are at its end.
    await wakeRouting(tx, app, row.bot_id);
    await wakeRouting(tx, app, row.bot_id, stretch.to);
    await setAbsenceClock(tx, app, id, stretch.from);
    return toAbsence(await written(tx, app, by, id, row), caller);
  });
}

/** Throws not_found, forbidden, rule where it has ended. */
export async function withdrawAbsence(app: App, by: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { row } = await lockAbsence(tx, app, by, id);
    const now = app.clock.now();
    if (Date.parse(row.from) < now.getTime()) {
      await tx.query(sql`update absences set ends_at = ${now}, revision = revision + 1 where id = ${id}`);
      await wakeRouting(tx, app, row.bot_id);
      await setAbsenceClock(tx, app, id, now);
      await written(tx, app, by, id, row);
      return;
    }
    await tx.query(sql`delete from absences where id = ${id}`);
    await stopAbsenceClock(tx, app, id);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'absence',
      id,
      botId: row.bot_id,
      before: audited(row),
      after: null,
    });
    touch(tx, app, row.bot_id, ['absences']);
  });
}
