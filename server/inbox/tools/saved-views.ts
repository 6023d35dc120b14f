/** Saved views: named filters at a bot, one's own and those that everybody has. */
import type { SavedView, SavedViewDraft } from '../../../contract/calls/inbox-tools.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { isUniqueViolation, json, type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';

const columns = sql`
  v.id, v.bot_id, v.name, v.filters, v.shared, v.user_id,
  (select u.name from users u where u.id = v.user_id) as user_name, v.created_at`;

/** By name; one's own before a shared one of the same name. */
export async function listSavedViews(db: Queryable, by: BotSession): Promise<SavedView[]> {
  return db.query<SavedView>(sql`
    select ${columns} from saved_views v
    where v.bot_id = ${by.link.bot_id} and (v.shared or v.user_id = ${by.user.id})
    order by lower(v.name), v.shared, v.id`);
}

/** Throws `Refused`: conflict when the name is taken, rule for a blank name or one too many, forbidden to share. */
export async function createSavedView(app: App, by: BotSession, draft: SavedViewDraft): Promise<SavedView> {
  const name = nameOf(draft);
  const shared = mayShare(by, draft);
  const own = (await listSavedViews(app.db, by)).filter((view) => view.user_id === by.user.id);
  if (own.length >= SERVER_LIMITS.savedViews) {
    throw new Refused('rule', {
      message: `Puedes guardar hasta ${SERVER_LIMITS.savedViews} vistas. Elimina una primero.`,
    });
  }
  const [row] = await unlessTaken(() =>
    app.db.query<SavedView>(sql`
      insert into saved_views as v (id, bot_id, user_id, name, filters, shared, created_at)
      values (${app.ids()}, ${by.link.bot_id}, ${by.user.id}, ${name}, ${json(draft.filters)}, ${shared},
        ${app.clock.now()})
      returning ${columns}`),
  );
  if (!row) throw new Error('No view was inserted');
  return row;
}

/** Throws `Refused`: not_found for what one does not have; forbidden for a shared one of somebody else; conflict, rule. */
export async function updateSavedView(
  app: App,
  by: BotSession,
  id: string,
  draft: SavedViewDraft,
): Promise<SavedView> {
  const name = nameOf(draft);
  const shared = mayShare(by, draft);
  await requireMine(app.db, by, id);
  const [row] = await unlessTaken(() =>
    app.db.query<SavedView>(sql`
      update saved_views v set name = ${name}, filters = ${json(draft.filters)}, shared = ${shared}
      where v.id = ${id} returning ${columns}`),
  );
  if (!row) throw new Refused('not_found');
  return row;
}

/** Throws as `updateSavedView`. */
export async function deleteSavedView(app: App, by: BotSession, id: string): Promise<void> {
  await requireMine(app.db, by, id);
  await app.db.query(sql`delete from saved_views where id = ${id}`);
}

const seesAll = (by: BotSession): boolean => by.viewer.base === 'administrador';

function mayShare(by: BotSession, { shared = false }: SavedViewDraft): boolean {
  if (shared && !seesAll(by)) {
    throw new Refused('forbidden', { message: 'Solo un administrador puede compartir vistas.' });
  }
  return shared;
}

async function requireMine(db: Queryable, by: BotSession, id: string): Promise<void> {
  const [row] = await db.query<{ user_id: number; shared: boolean }>(sql`
    select user_id, shared from saved_views where id = ${id} and bot_id = ${by.link.bot_id}`);
  if (!row || (row.user_id !== by.user.id && !row.shared)) throw new Refused('not_found');
  if (row.shared && !seesAll(by)) {
    throw new Refused('forbidden', {
      message: 'Solo un administrador puede cambiar las vistas compartidas.',
    });
  }
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
    if (isUniqueViolation(error, 'saved_views_own') || isUniqueViolation(error, 'saved_views_shared')) {
      throw new Refused('conflict', {
        message: 'Ya existe una vista con este nombre.',
        details: { field: 'name' },
      });
    }
    throw error;
  }
}
