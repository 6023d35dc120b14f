/** Reading incidents: who may, lists, one. */

import { allows, type Permission } from '../../contract/permissions.ts';
import { INCIDENT_LIMITS } from '../../contract/rules/incidents.ts';
import { linksOfPerson } from '../access/links.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';
import { type IncidentRow, incidentColumns, type Reader, readableBy, toIncidents } from './incident-row.ts';

/** The bots at which the person has the permission on Seguimiento. */
export async function botsWith(db: Queryable, userId: number, permission: Permission): Promise<number[]> {
  const links = await linksOfPerson(db, userId);
  return links.flatMap(({ bot_id, role }) =>
    allows(role.permissions, 'seguimiento_incidencias', permission) ? [bot_id] : [],
  );
}

/** What this person may read of incidents. */
export async function readerOf(db: Queryable, { user }: Session): Promise<Reader> {
  return { staff: user.staff, botIds: await botsWith(db, user.id, 'read') };
}

/** Freshest first. Throws not_found for a bot of which the person may read none. */
export async function listIncidents(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  session: Session,
  wish: { bot_id?: number | undefined; open?: 'true' | undefined; page?: number | undefined },
) {
  const reader = await readerOf(app.db, session);
  const { bot_id, open, page = 1 } = wish;
  if (bot_id !== undefined && !reader.staff && !reader.botIds.includes(bot_id))
    throw new Refused('not_found');
  const ofBot =
    bot_id === undefined
      ? sql`true`
      : sql`exists (select 1 from incident_bots b where b.incident_id = i.id and b.bot_id = ${bot_id})`;
  const wanted = sql`${readableBy(reader)} and ${ofBot} and ${open ? sql`i.state <> 'resolved'` : sql`true`}`;
  const [count] = await app.db.query<{ total: number }>(
    sql`select count(*)::int as total from incidents i where ${wanted}`,
  );
  const rows = await app.db.query<IncidentRow>(sql`
    select ${incidentColumns} from incidents i where ${wanted} order by i.updated_at desc, i.id desc
    limit ${INCIDENT_LIMITS.page} offset ${(page - 1) * INCIDENT_LIMITS.page}`);
  const total = count?.total ?? 0;
  return {
    incidents: await toIncidents(app, app.db, reader, rows, false),
    page,
    pages: Math.ceil(total / INCIDENT_LIMITS.page),
    total,
  };
}

/** One that the person may read. Throws not_found for any other. */
export async function findIncident(
  app: Pick<App, 'config' | 'clock'>,
  db: Queryable,
  session: Session,
  id: string,
) {
  const reader = await readerOf(db, session);
  const rows = await db.query<IncidentRow>(sql`
    select ${incidentColumns} from incidents i where i.id = ${id} and ${readableBy(reader)}`);
  const [found] = await toIncidents(app, db, reader, rows, true);
  if (!found) throw new Refused('not_found');
  return found;
}
