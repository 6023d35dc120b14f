/** Documents of a bot, in the Assistant service; 'Documentos' is the module Skill Base (docs/protocol.md). */
import * as z from 'zod/mini';
import { formFlag } from '../bounded.ts';
import { botDocument, documentPassage } from '../entities/document.ts';
import type { Permission } from '../permissions.ts';
import { numericId, shortText, textId } from '../primitives.ts';
import { DOCUMENT_LIMITS } from '../rules/documents.ts';
import { atBot } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const one = (permission: Permission) =>
  ({
    kind: 'entity',
    entity: 'document',
    in: 'params',
    name: 'id',
    module: 'skill_base',
    permission,
  }) as const;
const params = z.object({ id: textId });

export const documentCalls = {
  /** All of a bot's, newest first. */
  documents: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/documents',
    access: atBot('query', 'bot_id')('read'),
    query: z.object({ bot_id: idParam }),
    answer: z.array(botDocument),
  }),
  document: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/documents/{id}',
    access: one('read'),
    params,
    answer: botDocument,
  }),
  /**
   * Takes a file; it is read in the background. 409 with `details.document_id` when the bot has the same bytes already,
   * 413 when it is too large, 415 when it is none of `DOCUMENT_KINDS`, 422 when the bot has as many as it may.
   */
  uploadDocument: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/documents',
    access: atBot('body', 'bot_id')('upload'),
    form: { file: 'file', maxBytes: DOCUMENT_LIMITS.fileBytes },
    body: z.object({
      bot_id: idParam,
      /** Default: true. */
      live: z.optional(formFlag),
    }),
    answer: botDocument,
  }),
  /** Takes a page of the web: public https. 409 when the bot has it, 422 with `details.fields`. */
  addDocumentUrl: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/documents/url',
    access: atBot('body', 'bot_id')('add'),
    body: z.object({ bot_id: numericId, url: shortText(1000), live: z.optional(z.boolean()) }),
    answer: botDocument,
  }),
  updateDocument: defineCall({
    service: 'assistant',
    method: 'PUT',
    path: '/api/documents/{id}',
    access: one('edit'),
    params,
    body: z.object({
      title: z.optional(shortText(DOCUMENT_LIMITS.title)),
      live: z.optional(z.boolean()),
      readable: z.optional(z.boolean()),
    }),
    answer: botDocument,
  }),
  /** Reads it again, a page of the web from its site. 409 while it is being read. */
  reindexDocument: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/documents/{id}/reindex',
    access: one('edit'),
    params,
    answer: botDocument,
  }),
  /** Stops a reading; passages of an earlier one stay. 409 when it is not being read. */
  cancelDocument: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/documents/{id}/cancel',
    access: one('edit'),
    params,
    answer: botDocument,
  }),
  /** The bot answers from it no more, at once. */
  deleteDocument: defineCall({
    service: 'assistant',
    method: 'DELETE',
    path: '/api/documents/{id}',
    access: one('delete'),
    params,
    answer: z.object({ ok: z.literal(true) }),
  }),
  /** In the document's order, 20 a page. */
  documentPassages: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/documents/{id}/passages',
    access: one('read'),
    params,
    query: z.object({ page: z.optional(idParam) }),
    answer: z.object({ passages: z.array(documentPassage), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /** What the preview would find for a question, best first; `answers`: good enough to be said. */
  askDocuments: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/documents/ask',
    access: atBot('body', 'bot_id')('read'),
    body: z.object({
      bot_id: numericId,
      text: shortText(DOCUMENT_LIMITS.question).check(z.minLength(1)),
    }),
    answer: z.array(
      z.extend(documentPassage, {
        document_id: textId,
        title: z.string(),
        live: z.boolean(),
        /** From 0 to 1: how much of the question it covers. */
        score: z.number(),
        answers: z.boolean(),
      }),
    ),
  }),
};
