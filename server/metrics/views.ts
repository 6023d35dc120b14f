/** Views of the figures under a name: one's own, and those that everybody at the bot has. */
import type { MetricView } from '../../contract/calls/metrics.ts';
import { METRIC_VIEWS } from '../../contract/rules/metrics.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { isUniqueViolation, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';

/** By name. */
export const viewsOf = (app: App, by: BotSession): Promise<MetricView[]> =>
  app.db.query<MetricView>(sql`
    select v.id, v.bot_id, v.name, v.search, v.shared, v.user_id = ${by.user.id} as mine from metric_views v
    where v.bot_id = ${by.link.bot_id} and (v.shared or v.user_id = ${by.user.id})
    order by lower(v.name), v.shared, v.id`);

/** Throws forbidden to share by who sees their own figures alone, rule for a blank name or one too many, conflict for a taken one. */
export async function addView(
  app: App,
  by: BotSession,
  given: { name: string; search: string; shared?: boolean | undefined },
): Promise<MetricView> {
  const name = cleanLine(given.name);
  if (name === null)
    throw new Refused('rule', { message: 'Escribe un nombre para la vista.', details: { field: 'name' } });
  const shared = given.shared === true;
  if (shared && by.viewer.base === 'agente')
    throw new Refused('forbidden', { message: 'Solo un administrador puede compartir vistas.' });
  const own = (await viewsOf(app, by)).filter(({ mine }) => mine);
  if (own.length >= METRIC_VIEWS)
    throw new Refused('rule', {
      message: `Puedes guardar hasta ${METRIC_VIEWS} vistas. Elimina una primero.`,
    });
  const id = app.ids();
  try {
    await app.db.query(sql`
      insert into metric_views (id, bot_id, user_id, name, search, shared, created_at)
      values (${id}, ${by.link.bot_id}, ${by.user.id}, ${name}, ${given.search}, ${shared}, ${app.clock.now()})`);
  } catch (error) {
    if (isUniqueViolation(error, 'metric_views_own') || isUniqueViolation(error, 'metric_views_shared'))
      throw new Refused('conflict', {
        message: 'Ya existe una vista con este nombre.',
        details: { field: 'name' },
      });
    throw error;
  }
  return { id, bot_id: by.link.bot_id, name, search: given.search, shared, mine: true };
}

/** Throws not_found for what one does not have, and for a shared one of somebody else to base agente. */
export async function deleteView(app: App, by: BotSession, id: string): Promise<void> {
  const gone = await app.db.query(sql`
    delete from metric_views where id = ${id} and bot_id = ${by.link.bot_id}
      and (user_id = ${by.user.id} or (shared and ${by.viewer.base !== 'agente'}::bool)) returning id`);
  if (gone.length === 0) throw new Refused('not_found');
}
