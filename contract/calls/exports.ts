/**
 * Exports of the history as files. One is a job of the server: it starts, says how far it is, can be cancelled, and
 * ends in a file that its maker downloads within a day. Somebody else's export answers 404.
 */
import * as z from 'zod/mini';
import { instant, textId } from '../primitives.ts';
import { EXPORT_FORMATS, EXPORT_KINDS, EXPORT_STATUSES } from '../rules/exports.ts';
import { defineCall } from './call.ts';
import { conversationFilters } from './conversations.ts';
import { idParam } from './main.ts';

/** The history's filters; a file has its own order (by beginning) and no pages. */
export const exportFilters = z.omit(conversationFilters, { order: true, before: true });
export type ExportFilters = z.infer<typeof exportFilters>;

const exportOrder = z.object({
  kind: z.enum(EXPORT_KINDS),
  format: z.enum(EXPORT_FORMATS),
  /** Names of `EXPORT_COLUMNS[kind]`, at least one. Contact data of clients need `crm` read (403). */
  columns: z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(40)),
  filters: exportFilters,
});
export type ExportOrder = z.infer<typeof exportOrder>;

export const exportJob = z.object({
  id: textId,
  ...exportOrder.shape,
  status: z.enum(EXPORT_STATUSES),
  rows_done: z.int(),
  /** Null until they were counted. */
  rows_total: z.nullable(z.int()),
  /** Bytes, once it is done. */
  size: z.nullable(z.int()),
  /** Why it failed, in Spanish. */
  error: z.nullable(z.string()),
  /** What the download is called. */
  file_name: z.string(),
  created_at: instant,
  expires_at: z.nullable(instant),
});
export type ExportJob = z.infer<typeof exportJob>;

const ofBot = { module: 'historial_conversaciones', permission: 'export' } as const;
const one = { kind: 'entity', entity: 'export', in: 'params', name: 'id', ...ofBot } as const;
const params = z.object({ id: textId });

export const exportCalls = {
  /** 409 while `unfinishedPerBot` others of the bot are under way. Audited. */
  startExport: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/exports',
    access: { kind: 'bot', in: 'body', name: 'filters.bot_id', ...ofBot },
    body: exportOrder,
    answer: exportJob,
  }),
  /** One's own of the last day, newest first; what was cancelled is left out. */
  listExports: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/exports',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...ofBot },
    query: z.object({ bot_id: idParam }),
    answer: z.array(exportJob),
  }),
  /** Stops one that is under way, or throws a finished file away. */
  deleteExport: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/exports/{id}',
    access: one,
    params,
    answer: z.object({ deleted: z.boolean() }),
  }),
  /**
   * An address of this server that gives the file for a minute to whoever holds it, as long as its maker may still
   * export and sees what they saw then. 409 when it is not done; 404 when it is gone.
   */
  exportLink: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/exports/{id}/link',
    access: one,
    params,
    answer: z.object({ url: z.string() }),
  }),
};
