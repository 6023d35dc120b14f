/**
 * Figures of a bot (`/metrics`). Card, series, parts, list and file of a figure are counted from the same rows, so that
 * they agree; whoever has the base agente gets what is theirs alone, and 403 for naming a colleague.
 */
import * as z from 'zod/mini';
import { zoneName } from '../entities/calendar.ts';
import { LIMITS } from '../limits.ts';
import { day, instant, numericId, shortText, textId } from '../primitives.ts';
import { EXPORT_FORMATS } from '../rules/exports.ts';
import {
  METRIC_FILES,
  METRIC_KEYS,
  METRIC_PART_LENGTH,
  METRIC_PARTS,
  METRIC_STEPS,
  METRIC_UNITS,
} from '../rules/metrics.ts';
import { area, channel } from '../states.ts';
import { defineCall } from './call.ts';
import { exportJob } from './exports.ts';
import { idParam } from './main.ts';

const read = { module: 'dashboard', permission: 'read' } as const;
const file = { module: 'dashboard', permission: 'export' } as const;
const oneFile = { kind: 'entity', entity: 'export', in: 'params', name: 'id', ...file } as const;

const yes = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

/** `to` is the day after the last one; days of the calendar's zone, which `zone` may only confirm. */
const stretch = {
  bot_id: idParam,
  from: day,
  to: day,
  zone: z.optional(zoneName),
  business_hours: z.optional(yes),
  /** 'none': what came by none. */
  channel: z.optional(z.union([channel, z.literal('none')])),
  category: z.optional(z.union([area, z.literal('none')])),
  /** Of each week: the day (0 is Sunday) and hour that the clock shows. Not of agents' hours. */
  weekday: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(6))),
  hour: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(23))),
  /** Of the hour that begins then, which a day of 25 hours has twice by its clock. */
  hour_at: z.optional(instant),
  /** Of conversations that carry it now. Not of agents' hours. */
  tag: z.optional(shortText(LIMITS.tagText)),
  /** Of every bot where one sees everybody's figures, by the days of the named one's calendar. 403 for base agente. */
  all_bots: z.optional(yes),
  /**
   * Of what the bot had: by what it answered last, of which subject; 'none': what is not noted. Of other rooms' figures the
   * subject is the campaign, the kind of automation, the product or the priority. Other figures have none.
   */
  node: z.optional(shortText(METRIC_PART_LENGTH)),
  subject: z.optional(shortText(METRIC_PART_LENGTH)),
  /** 'none': what nobody had. */
  agent_id: z.optional(z.union([idParam, z.literal('none')])),
};
const key = z.object({ key: z.enum(METRIC_KEYS) });

const figure = {
  n: z.int(),
  /** In the figure's unit; null: nothing to say it of. */
  value: z.nullable(z.number()),
};
export const metric = z.object({
  key: z.enum(METRIC_KEYS),
  unit: z.enum(METRIC_UNITS),
  ...figure,
  median: z.optional(z.nullable(z.number())),
  p90: z.optional(z.nullable(z.number())),
  mean: z.optional(z.nullable(z.number())),
  /** The stretch before it of the same weekdays. */
  previous: z.object(figure),
  series: z.array(z.object({ from: instant, to: instant, ...figure })),
});
export type Metric = z.infer<typeof metric>;

const fact = z.object({
  /** Of the conversation; null: it belongs to none, as a ticket that came by mail. */
  id: z.nullable(textId),
  /** Whose conversation it is. */
  bot_id: z.optional(numericId),
  /** Null where whoever asks does not see the conversation any more. */
  client: z.nullable(z.string()),
  seen: z.boolean(),
  /** What it belongs to besides: a campaign, a kind of automation, a product, a ticket (`METRICS[key].room`). */
  room_id: z.nullable(z.string()),
  /** Null also where whoever asks may not look into that room. */
  room_name: z.nullable(z.string()),
  channel: z.nullable(channel),
  category: z.nullable(area),
  agent: z.nullable(z.string()),
  at: instant,
  value: z.nullable(z.number()),
});
export type MetricFact = z.infer<typeof fact>;

const span = z.object({ id: numericId, agent: z.string(), from: instant, to: instant, value: z.number() });

const filters = z.object(stretch);
export type MetricFilters = z.output<typeof filters>;
export const metricExportJob = z.object({
  ...z.omit(exportJob, { kind: true, columns: true, filters: true }).shape,
});
export type MetricExportJob = z.infer<typeof metricExportJob>;

/** What is chosen on the screen of figures, under a name. */
export const metricView = z.object({
  id: textId,
  bot_id: numericId,
  name: z.string(),
  /** As the screen's address has it: JSON that it reads as it reads an address. */
  search: z.string(),
  shared: z.boolean(),
  /** One's own: it may be taken away. */
  mine: z.boolean(),
});
export type MetricView = z.infer<typeof metricView>;

