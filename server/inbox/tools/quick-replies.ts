/** Quick replies: one's own and those that everybody at the bot has; their files are uploads that only they carry. */
import type { QuickReply, QuickReplyDraft } from '../../../contract/calls/inbox-tools.ts';
import type { Attachment } from '../../../contract/entities/message.ts';
import { offerFault } from '../../../contract/rules/offer.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import {
  isUniqueViolation,
  json,
  type Queryable,
  sql,
  type Transaction,
} from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { signUpload } from '../../platform/uploads/sign-upload.ts';
import { copyAsUnused, eraseHeldUploads, holdUploads } from '../../platform/uploads/upload-store.ts';
import { cleanLabels, cleanLinks } from '../commands/offered.ts';
import { authorOfUser } from '../once.ts';

const columns = sql`
  q.id, q.bot_id, q.shortcut, q.text, q.buttons, q.links, q.shared, q.user_id,
  (select u.name from users u where u.id = q.user_id) as user_name, q.updated_at`;
type Row = Omit<QuickReply, 'attachments'>;
const ofReply = (id: string) => sql`quick_reply_id = ${id}`;

/** By shortcut; one's own before a shared one of the same name. Addresses of files end after ten minutes. */
export async function listQuickReplies(app: App, by: BotSession): Promise<QuickReply[]> {
  return app.db.snapshot(async (tx) => {
    const rows = await tx.query<Row>(sql`
      select ${columns} from quick_replies q
      where q.bot_id = ${by.link.bot_id} and (q.shared or q.user_id = ${by.user.id})
      order by q.shortcut, q.shared, q.id`);
    return withFiles(tx, app, rows);
  });
}

/** Throws `Refused`: conflict when the shortcut is taken; rule for a blank text, a foreign file, what are no buttons, one too many. */
export async function createQuickReply(
  app: App,
  by: BotSession,
  draft: QuickReplyDraft,
): Promise<QuickReply> {
  const { text, buttons, links } = storable(draft, NOTHING);
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      await requireRoom(tx, by.link.bot_id, by.user.id, draft.shared);
      const rows = await tx.query<Row>(sql`
        insert into quick_replies as q (id, bot_id, user_id, shortcut, text, buttons, links, shared, updated_at)
        values (${app.ids()}, ${by.link.bot_id}, ${by.user.id}, ${draft.shortcut}, ${text}, ${json(buttons)},
          ${json(links)}, ${draft.shared}, ${app.clock.now()})
        returning ${columns}`);
      return written(tx, app, by, rows, draft.attachments);
    }),
  );
}

/** Throws `Refused` as `createQuickReply`; not_found; rule (a shared one of somebody else, for somebody who is no head). */
export async function updateQuickReply(
  app: App,
  by: BotSession,
  id: string,
  draft: QuickReplyDraft,
): Promise<QuickReply> {
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      const kept = await requireMine(tx, by, id);
      const { text, buttons, links } = storable(draft, kept);
      if (kept.shared !== draft.shared) await requireRoom(tx, by.link.bot_id, kept.user_id, draft.shared);
      const rows = await tx.query<Row>(sql`
        update quick_replies q set shortcut = ${draft.shortcut}, text = ${text}, shared = ${draft.shared},
          buttons = ${json(buttons)}, links = ${json(links)}, updated_at = ${app.clock.now()}
        where q.id = ${id} returning ${columns}`);
      return written(tx, app, by, rows, draft.attachments);
    }),
  );
}

/** Its files go with it. Throws as `updateQuickReply`. */
export async function deleteQuickReply(app: App, by: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await requireMine(tx, by, id);
    await eraseHeldUploads(tx, app, ofReply(id));
    await tx.query(sql`delete from quick_replies where id = ${id}`);
  });
}

/**
 * One of its files as an unused upload of the person's own, over the same bytes. Throws not_found where they do not have
 * the quick reply, or it not the file.
 */
