/**
 * An absence tells of its beginning and of its end: who is away and who manages them get one line each, with how many
 * conversations the person has. The job judges anew, with the row locked, so that one that was moved or taken back meanwhile
 * tells nothing of what it was; of each beginning and each end a person is told once, by the event's id (NO-1).
 *
 *   planned ──its beginning──▶ told, clock to its end ──its end──▶ told
 *      └──moved──▶ clock moved      └──its end has passed too (the process was away)──▶ the end alone
 */
import * as z from 'zod/mini';
import { allows } from '../../contract/permissions.ts';
import type { RoleName } from '../../contract/states.ts';
import { permissionsOf } from '../access/grants.ts';
import { areasOf, linksOfBot } from '../access/links.ts';
import { beyondReach } from '../access/reach.ts';
import { notifyAbsence } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { ABSENCE_MOMENT, setAbsenceClock } from './absence-clock.ts';

const payload = z.object({ id: z.string() });

interface Away {
  id: string;
  bot_id: number;
  user_id: number;
  from: string;
  to: string;
}

/** Registers the job. */
export function registerAbsences(app: App): void {
  app.jobs.handle(ABSENCE_MOMENT, async (tx, job) => {
    const { id } = payload.parse(job.payload);
    const [row] = await tx.query<Away>(sql`
      select id, bot_id, user_id, starts_at as "from", ends_at as "to" from absences where id = ${id} for update`);
    if (!row) return;
    const now = app.clock.now().getTime();
    if (now < Date.parse(row.from)) {
      await setAbsenceClock(tx, app, id, new Date(row.from));
      return;
    }
    const ended = now >= Date.parse(row.to);
    if (!ended) await setAbsenceClock(tx, app, id, new Date(row.to));
    await tell(tx, app, row, ended ? 'ended' : 'began');
  });
}

async function tell(tx: Transaction, app: App, row: Away, what: 'began' | 'ended'): Promise<void> {
  const { id, bot_id: botId, user_id } = row;
  const [person] = await tx.query<{
    id: number;
    name: string;
    base: RoleName;
    permissions: unknown;
    category: unknown;
  }>(sql`
    select u.id, u.name, r.base, r.permissions, ub.category
    from user_bots ub join users u on u.id = ub.user_id join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} and ub.user_id = ${user_id}`);
  if (!person) return;
  const held = { base: person.base, permissions: permissionsOf(person), areas: areasOf(person.category) };
  // Those who may change it, and may give what the person has to others.
  const managers = (await linksOfBot(tx, botId)).filter(
    (link) =>
      link.role.base !== 'agente' &&
      allows(link.role.permissions, 'edit_agent', 'edit') &&
      beyondReach(link, held) === null,
  );
  const [count] = await tx.query<{ n: number }>(sql`
    select count(*)::int as n from conversations
    where bot_id = ${botId} and agent_id = ${user_id} and state in ('taken', 'inactive')`);
  await notifyAbsence(tx, app, {
    botId,
    person: { id: person.id, name: person.name },
    managerIds: managers.map((link) => link.user_id),
    what,
    held: count?.n ?? 0,
    eventId: `absence:${id}:${what}:${what === 'began' ? row.from : row.to}`,
  });
}
