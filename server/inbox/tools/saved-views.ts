/** Saved views: a person's named filters at a bot. */
import type { SavedView, SavedViewDraft } from '../../../contract/calls/inbox-tools.ts';
import type { App } from '../../platform/app.ts';
import { isUniqueViolation, json, type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { cleanLine } from '../clean-text.ts';

/** More than these nobody finds again. */
const MOST = 30;
const columns = sql`id, bot_id, name, filters, created_at`;

/** By name. */
export async function listSavedViews(db: Queryable, by: BotSession): Promise<SavedView[]> {
  return db.query<SavedView>(sql`
    select ${columns} from saved_views where bot_id = ${by.link.bot_id} and user_id = ${by.user.id}
    order by lower(name), id`);
}

/** Throws `Refused`: conflict when one's own have the name, rule for a blank name or one too many. */
export async function createSavedView(app: App, by: BotSession, draft: SavedViewDraft): Promise<SavedView> {
  const name = nameOf(draft);
  if ((await listSavedViews(app.db, by)).length >= MOST) {
    throw new Refused('rule', { message: `Puedes guardar hasta ${MOST} vistas. Elimina una primero.` });
  }
  const [row] = await unlessTaken(() =>
    app.db.query<SavedView>(sql`
      insert into saved_views (id, bot_id, user_id, name, filters, created_at)
      values (${app.ids()}, ${by.link.bot_id}, ${by.user.id}, ${name}, ${json(draft.filters)}, ${app.clock.now()})
      returning ${columns}`),
  );
  if (!row) throw new Error('No view was inserted');
  return row;
}

/** Throws `Refused`: not_found for any but one's own; conflict, rule. */
export async function updateSavedView(
  app: App,
  by: BotSession,
  id: string,
  draft: SavedViewDraft,
): Promise<SavedView> {
  const name = nameOf(draft);
  const [row] = await unlessTaken(() =>
    app.db.query<SavedView>(sql`
      update saved_views set name = ${name}, filters = ${json(draft.filters)}
      where id = ${id} and bot_id = ${by.link.bot_id} and user_id = ${by.user.id} returning ${columns}`),
  );
  if (!row) throw new Refused('not_found');
  return row;
}

/** Throws not_found for any but one's own. */
export async function deleteSavedView(app: App, by: BotSession, id: string): Promise<void> {
  const rows = await app.db.query(sql`
    delete from saved_views where id = ${id} and bot_id = ${by.link.bot_id} and user_id = ${by.user.id} returning id`);
  if (rows.length === 0) throw new Refused('not_found');
}

function nameOf(draft: SavedViewDraft): string {
  const name = cleanLine(draft.name);
  if (name === null) {
    throw new Refused('rule', { message: 'Escribe un nombre para la vista.', details: { field: 'name' } });
  }
  return name;
}

async function unlessTaken<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'saved_views_name')) {
      throw new Refused('conflict', {
        message: 'Ya tienes una vista con este nombre.',
        details: { field: 'name' },
      });
    }
    throw error;
  }
}