export async function copyQuickReplyFile(
  app: App,
  by: BotSession,
  { id, fileId, key }: { id: string; fileId: string; key: string },
): Promise<Attachment> {
  const botId = by.link.bot_id;
  const [reply] = await app.db.query(sql`
    select 1 from quick_replies q
    where q.id = ${id} and q.bot_id = ${botId} and (q.shared or q.user_id = ${by.user.id})`);
  const own = { botId, author: authorOfUser(by.user.id), key };
  const copy = reply ? await copyAsUnused(app, ofReply(id), fileId, own) : null;
  if (!copy) throw new Refused('not_found');
  return copy;
}

async function written(
  tx: Transaction,
  app: App,
  by: BotSession,
  rows: readonly Row[],
  attachments: readonly string[] | undefined,
): Promise<QuickReply> {
  const [row] = rows;
  if (!row) throw new Refused('not_found');
  if (attachments) {
    const own = { botId: by.link.bot_id, author: authorOfUser(by.user.id) };
    await holdUploads(tx, app, ofReply(row.id), own, attachments);
  }
  const [reply] = await withFiles(tx, app, [row]);
  if (!reply) throw new Error('The row that was given is gone');
  return reply;
}

async function withFiles(tx: Queryable, app: App, rows: readonly Row[]): Promise<QuickReply[]> {
  const now = app.clock.now();
  const files = await tx.query<Attachment & { quick_reply_id: string | null }>(sql`
    select u.id, u.name, u.type, u.size, u.quick_reply_id from uploads u
    where u.quick_reply_id = any(${rows.map(({ id }) => id)}::text[]) order by u.id`);
  return rows.map((row) => ({
    ...row,
    attachments: files
      .filter(({ quick_reply_id }) => quick_reply_id === row.id)
      .map(({ quick_reply_id: _, ...file }) => ({ ...file, url: signUpload(app, file.id, now) })),
  }));
}

/** Of those who add at once the last ones may come beyond it: it bounds a list, and counts nothing. */
async function requireRoom(tx: Queryable, botId: number, userId: number, shared: boolean): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    shared
      ? sql`select count(*)::int as count from quick_replies where bot_id = ${botId} and shared`
      : sql`
          select count(*)::int as count from quick_replies
          where bot_id = ${botId} and user_id = ${userId} and not shared`,
  );
  const most = shared ? SERVER_LIMITS.sharedQuickReplies : SERVER_LIMITS.ownQuickReplies;
  if ((row?.count ?? 0) < most) return;
  const whose = shared ? 'El equipo' : 'Una persona';
  throw new Refused('rule', {
    message: `${whose} puede tener hasta ${most} respuestas rápidas. Elimina una primero.`,
  });
}

async function requireMine(
  tx: Queryable,
  by: BotSession,
  id: string,
): Promise<Carried & { user_id: number; shared: boolean }> {
  const [row] = await tx.query<Carried & { user_id: number; shared: boolean }>(sql`
    select user_id, shared, buttons, links from quick_replies where id = ${id} and bot_id = ${by.link.bot_id} for update`);
  if (!row) throw new Refused('not_found');
  if (row.user_id === by.user.id) return row;
  if (!row.shared) throw new Refused('not_found');
  if (by.viewer.base !== 'administrador') {
    throw new Refused('rule', {
      message: 'Esta respuesta compartida solo la puede cambiar quien la creó o un administrador.',
    });
  }
  return row;
}

interface Carried {
  buttons: string[];
  links: OfferedLink[];
}
const NOTHING: Carried = { buttons: [], links: [] };

/** What its draft does not name is as it was. Throws rule for what is no reply. */
function storable(draft: QuickReplyDraft, before: Carried): Carried & { text: string } {
  const ofField = (field: string, message: string) => new Refused('rule', { message, details: { field } });
  const text = cleanText(draft.text).trim();
  if (text === '') throw ofField('text', 'Escribe el texto de la respuesta.');
  const buttons = cleanLabels(draft.buttons ?? before.buttons);
  const links = cleanLinks(draft.links ?? before.links);
  const fault = offerFault(buttons, links);
  if (fault !== null) throw ofField('buttons', fault);
  return { text, buttons, links };
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
