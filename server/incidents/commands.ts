/** Reporting an incident, adding a picture, publishing an update. */
import type { Incident } from '../../contract/entities/incident.ts';
import {
  INCIDENT_LIMITS,
  INCIDENT_STATE_LABELS,
  type IncidentState,
} from '../../contract/rules/incidents.ts';
import { mayFollow } from '../../machines/incident/moves.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';
import { readPicture } from './pictures.ts';
import { botsWith, findIncident } from './queries.ts';
import { tellReported, tellUpdate, touchIncident } from './tell.ts';

interface Report {
  title: string;
  description: string;
  severity: string;
  since: string;
  bot_ids: number[];
  diagnostics?: string | null | undefined;
  temporal_id: string;
}

/** Throws not_found for a bot of which the person knows nothing, forbidden where they may not report. */
async function requireBots(app: App, session: Session, botIds: readonly number[]): Promise<void> {
  if (session.user.staff) {
    const there = await app.db.query<{ id: number }>(sql`
      select id from bots where id = any(${[...botIds]}::int[]) and deleted_at is null`);
    const gone = botIds.filter((one) => !there.some(({ id }) => id === one));
    if (gone.length > 0) throw fieldFault('bot_ids', `No hay un chatbot con el número ${gone.join(', ')}.`);
    return;
  }
  if (botIds.some((id) => !session.user.botIds.includes(id))) throw new Refused('not_found');
  const may = await botsWith(app.db, session.user.id, 'edit');
  if (botIds.some((id) => !may.includes(id))) throw new Refused('forbidden');
}

/** Keeps a report once for its `temporal_id`, and tells the internal accounts. */
export async function reportIncident(app: App, session: Session, report: Report): Promise<Incident> {
  const botIds = [...new Set(report.bot_ids)].sort((a, b) => a - b);
  await requireBots(app, session, botIds);
  const title = cleanLine(report.title);
  const description = cleanText(report.description).trim();
  if (title === null) throw fieldFault('title', 'Di en pocas palabras qué no funciona.');
  if (description === '') throw fieldFault('description', 'Cuenta qué pasa.');
  const now = app.clock.now();
  if (Date.parse(report.since) > now.getTime() + 60_000)
    throw fieldFault('since', 'El momento todavía no llega.');
  const { user } = session;
  const temporalId = cleanText(report.temporal_id);
  const id = await app.db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string; tracking_code: string }>(sql`
      insert into incidents (id, title, description, severity, since, reporter_id, reporter_name, temporal_id,
        diagnostics, created_at, updated_at)
      values (${app.ids()}, ${title}, ${description}, ${report.severity}, ${report.since}, ${user.id}, ${user.name},
        ${temporalId}, ${report.diagnostics ? cleanText(report.diagnostics) : null}, ${now}, ${now})
      on conflict (reporter_id, temporal_id) do nothing returning id, tracking_code`);
    if (!row) {
      const [known] = await tx.query<{ id: string }>(sql`
        select id from incidents where reporter_id = ${user.id} and temporal_id = ${temporalId}`);
      if (!known) throw new Refused('conflict');
      return known.id;
    }
    await tx.query(sql`
      insert into incident_bots (incident_id, bot_id) select ${row.id}, unnest(${botIds}::int[])`);
    for (const botId of botIds)
      await writeAudit(tx, app, {
        by: user,
        type: 'incident',
        id: row.tracking_code,
        botId,
        before: null,
        after: { title, severity: report.severity },
      });
    await tellReported(tx, app, { ...row, title, reporter_id: user.id });
    await touchIncident(tx, app, row.id);
    return row.id;
  });
  return findIncident(app, app.db, session, id);
}

/** Throws not_found for who may not read it, forbidden for who did not report it. */
export async function addPicture(
  app: App,
  session: Session,
  id: string,
  file: Buffer | null,
): Promise<Incident> {
  const before = await findIncident(app, app.db, session, id);
  if (file === null) throw fieldFault('file', 'Falta la imagen.');
  const content = await readPicture(file);
  await app.db.transaction(async (tx) => {
    const [row] = await tx.query<{ reporter_id: number | null; pictures: number }>(sql`
      select i.reporter_id,
        (select count(*)::int from incident_pictures p where p.incident_id = i.id) as pictures
      from incidents i where i.id = ${before.id} for update of i`);
    if (!row) throw new Refused('not_found');
    if (!session.user.staff && row.reporter_id !== session.user.id) throw new Refused('forbidden');
    if (row.pictures >= INCIDENT_LIMITS.pictures)
      throw fieldFault('file', `Una incidencia lleva hasta ${INCIDENT_LIMITS.pictures} imágenes.`);
    await tx.query(sql`
      insert into incident_pictures (id, incident_id, content, created_at)
      values (${app.ids()}, ${before.id}, ${content}, ${app.clock.now()})`);
    await touchIncident(tx, app, before.id);
  });
  return findIncident(app, app.db, session, id);
}

/** Of an internal account. Kept and told once for its `temporal_id`. Throws conflict for a state that does not follow. */
export async function updateIncident(
  app: App,
  session: Session,
  id: string,
  wish: { state: IncidentState; text: string; temporal_id: string },
): Promise<Incident> {
  const text = cleanText(wish.text).trim();
  if (text === '') throw fieldFault('text', 'Escribe qué se sabe.');
  const temporalId = cleanText(wish.temporal_id);
  await app.db.transaction(async (tx) => {
    const [row] = await tx.query<{
      id: string;
      tracking_code: string;
      title: string;
      state: IncidentState;
      reporter_id: number | null;
    }>(sql`select id, tracking_code, title, state, reporter_id from incidents where id = ${id} for update`);
    if (!row) throw new Refused('not_found');
    const [known] = await tx.query(sql`
      select 1 from incident_updates where incident_id = ${id} and temporal_id = ${temporalId}`);
    if (known) return;
    if (!mayFollow(row.state, wish.state))
      throw new Refused('conflict', {
        message: `Una incidencia en «${INCIDENT_STATE_LABELS[row.state]}» no puede pasar a «${INCIDENT_STATE_LABELS[wish.state]}».`,
        details: { state: row.state },
      });
    const now = app.clock.now();
    const updateId = app.ids();
    await tx.query(sql`
      insert into incident_updates (id, incident_id, state, text, author_id, author_name, temporal_id, at)
      values (${updateId}, ${id}, ${wish.state}, ${text}, ${session.user.id}, ${session.user.name}, ${temporalId}, ${now})`);
    await tx.query(sql`update incidents set state = ${wish.state}, updated_at = ${now} where id = ${id}`);
    await tellUpdate(tx, app, row, { id: updateId, state: wish.state, text });
    await touchIncident(tx, app, id);
  });
  return findIncident(app, app.db, session, id);
}
