/** The calls of contract/calls/documents.ts. */
import { documentCalls } from '../../../contract/calls/documents.ts';
import type { DocumentPassage } from '../../../contract/entities/document.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { formFile } from '../../platform/http/form.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import {
  addFile,
  addUrl,
  cancelDocument,
  changeDocument,
  deleteDocument,
  reindexDocument,
} from './commands.ts';
import type { DocumentKnowledge } from './knowledge.ts';
import type { DocumentReader } from './reader.ts';
import { listDocuments, readBotDocument } from './store.ts';

const PASSAGES_A_PAGE = 20;
/** Documents that one person may add in so many seconds. */
const ADDED = 60;
const MINUTE = 60;
/** Passages that a question tried out is shown. */
const TRIED = 5;

/** Mounts the calls. */
export function registerDocuments(app: App, reader: DocumentReader, knowledge: DocumentKnowledge): void {
  const { db } = app;
  const perPerson = app.sharedLimit('documents.added', ADDED, MINUTE);
  registerCall(app, documentCalls.documents, ({ query }) => listDocuments(db, query.bot_id));
  registerCall(app, documentCalls.document, async ({ params }) => {
    const document = await readBotDocument(db, params.id);
    if (!document) throw new Refused('not_found');
    return document;
  });
  registerCall(app, documentCalls.uploadDocument, async ({ session, body, request }) => {
    await perPerson.take(String(session.user.id));
    return addFile(app, reader, session, formFile(request), body.live ?? true);
  });
  registerCall(app, documentCalls.addDocumentUrl, async ({ session, body }) => {
    await perPerson.take(String(session.user.id));
    return addUrl(app, reader, session, body.url, body.live ?? true);
  });
  registerCall(app, documentCalls.updateDocument, ({ session, params, body }) =>
    changeDocument(app, session, params.id, body),
  );
  registerCall(app, documentCalls.reindexDocument, ({ params }) => reindexDocument(app, reader, params.id));
  registerCall(app, documentCalls.cancelDocument, ({ params }) => cancelDocument(app, reader, params.id));
  registerCall(app, documentCalls.deleteDocument, async ({ session, params }) => {
    await deleteDocument(app, reader, session, params.id);
    return { ok: true as const };
  });
  registerCall(app, documentCalls.documentPassages, ({ params, query }) =>
    readPage(app, params.id, query.page ?? 1),
  );
  registerCall(app, documentCalls.askDocuments, async ({ body }) => {
    const found = await knowledge.find(db, body.bot_id, body.text, TRIED, 'draft');
    return found.map(({ passage, score, answers }) => {
      const { id, text, place, heading, documentId, title, live } = passage;
      return { id, text, place, heading, document_id: documentId, title, live, score, answers };
    });
  });
}

async function readPage(app: App, id: string, page: number) {
  const [count] = await app.db.query<{ total: number }>(
    sql`select count(*)::int as total from document_passages where document_id = ${id}`,
  );
  const total = count?.total ?? 0;
  const passages = await app.db.query<DocumentPassage>(sql`
    select document_id || ':' || position as id, text, place, heading from document_passages
    where document_id = ${id} order by position limit ${PASSAGES_A_PAGE} offset ${(page - 1) * PASSAGES_A_PAGE}`);
  return { passages, page, pages: Math.max(1, Math.ceil(total / PASSAGES_A_PAGE)), total };
}
