/** Incidents as they are stored, and as the wire has them. */
import { type Incident, incident } from '../../contract/entities/incident.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { signedAddress } from '../platform/signed-address.ts';

/** Seconds that an address of a picture lives. */
const PICTURE_LIVES = 600;

export interface IncidentRow {
  id: string;
  tracking_code: string;
  title: string;
  description: string;
  severity: string;
  state: string;
  since: string;
  reporter_id: number | null;
  reporter_name: string;
  diagnostics: string | null;
  created_at: string;
  updated_at: string;
}

/** Of `incidents i`. */
export const incidentColumns = sql`i.id, i.tracking_code, i.title, i.description, i.severity, i.state, i.since,
  i.reporter_id, i.reporter_name, i.diagnostics, i.created_at, i.updated_at`;

/** Who reads: internal accounts see all bots and the diagnostics. */
export interface Reader {
  staff: boolean;
  /** The bots at which they have Seguimiento read. */
  botIds: readonly number[];
}

/** A condition on `incidents i`. */
export function readableBy(reader: Reader): Sql {
  if (reader.staff) return sql`true`;
  return sql`exists (select 1 from incident_bots b
    where b.incident_id = i.id and b.bot_id = any(${[...reader.botIds]}::int[]))`;
}

/** With their bots and updates; with pictures and diagnostics where `whole`. */
export async function toIncidents(
  app: Pick<App, 'config' | 'clock'>,
  db: Queryable,
  reader: Reader,
  rows: readonly IncidentRow[],
  whole: boolean,
): Promise<Incident[]> {
  const ids = rows.map(({ id }) => id);
  const mine = reader.staff ? sql`true` : sql`bot_id = any(${[...reader.botIds]}::int[])`;
  const bots = await db.query<{ incident_id: string; bot_id: number }>(sql`
    select incident_id, bot_id from incident_bots where incident_id = any(${ids}::text[]) and ${mine} order by bot_id`);
  const updates = await db.query<{
    id: string;
    incident_id: string;
    state: string;
    text: string;
    author_name: string;
    at: string;
  }>(sql`
    select id, incident_id, state, text, author_name, at from incident_updates
    where incident_id = any(${ids}::text[]) order by at, id`);
  const pictures = whole
    ? await db.query<{ id: string; incident_id: string }>(sql`
        select id, incident_id from incident_pictures where incident_id = any(${ids}::text[]) order by created_at, id`)
    : [];
  const expires = Math.floor(app.clock.now().getTime() / 1000) + PICTURE_LIVES;
  return rows.map(({ reporter_id: _, reporter_name, diagnostics, ...row }) =>
    incident.parse({
      ...row,
      reported_by: reporter_name,
      bot_ids: bots.filter(({ incident_id }) => incident_id === row.id).map(({ bot_id }) => bot_id),
      updates: updates
        .filter(({ incident_id }) => incident_id === row.id)
        .map(({ id, state, text, author_name, at }) => ({ id, state, text, author: author_name, at })),
      pictures: pictures
        .filter(({ incident_id }) => incident_id === row.id)
        .map(({ id }) => ({ id, url: signedAddress(app, 'incident-pictures', id, expires) })),
      diagnostics: reader.staff && whole ? diagnostics : null,
    }),
  );
}
