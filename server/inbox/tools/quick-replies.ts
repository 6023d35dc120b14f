/** Quick replies: one's own and those that everybody at the bot has. */
import type { QuickReply, QuickReplyDraft } from '../../../contract/calls/inbox-tools.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { isUniqueViolation, type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';

const columns = sql`
  q.id, q.bot_id, q.shortcut, q.text, q.shared, q.user_id,
  (select u.name from users u where u.id = q.user_id) as user_name, q.updated_at`;

/** By shortcut; one's own before a shared one of the same name. */
export async function listQuickReplies(db: Queryable, by: BotSession): Promise<QuickReply[]> {
  return db.query<QuickReply>(sql`
    select ${columns} from quick_replies q
    where q.bot_id = ${by.link.bot_id} and (q.shared or q.user_id = ${by.user.id})
    order by q.shortcut, q.shared, q.id`);
}

/** Throws `Refused`: conflict when the shortcut is taken, rule for a blank text. */
export async function createQuickReply(
  app: App,
  by: BotSession,
  draft: QuickReplyDraft,
): Promise<QuickReply> {
  const text = storable(draft);
  const [row] = await unlessTaken(() =>
    app.db.query<QuickReply>(sql`
      insert into quick_replies as q (id, bot_id, user_id, shortcut, text, shared, updated_at)
      values (${app.ids()}, ${by.link.bot_id}, ${by.user.id}, ${draft.shortcut}, ${text}, ${draft.shared},
        ${app.clock.now()})
      returning ${columns}`),
  );
  if (!row) throw new Error('No quick reply was inserted');
  return row;
}

/** Throws `Refused`: not_found, conflict, rule (a shared one of somebody else, for somebody who is no head). */
export async function updateQuickReply(
  app: App,
  by: BotSession,
  id: string,
  draft: QuickReplyDraft,
): Promise<QuickReply> {
  const text = storable(draft);
  await requireMine(app.db, by, id);
  const [row] = await unlessTaken(() =>
    app.db.query<QuickReply>(sql`
      update quick_replies q set shortcut = ${draft.shortcut}, text = ${text}, shared = ${draft.shared},
        updated_at = ${app.clock.now()}
      where q.id = ${id} returning ${columns}`),
  );
  if (!row) throw new Refused('not_found');
  return row;
}

/** Throws as `updateQuickReply`. */
export async function deleteQuickReply(app: App, by: BotSession, id: string): Promise<void> {
  await requireMine(app.db, by, id);
  await app.db.query(sql`delete from quick_replies where id = ${id}`);
}

async function requireMine(db: Queryable, by: BotSession, id: string): Promise<void> {
  const [row] = await db.query<{ user_id: number; shared: boolean }>(sql`
    select user_id, shared from quick_replies where id = ${id} and bot_id = ${by.link.bot_id}`);
  if (!row) throw new Refused('not_found');
  if (row.user_id === by.user.id) return;
  if (!row.shared) throw new Refused('not_found');
  if (by.viewer.base !== 'administrador') {
    throw new Refused('rule', {
      message: 'Esta respuesta compartida solo la puede cambiar quien la creó o un administrador.',
    });
  }
}

function storable(draft: QuickReplyDraft): string {
  const text = cleanText(draft.text).trim();
  if (text === '') {
    throw new Refused('rule', { message: 'Escribe el texto de la respuesta.', details: { field: 'text' } });
  }
  return text;
}

async function unlessTaken<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'quick_replies_shared') || isUniqueViolation(error, 'quick_replies_own')) {
      throw new Refused('conflict', {
        message: 'Ya existe una respuesta con este atajo.',
        details: { field: 'shortcut' },
      });
    }
    throw error;
  }
}
