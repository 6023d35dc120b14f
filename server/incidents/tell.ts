/** Whom an incident concerns: told by notification, and every tab that shows it asks again. */
import { INCIDENT_STATE_LABELS, type IncidentState } from '../../contract/rules/incidents.ts';
import { staffPlaces } from '../access/staff-places.ts';
import { notify } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';

interface Told {
  id: string;
  tracking_code: string;
  title: string;
  reporter_id: number | null;
}
const linkOf = (botId: number, id: string) =>
  `/follow-incident?bot=${botId}&incident=${encodeURIComponent(id)}`;

async function botsOf(tx: Transaction, id: string): Promise<number[]> {
  const rows = await tx.query<{ bot_id: number }>(
    sql`select bot_id from incident_bots where incident_id = ${id} order by bot_id`,
  );
  return rows.map(({ bot_id }) => bot_id);
}

/** Its list, its page and the bar of the affected bots. */
export async function touchIncident(tx: Transaction, app: App, id: string): Promise<void> {
  for (const botId of await botsOf(tx, id)) touch(tx, app, botId, ['incidents']);
  for (const { user_id, bot_id } of await staffPlaces(tx, app, 'seguimiento_incidencias'))
    touch(tx, app, bot_id, ['incidents'], { userIds: [user_id] });
}

/** A new one: internal accounts hear of it. */
export async function tellReported(tx: Transaction, app: App, told: Told): Promise<void> {
  for (const { user_id, bot_id } of await staffPlaces(tx, app, 'seguimiento_incidencias')) {
    if (user_id === told.reporter_id) continue;
    await notify(tx, app, {
      action: 'incident',
      botId: bot_id,
      userIds: [user_id],
      icon: 'incident',
      subject: `Incidencia ${told.tracking_code}`,
      body: `Nueva incidencia ${told.tracking_code}: ${told.title}`,
      plain: 'Hay una incidencia nueva.',
      link: linkOf(bot_id, told.id),
      trackingCode: told.tracking_code,
      eventId: `incident-${told.id}`,
    });
  }
}

/** An update: the owners of the affected bots and who reported it, each once, however many of the bots are theirs. */
export async function tellUpdate(
  tx: Transaction,
  app: App,
  told: Told,
  update: { id: string; state: IncidentState; text: string },
): Promise<void> {
  for (const botId of await botsOf(tx, told.id)) {
    const people = await tx.query<{ user_id: number }>(sql`
      select ub.user_id from user_bots ub join roles r on r.id = ub.role_id
      where ub.bot_id = ${botId} and (r.base = 'propietario' or ub.user_id = ${told.reporter_id})
      order by ub.user_id`);
    await notify(tx, app, {
      action: 'incident',
      botId,
      userIds: people.map(({ user_id }) => user_id),
      icon: 'incident',
      subject: `${told.tracking_code}: ${INCIDENT_STATE_LABELS[update.state].toLowerCase()}`,
      body: `${told.tracking_code} (${INCIDENT_STATE_LABELS[update.state].toLowerCase()}): ${update.text.slice(0, 200)}`,
      plain: 'Hay novedades de una incidencia.',
      link: linkOf(botId, told.id),
      trackingCode: told.tracking_code,
      // The same at each bot: who owns several is told once.
      eventId: `incident-update-${update.id}`,
    });
  }
}
