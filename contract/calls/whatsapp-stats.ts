/**
 * Statistics of what was sent by templates (docs/product.md §2, `/whatsapp-estadisticas`). A figure counts sends of the
 * days that are asked for: what became of them belongs to the day on which they were sent, whenever it happened.
 */
import * as z from 'zod/mini';
import { day, instant, numericId, shortText, textId } from '../primitives.ts';
import { EXPORT_FORMATS } from '../rules/exports.ts';
import { SEND_FIGURES } from '../rules/send-figures.ts';
import { defineCall } from './call.ts';
import { exportJob } from './exports.ts';
import { idParam } from './main.ts';

const ofBot = { module: 'template_messages_stats', permission: 'read' } as const;
const oneFile = { kind: 'entity', entity: 'export', in: 'params', name: 'id', ...ofBot } as const;

/** Which sends; `to` is the day after the last one, both of the bot's calendar. */
const chosen = {
  from: day,
  to: day,
  template: z.optional(shortText(512)),
  language: z.optional(shortText(20)),
  figure: z.optional(z.enum(SEND_FIGURES)),
  /** Why they failed, as `failures` says it. */
  reason: z.optional(shortText(1000)),
  /** As `costs` says them; '' where Meta said nothing. */
  category: z.optional(shortText(60)),
  billable: z.optional(z.enum(['yes', 'no', 'unknown'])),
  /** The id of one: what it sent. */
  campaign: z.optional(textId),
};
export const sendFilters = z.object({ bot_id: numericId, ...chosen });
export type SendFilters = z.infer<typeof sendFilters>;

const figures = z.object({
  total: z.int(),
  waiting: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
  answered: z.int(),
  opted_out: z.int(),
});
export type SendCounts = z.infer<typeof figures>;

const cost = z.object({ category: z.string(), billable: z.enum(['yes', 'no', 'unknown']), n: z.int() });

export const templateSend = z.object({
  /** Of the message. */
  id: textId,
  conversation_id: textId,
  client: z.nullable(z.string()),
  template: z.string(),
  language: z.string(),
  at: instant,
  status: z.enum(['queued', 'sent', 'delivered', 'read', 'failed']),
  reason: z.nullable(z.string()),
  answered_at: z.nullable(instant),
  opted_out_at: z.nullable(instant),
  category: z.string(),
  billable: z.enum(['yes', 'no', 'unknown']),
  /** The id of the one that sent it. */
  campaign: z.optional(z.nullable(textId)),
});
export type TemplateSend = z.infer<typeof templateSend>;

export const sendExportJob = z.object({
  ...z.omit(exportJob, { kind: true, columns: true, filters: true }).shape,
});
export type SendExportJob = z.infer<typeof sendExportJob>;

/** What Meta counts, of days of UTC: never in one series with ours. */
const metaFigures = z.object({
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  /** Presses of buttons; Meta tells of them for marketing and utility alone. */
  clicked: z.int(),
});
export const metaAccount = z.object({
  /** The number whose account it is. */
  connection: z.string(),
  /** Why Meta's figures can't be had, with what to do; null: they are here. */
  fault: z.nullable(z.string()),
  total: metaFigures,
  days: z.array(z.object({ day, ...metaFigures.shape })),
  templates: z.array(z.object({ name: z.string(), language: z.string(), ...metaFigures.shape })),
});
export type MetaAccount = z.infer<typeof metaAccount>;

export const whatsappStatsCalls = {
  /** 422 for a stretch that ends before it begins, or of more than `SEND_DAYS` days. */
  whatsappStats: defineCall({
    service: 'main',
    method: 'GET',
    path: '/whatsapp_stats',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...ofBot },
    query: z.object({ bot_id: idParam, from: day, to: day }),
    answer: z.object({
      /** Whose days they are: the calendar's. */
      zone: z.string(),
      total: figures,
      /** Each day of the stretch, the oldest first. */
      days: z.array(z.object({ day, ...figures.shape })),
      /** The most sent first. */
      templates: z.array(z.object({ name: z.string(), language: z.string(), ...figures.shape })),
      /** What campaigns sent, the most first. */
      campaigns: z.array(z.object({ id: textId, name: z.string(), ...figures.shape })),
      /** What failed by its cause, the most frequent first. */
      failures: z.array(z.object({ reason: z.string(), n: z.int() })),
      /** What the provider said of what it charges, of what was sent. */
      costs: z.array(cost),
    }),
  }),
  /** Asked of Meta now. 422 for a stretch as `whatsappStats`, of more than `META_DAYS` days, or one that Meta has forgotten. */
  whatsappStatsOfMeta: defineCall({
    service: 'main',
    method: 'GET',
    path: '/whatsapp_stats/meta',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...ofBot },
    query: z.object({ bot_id: idParam, from: day, to: day }),
    answer: z.object({ accounts: z.array(metaAccount) }),
  }),
  /** The sends behind a figure, the newest first: `total` is the figure. */
  whatsappStatsSends: defineCall({
    service: 'main',
    method: 'GET',
    path: '/whatsapp_stats/sends',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...ofBot },
    query: z.object({
      bot_id: idParam,
      ...chosen,
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000))),
    }),
    answer: z.object({ sends: z.array(templateSend), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /** A file of the same sends. 409 as `startExport`. */
  startSendExport: defineCall({
    service: 'main',
    method: 'POST',
    path: '/whatsapp_stats/exports',
    access: { kind: 'bot', in: 'body', name: 'filters.bot_id', ...ofBot },
    body: z.object({ format: z.enum(EXPORT_FORMATS), filters: sendFilters }),
    answer: sendExportJob,
  }),
  /** One's own of the last day, newest first. */
  listSendExports: defineCall({
    service: 'main',
    method: 'GET',
    path: '/whatsapp_stats/exports',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...ofBot },
    query: z.object({ bot_id: idParam }),
    answer: z.array(sendExportJob),
  }),
  deleteSendExport: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/whatsapp_stats/exports/{id}',
    access: oneFile,
    params: z.object({ id: textId }),
    answer: z.object({ deleted: z.boolean() }),
  }),
  sendExportLink: defineCall({
    service: 'main',
    method: 'POST',
    path: '/whatsapp_stats/exports/{id}/link',
    access: oneFile,
    params: z.object({ id: textId }),
    answer: z.object({ url: z.string() }),
  }),
};
