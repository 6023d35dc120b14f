/** The lead calls of the Main API beside show and update (docs/product.md §7 'Leads'). Previous conversations: `listConversations`. */
import * as z from 'zod/mini';
import { audit } from '../entities/audit.ts';
import { lead } from '../entities/lead.ts';
import { LIMITS } from '../limits.ts';
import { numericId, shortText, textId } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const id = z.object({ id: textId });
const text = (max: number) => z.optional(z.nullable(shortText(max)));
const ofLead = (permission: 'read' | 'delete') =>
  ({ kind: 'entity', entity: 'lead', in: 'params', name: 'id', module: 'crm', permission }) as const;

export const leadCalls = {
  /** Newest first. `search` looks in name, e-mail, phone and RUT. */
  listLeads: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'crm', permission: 'read' },
    query: z.object({
      bot_id: idParam,
      search: z.optional(shortText(LIMITS.searchText)),
      tag: z.optional(shortText(LIMITS.tagText)),
      items: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(LIMITS.pageItems))),
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000))),
    }),
    answer: z.object({ leads: z.array(lead), page: z.int(), pages: z.int(), total: z.int() }),
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
        name: text(120),
        email: text(200),
        phone: text(40),
        rut: text(20),
        notes: text(4000),
        tags: z.optional(z.array(shortText(LIMITS.tagText)).check(z.maxLength(LIMITS.tags))),
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
  /** Other clients of the bot with the same phone, oldest first, at most 20. */
  leadDuplicates: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/duplicates',
    access: ofLead('read'),
    params: id,
    answer: z.array(lead),
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
