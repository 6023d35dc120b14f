/**
 * Clients from a file: uploaded (CSV or XLSX), mapped, checked without changing anything, run, undone. Every row that is
 * not empty ends as exactly one of created, updated, unchanged, duplicate, refused.
 */
import * as z from 'zod/mini';
import { boundedRecord } from '../bounded.ts';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { IMPORT_KEYS, IMPORT_LIMITS, IMPORT_STATES } from '../rules/imports.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const id = z.object({ id: textId });
const one = {
  kind: 'entity',
  entity: 'lead_import',
  in: 'params',
  name: 'id',
  module: 'crm',
  permission: 'upload',
} as const;

export const importReport = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  duplicate: z.int(),
  refused: z.int(),
  /** By an undo: what it took back, and what somebody had touched since. */
  undone: z.optional(z.int()),
  kept: z.optional(z.int()),
});
export type ImportReport = z.infer<typeof importReport>;

/** A column's field; null: left out. */
const mapping = boundedRecord(
  IMPORT_LIMITS.header + 12,
  z.nullable(shortText(IMPORT_LIMITS.field)),
  IMPORT_LIMITS.columns,
);
export type ImportMapping = z.infer<typeof mapping>;

export const leadImport = z.object({
  id: textId,
  bot_id: numericId,
  file_name: z.string(),
  columns: z.array(z.string()),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  guessed: z.record(z.string(), z.nullable(z.string())),
  mapping: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  key: z.nullable(z.enum(IMPORT_KEYS)),
  consent: z.nullable(z.object({ source: z.string() })),
  state: z.enum(IMPORT_STATES),
  /** Rows of the file that are not empty. */
  total: z.int(),
  /** Of a check, run or undo under way, in hundredths. */
  progress: z.int(),
  report: importReport,
  /** What the last check said: the run's differs only if something changed meanwhile. */
  checked: z.nullable(importReport),
  user_name: z.string(),
  created_at: instant,
  finished_at: z.nullable(instant),
});
export type LeadImport = z.infer<typeof leadImport>;

const step = (path: 'dry_run' | 'run' | 'cancel' | 'undo') =>
  defineCall({
    service: 'main',
    method: 'POST',
    path: `/leads/imports/{id}/${path}`,
    access: one,
    params: id,
    answer: leadImport,
  });

export const importCalls = {
  /** 422 for a file that cannot be read, says too much, or is no table. */
  uploadImport: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/imports',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'crm', permission: 'upload' },
    form: { file: 'file', maxBytes: IMPORT_LIMITS.bytes },
    body: z.object({ bot_id: idParam }),
    answer: leadImport,
  }),
  /** Of the last 30 days, newest first. */
  listImports: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/imports',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'crm', permission: 'upload' },
    query: z.object({ bot_id: idParam }),
    answer: z.array(leadImport),
  }),
  showImport: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/imports/{id}',
    access: one,
    params: id,
    answer: leadImport,
  }),
  /** Before it runs. A consent's column needs the words of where it was said. */
  mapImport: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/leads/imports/{id}',
    access: one,
    params: id,
    body: z.object({
      mapping,
      key: z.enum(IMPORT_KEYS),
      consent: z.optional(z.nullable(z.object({ source: shortText(200) }))),
    }),
    answer: leadImport,
  }),
  /** Counts what a run would do. */
  checkImport: step('dry_run'),
  runImport: step('run'),
  /** What was written stays, and can be undone. */
  cancelImport: step('cancel'),
  /** Within 30 days, where nobody has touched it since. */
  undoImport: step('undo'),
  /** CSV: the columns of the file, the line, and 'motivo'. */
  refusedRows: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/imports/{id}/refused',
    access: one,
    params: id,
    answer: z.string(),
  }),
};