/** Whether one's figures of the last week come by mail on Monday mornings, and when next. */
export const metricMail = z.object({ on: z.boolean(), next: z.nullable(instant) });

export const metricCalls = {
  metricMail: defineCall({
    service: 'main',
    method: 'GET',
    path: '/metric_mail',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...read },
    query: z.object({ bot_id: idParam }),
    answer: metricMail,
  }),
  setMetricMail: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/metric_mail',
    access: { kind: 'bot', in: 'body', name: 'bot_id', ...read },
    body: z.object({ bot_id: numericId, on: z.boolean() }),
    answer: metricMail,
  }),
  /** One's own and the shared ones of the bot, by name. */
  metricViews: defineCall({
    service: 'main',
    method: 'GET',
    path: '/metric_views',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...read },
    query: z.object({ bot_id: idParam }),
    answer: z.array(metricView),
  }),
  /** 403 for sharing by base agente, 422 for a blank name and beyond METRIC_VIEWS of one's own, 409 for a name that is taken. */
  addMetricView: defineCall({
    service: 'main',
    method: 'POST',
    path: '/metric_views',
    access: { kind: 'bot', in: 'body', name: 'bot_id', ...read },
    body: z.object({
      bot_id: numericId,
      name: shortText(60),
      search: shortText(2_000),
      shared: z.optional(z.boolean()),
    }),
    answer: metricView,
  }),
  /** One's own, or a shared one by who is not of base agente; 404 for any other. */
  deleteMetricView: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/metric_views/{id}',
    access: { kind: 'entity', entity: 'metric_view', in: 'params', name: 'id', ...read },
    params: z.object({ id: textId }),
    answer: z.object({ deleted: z.boolean() }),
  }),
  /** 422 for a stretch that is none, is too long, or is of another zone than the calendar's. */
  metrics: defineCall({
    service: 'main',
    method: 'GET',
    path: '/metrics',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...read },
    query: z.object({ ...stretch, step: z.optional(z.enum(METRIC_STEPS)) }),
    answer: z.object({
      zone: z.string(),
      step: z.enum(METRIC_STEPS),
      previous: z.object({ from: day, to: day }),
      metrics: z.array(metric),
      /** Days of the stretch that have not 24 hours. */
      odd_days: z.array(z.object({ day, hours: z.number() })),
      /** Conversations whose figures are still being made; 0: all are there. */
      missing: z.int(),
    }),
  }),
  /** One figure by channel, agent and area, where it has them by subject and interaction, and by the hours of the week. */
  metricParts: defineCall({
    service: 'main',
    method: 'GET',
    path: '/metrics/{key}/parts',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...read },
    params: key,
    query: filters,
    answer: z.object({
      parts: z.array(
        z.object({
          by: z.enum(METRIC_PARTS),
          /** The channel, the area, the person's id, or as the filter of its name takes it; null: none. */
          id: z.nullable(z.string()),
          name: z.nullable(z.string()),
          ...figure,
        }),
      ),
      /** By weekday (0 is Sunday) and hour that the clock shows. */
      week: z.array(z.object({ weekday: z.int(), hour: z.int(), ...figure })),
    }),
  }),
  /** What is behind a figure, the newest first: `total` is its `n`. */
  metricConversations: defineCall({
    service: 'main',
    method: 'GET',
    path: '/metrics/{key}/conversations',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...read },
    params: key,
    query: z.object({
      ...stretch,
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000))),
    }),
    answer: z.object({
      conversations: z.array(fact),
      /** Of agent_hours, in place of conversations. */
      spans: z.array(span),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
    }),
  }),
  /**
   * The same as a file, all rows, the oldest first; or the bars of its chart (`series`), by `step`: starts the work.
   * 409 as `startExport`.
   */
  metricExport: defineCall({
    service: 'main',
    method: 'GET',
    path: '/metrics/{key}/export',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...file },
    params: key,
    query: z.object({
      ...stretch,
      format: z.enum(EXPORT_FORMATS),
      of: z.optional(z.enum(METRIC_FILES)),
      step: z.optional(z.enum(METRIC_STEPS)),
    }),
    answer: metricExportJob,
  }),
  /** One's own of the last day, newest first. */
  listMetricExports: defineCall({
    service: 'main',
    method: 'GET',
    path: '/metric_exports',
    access: { kind: 'bot', in: 'query', name: 'bot_id', ...file },
    query: z.object({ bot_id: idParam }),
    answer: z.array(metricExportJob),
  }),
  deleteMetricExport: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/metric_exports/{id}',
    access: oneFile,
    params: z.object({ id: textId }),
    answer: z.object({ deleted: z.boolean() }),
  }),
  metricExportLink: defineCall({
    service: 'main',
    method: 'POST',
    path: '/metric_exports/{id}/link',
    access: oneFile,
    params: z.object({ id: textId }),
    answer: z.object({ url: z.string() }),
  }),
};
