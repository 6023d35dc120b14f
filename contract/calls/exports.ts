/**
 * Exports of the history as files. One is a job of the server: it starts, says how far it is, can be cancelled, and
 * ends in a file that its maker downloads within a day. Somebody else's export answers 404.
 */
import * as z from 'zod/mini';
import { givenFilter } from '../entities/given-filter.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId, shortText, textId } from '../primitives.ts';
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

/** Whom a file of clients holds: as the list chooses them. */
export const leadExportFilters = z.object({
  bot_id: numericId,
  filter: z.optional(givenFilter),
  search: z.optional(shortText(LIMITS.searchText)),
  ids: z.optional(z.array(textId).check(z.minLength(1), z.maxLength(LIMITS.bulkMost))),
});
export type LeadExportFilters = z.infer<typeof leadExportFilters>;

const leadExportOrder = z.object({
  format: z.enum(EXPORT_FORMATS),
  /** Names of `LEAD_COLUMNS`, and 'field.<key>'. */
  columns: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(80)),
  filters: leadExportFilters,
});
export type LeadExportOrder = z.infer<typeof leadExportOrder>;

export const leadExportJob = z.object({
  ...z.omit(exportJob, { kind: true, columns: true, filters: true }).shape,
  columns: z.array(z.string()),
});
export type LeadExportJob = z.infer<typeof leadExportJob>;

const ofLeads = { module: 'crm', permission: 'export' } as const;
const oneOfLeads = { kind: 'entity', entity: 'export', in: 'params', name: 'id', ...ofLeads } as const;

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
   * An address of this server that gives the file for a minute to anybody who holds it, as long as its maker may still
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
  /** A file of clients: its rows are the list's for the same words. 422 as the list; else as `startExport`. */
  startLeadExport: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/exports',
    access: { kind: 'bot', in: 'body', name: 'filters.bot_id', ...ofLeads },
    body: leadExportOrder,
    answer: leadExportJob,
  }),
  /** One's own of the last day, newest first. */
  listLeadExports: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/exports',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...ofLeads },
    query: z.object({ bot_id: idParam }),
    answer: z.array(leadExportJob),
  }),
  deleteLeadExport: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/leads/exports/{id}',
    access: oneOfLeads,
    params,
    answer: z.object({ deleted: z.boolean() }),
  }),
  leadExportLink: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/exports/{id}/link',
    access: oneOfLeads,
    params,
    answer: z.object({ url: z.string() }),
  }),
};
