/** What people do with documents: add, change, read again, cancel, delete. Each is audited in its own transaction. */
import type { BotDocument } from '../../../contract/entities/document.ts';
import { DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { requireActivated } from '../../access/require-activated.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireRoom } from '../../billing/usage.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { isUniqueViolation, sql, type Transaction } from '../../platform/database/database.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { readPublicUrl } from '../../platform/outbound/public-address.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { cleanName } from '../../platform/uploads/upload-store.ts';
import { documentsChanged } from './knowledge.ts';
import { DocumentFault } from './parse/fault.ts';
import { roughKind } from './parse/kind.ts';
import type { DocumentReader } from './reader.ts';
import { hashOf, keepBytes, readBotDocument, removeBytes } from './store.ts';

const AUDITED = 'document';

const OFF = 'Este chatbot está desactivado y no recibe documentos. Actívalo para agregarlos.';

/** A file. @throws Refused rule, unsupported_type, conflict (the bot has it) */
export async function addFile(
  app: App,
  reader: DocumentReader,
  session: BotSession,
  file: { name: string; content: Buffer } | null,
  live: boolean,
): Promise<BotDocument> {
  if (!file) throw fieldFault('file', 'Elige un archivo.');
  const name = cleanName(file.name);
  try {
    roughKind(file.content, name);
  } catch (error) {
    if (error instanceof DocumentFault) throw new Refused('unsupported_type', { message: error.message });
    throw error;
  }
  // Before anything is kept; the insertion looks again, under lock.
  await requireActivated(app.db, session.link.bot_id, OFF);
  const id = app.ids();
  await keepBytes(app, id, file.content);
  try {
    return await insert(app, reader, session, {
      id,
      title: name,
      url: null,
      file_name: name,
      size: file.content.length,
      hash: hashOf(file.content),
      live,
    });
  } catch (error) {
    await removeBytes(app, id);
    throw error;
  }
}

/** A page of the web. @throws Refused rule at `url`, conflict (the bot has it) */
export async function addUrl(
  app: App,
  reader: DocumentReader,
  session: BotSession,
  address: string,
  live: boolean,
): Promise<BotDocument> {
  const typed = address.trim();
  const url = readPublicUrl(
    /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`,
    app.config.outboundTrustedOrigins,
  );
  if (!url) throw fieldFault('url', 'Ingresa una dirección pública que empiece por https://.');
  url.hash = '';
  return insert(app, reader, session, {
    id: app.ids(),
    title: url.href.slice(0, DOCUMENT_LIMITS.title),
    url: url.href,
    file_name: null,
    size: null,
    hash: `url:${url.href}`,
    live,
  });
}

interface NewDocument {
  id: string;
  title: string;
  url: string | null;
  file_name: string | null;
  size: number | null;
  hash: string;
  live: boolean;
}

async function insert(
  app: App,
  reader: DocumentReader,
  { user, link }: BotSession,
  made: NewDocument,
): Promise<BotDocument> {
  const botId = link.bot_id;
  try {
    await app.db.transaction(async (tx) => {
      await requireActivated(tx, botId, OFF);
      await requireRoom(tx, app, botId, 'documents');
      const [present] = await tx.query<{ count: number }>(
        sql`select count(*)::int as count from documents where bot_id = ${botId}`,
      );
      if ((present?.count ?? 0) >= DOCUMENT_LIMITS.documents)
        throw new Refused('rule', {
          message: `Este chatbot ya tiene ${DOCUMENT_LIMITS.documents} documentos. Elimina alguno para subir otro.`,
        });
      const { id, title, url, file_name, size, hash, live } = made;
      await tx.query(sql`
        insert into documents (id, bot_id, title, url, file_name, size, hash, live, status, created_at, created_by,
          created_by_name)
        values (${id}, ${botId}, ${title}, ${url}, ${file_name}, ${size}, ${hash}, ${live}, 'waiting',
          ${app.clock.now()}, ${user.id}, ${user.name})`);
      await writeAudit(tx, app, {
        by: user,
        type: AUDITED,
        id: title,
        botId,
        before: null,
        after: { title, live },
      });
      touch(tx, app, botId, ['documents']);
      tx.afterCommit(() => reader.wake());
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const [same] = await app.db.query<{ id: string; title: string }>(
      sql`select id, title from documents where bot_id = ${botId} and hash = ${made.hash}`,
    );
    throw new Refused('conflict', {
      message: same
        ? `Este chatbot ya tiene ese contenido: «${same.title}».`
        : 'Este chatbot ya tiene ese contenido.',
      ...(same ? { details: { document_id: same.id } } : {}),
    });
  }
  return found(app, made.id);
}

async function found(app: App, id: string): Promise<BotDocument> {
  const document = await readBotDocument(app.db, id);
  if (!document) throw new Refused('not_found');
  return document;
}

/** Locks one. @throws Refused not_found */
async function lock(tx: Transaction, id: string): Promise<BotDocument> {
  await tx.query(sql`select 1 from documents where id = ${id} for update`);
  const document = await readBotDocument(tx, id);
  if (!document) throw new Refused('not_found');
  return document;
}

/** What is absent stays. @throws Refused rule */
export async function changeDocument(
  app: App,
  { user, link }: BotSession,
  id: string,
  wish: { title?: string | undefined; live?: boolean | undefined; readable?: boolean | undefined },
): Promise<BotDocument> {
  await app.db.transaction(async (tx) => {
    const before = await lock(tx, id);
    const title = wish.title === undefined ? before.title : cleanLine(wish.title);
    if (!title) throw fieldFault('title', 'Ingresa un nombre.');
    const live = wish.live ?? before.live;
    const readable = wish.readable ?? before.readable;
    await tx.query(sql`
      update documents set title = ${title}, live = ${live}, readable = ${readable} where id = ${id}`);
    await documentsChanged(tx, link.bot_id);
    touch(tx, app, link.bot_id, ['documents']);
    await writeAudit(tx, app, {
      by: user,
      type: AUDITED,
      id: title,
      botId: link.bot_id,
      before: { title: before.title, live: before.live, readable: before.readable },
      after: { title, live, readable },
    });
  });
  return found(app, id);
}

/** Reads it again. @throws Refused conflict while it is being read */
export async function reindexDocument(app: App, reader: DocumentReader, id: string): Promise<BotDocument> {
  await app.db.transaction(async (tx) => {
    const { status, bot_id } = await lock(tx, id);
    if (status === 'waiting' || status === 'reading')
      throw new Refused('conflict', { message: 'El documento ya se está leyendo.' });
    await tx.query(sql`
      update documents set status = 'waiting', progress = 0, error = null, tries = 0, content_hash = null where id = ${id}`);
    touch(tx, app, bot_id, ['documents']);
    tx.afterCommit(() => reader.wake());
  });
  return found(app, id);
}

/** Stops a reading; passages of an earlier one stay. @throws Refused conflict when nothing is being read */
export async function cancelDocument(app: App, reader: DocumentReader, id: string): Promise<BotDocument> {
  await app.db.transaction(async (tx) => {
    const { status, indexed_at, bot_id } = await lock(tx, id);
    if (status !== 'waiting' && status !== 'reading')
      throw new Refused('conflict', { message: 'El documento ya no se está leyendo.' });
    const after = indexed_at === null ? 'cancelled' : 'ready';
    await tx.query(sql`
      update documents set status = ${after}, attempt = attempt + 1, alive_until = null, error = null where id = ${id}`);
    touch(tx, app, bot_id, ['documents']);
    tx.afterCommit(() => reader.cancel(id));
  });
  return found(app, id);
}

/** Gone for preview and customers at once. */
export async function deleteDocument(
  app: App,
  reader: DocumentReader,
  { user, link }: BotSession,
  id: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { title } = await lock(tx, id);
    await tx.query(sql`delete from documents where id = ${id}`);
    await documentsChanged(tx, link.bot_id);
    await writeAudit(tx, app, {
      by: user,
      type: AUDITED,
      id: title,
      botId: link.bot_id,
      before: { title },
      after: null,
    });
    touch(tx, app, link.bot_id, ['documents']);
    tx.afterCommit(() => {
      reader.cancel(id);
      void removeBytes(app, id);
    });
  });
}

/**
 * `train_llm` knowledge: every page of the web is read again, and every process that holds an index builds it again.
 */
export async function trainKnowledge(app: App, reader: DocumentReader, botId: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query(sql`
      update documents set status = 'waiting', progress = 0, error = null, tries = 0
      where bot_id = ${botId} and url is not null and status in ('ready', 'failed')`);
    await documentsChanged(tx, botId);
    touch(tx, app, botId, ['documents']);
    tx.afterCommit(() => reader.wake());
  });
}
