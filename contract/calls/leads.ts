/** The lead calls of the Main API beside show and update (docs/product.md §7 'Leads'). Previous conversations: `listConversations`. */
import * as z from 'zod/mini';
import { audit } from '../entities/audit.ts';
import { FILTER_LIMITS } from '../entities/filter-limits.ts';
import { lead } from '../entities/lead.ts';
import { writtenLead } from '../entities/written-lead.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { channel } from '../states.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const id = z.object({ id: textId });
const text = (max: number) => z.optional(z.nullable(shortText(max)));
const ofLead = (permission: 'read' | 'delete') =>
  ({ kind: 'entity', entity: 'lead', in: 'params', name: 'id', module: 'crm', permission }) as const;

/** A minus before it: from the end. */
export const LEAD_SORTS = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'email',
  '-email',
  'city',
  '-city',
  'last_activity',
  '-last_activity',
  'conversations',
  '-conversations',
] as const;
export const leadSort = z.enum(LEAD_SORTS);
export type LeadSort = z.infer<typeof leadSort>;
/** The order of a list that nobody ordered. */
export const USUAL_LEAD_SORT: LeadSort = '-created_at';

/** A client as lists show it. The three last are of the conversations that the caller sees. */
export const leadInList = z.object({
  ...lead.shape,
  conversations: z.int(),
  last_activity: z.nullable(instant),
  channels: z.array(channel),
});
export type LeadInList = z.infer<typeof leadInList>;

/** Why two clients may be the same person; 'name_city' alone is but a guess. */
export const DUPLICATE_REASONS = ['phone', 'email', 'rut', 'name_city'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

export const leadCalls = {
  /**
   * Newest first unless `sort` says otherwise. `search` looks in name, e-mail, phone, RUT and id; `filter` is the JSON
   * of contract/entities/lead-filter.ts: 422 with `details.path` for one that the bot does not understand.
   */
  listLeads: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'crm', permission: 'read' },
    query: z.object({
      bot_id: idParam,
      search: z.optional(shortText(LIMITS.searchText)),
      tag: z.optional(shortText(LIMITS.tagText)),
      filter: z.optional(shortText(FILTER_LIMITS.encoded)),
      sort: z.optional(leadSort),
      items: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(LIMITS.pageItems))),
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000))),
    }),
    answer: z.object({ leads: z.array(leadInList), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /** 409 with `details.lead_id` when a client of the bot has the phone; 422 with `details.field` for an invalid field. */
  createLead: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads',
    access: { kind: 'bot', in: 'body', name: 'lead.bot_id', module: 'crm', permission: 'add' },
    body: z.object({
      lead: z.object({
        bot_id: numericId,
        ...writtenLead,
      }),
    }),
    answer: lead,
  }),
  /**
   * Somebody who never spoke with the bot is removed; of anybody else the personal data is erased, and their
   * conversations go on as those of an unknown visitor.
   */
  deleteLead: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/leads/{id}',
    access: ofLead('delete'),
    params: id,
    answer: z.object({ ok: z.literal(true), removed: z.boolean() }),
  }),
  /** The first that matches, asked in the order RUT, phone, e-mail; 404 when none does. */
  findLead: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/show_by_email_or_phone_or_rut',
    access: { kind: 'bot', in: 'body', name: 'lead.bot_id', module: 'crm', permission: 'read' },
    body: z.object({
      lead: z.object({ bot_id: numericId, email: text(200), phone: text(40), rut: text(20) }),
    }),
    answer: lead,
  }),
  /**
   * Other clients of the bot who may be the same person, at most 20: who shares phone, e-mail or RUT, then who has the
   * same name and city. Not those of whom somebody said that they are not.
   */
  leadDuplicates: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/duplicates',
    access: ofLead('read'),
    params: id,
    answer: z.array(z.object({ ...lead.shape, reasons: z.array(z.enum(DUPLICATE_REASONS)) })),
  }),
  /** Who changed what of the client, newest first, at most 100. */
  leadChanges: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/changes',
    access: ofLead('read'),
    params: id,
    answer: z.array(audit),
  }),
};
