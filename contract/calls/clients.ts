/** Clients beside their lists: consents, blocks, identities, timeline, merging, own fields, segments. */
import * as z from 'zod/mini';
import { boundedRecord } from '../bounded.ts';
import { audit } from '../entities/audit.ts';
import { consent, newConsent } from '../entities/consent.ts';
import { rating } from '../entities/conversation.ts';
import { givenFilter } from '../entities/given-filter.ts';
import { IDENTITY_KINDS, identity } from '../entities/identity.ts';
import { lead } from '../entities/lead.ts';
import { ownField } from '../entities/lead-field.ts';
import { visit } from '../entities/visit.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { OWN_FIELD_LIMITS, OWN_FIELD_TYPES } from '../rules/own-field-limits.ts';
import { area, channel, conversationState } from '../states.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

type CrmPermission = 'read' | 'edit' | 'delete' | 'export' | 'add';
const id = z.object({ id: textId });
const ok = z.object({ ok: z.literal(true) });
const ofLead = (permission: CrmPermission) =>
  ({ kind: 'entity', entity: 'lead', in: 'params', name: 'id', module: 'crm', permission }) as const;
const one = <E extends string>(entity: E, permission: CrmPermission) =>
  ({ kind: 'entity', entity, in: 'params', name: 'id', module: 'crm', permission }) as const;
const inQuery = { kind: 'bot', in: 'query', name: 'bot_id', module: 'crm', permission: 'read' } as const;
const inBody = (permission: CrmPermission) =>
  ({ kind: 'bot', in: 'body', name: 'bot_id', module: 'crm', permission }) as const;
const pageParam = z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000)));

/** By what a channel or a shop showed that two clients are one person; null: a person merged them. */
const proof = z.nullable(z.enum(IDENTITY_KINDS));

/** What happened to or with a client. A conversation and its notes are there for those alone who see it. */
export const timelineEntry = z.object({
  id: textId,
  at: instant,
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('created') }),
    z.object({
      kind: z.literal('conversation'),
      conversation_id: textId,
      channel,
      state: conversationState,
      category: z.nullable(area),
      agent_name: z.nullable(z.string()),
      last_message: z.string(),
      messages: z.int(),
    }),
    z.object({
      kind: z.literal('note'),
      conversation_id: textId,
      text: z.string(),
      author: z.nullable(z.string()),
    }),
    z.object({ kind: z.literal('consent'), consent }),
    z.object({ kind: z.literal('change'), audit }),
    z.object({
      kind: z.literal('merge'),
      merge_id: textId,
      loser_name: z.string(),
      user_name: z.nullable(z.string()),
      undone: z.boolean(),
      proof,
    }),
    z.object({ kind: z.literal('import'), import_id: textId, file_name: z.string(), created: z.boolean() }),
  ]),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const TIMELINE_KINDS = [
  'created',
  'conversation',
  'note',
  'consent',
  'change',
  'merge',
  'import',
] as const satisfies readonly TimelineEntry['event']['kind'][];
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Fields of which the survivor of a merge keeps one of two values. */
export const MERGE_FIELDS = ['name', 'email', 'phone', 'rut', 'city', 'notes'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** Why a merge is not made that was chosen of other values. */
export const MERGE_CHANGED =
  'Una de las fichas cambió mientras elegías. Revisa cómo queda y vuelve a fusionar.';

/** A merge that was made. */
export const leadMerge = z.object({
  id: textId,
  survivor_id: textId,
  loser_id: textId,
  loser_name: z.string(),
  user_name: z.nullable(z.string()),
  at: instant,
  /** Until then it can be undone. */
  until: instant,
  undone_at: z.nullable(instant),
  proof,
});
export type LeadMerge = z.infer<typeof leadMerge>;

/** `fields`: whose value stays, by field; 'field.<key>' for own ones. What is not said: the survivor's, where it has one. */
const mergeOrder = z.object({
  loser_id: textId,
  fields: z.optional(boundedRecord(OWN_FIELD_LIMITS.key + 6, z.enum(['survivor', 'loser']), 60)),
});

/** Everything of one client. */
export const leadData = z.object({
  made_at: instant,
  lead,
  identities: z.array(identity),
  consents: z.array(consent),
  conversations: z.array(
    z.object({
      id: textId,
      channel,
      state: conversationState,
      created_at: instant,
      rating: z.nullable(rating),
      messages: z.array(
        z.object({ at: instant, from: z.string(), text: z.string(), files: z.array(z.string()) }),
      ),
    }),
  ),
  changes: z.array(audit),
  /** Where they came from on the site, by browser. */
  visits: z.array(visit),
  /** Who they were merged with, as both were then. */
  merges: z.array(
    z.object({ at: instant, undone_at: z.nullable(instant), survivor: z.unknown(), loser: z.unknown() }),
  ),
  /** Files that named them, with what each changed of them. */
  imports: z.array(z.object({ at: instant, file_name: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type LeadData = z.infer<typeof leadData>;

export const segment = z.object({
  id: textId,
  bot_id: numericId,
  name: z.string(),
  filter: z.json(),
  shared: z.boolean(),
  /** Whose it is. */
  user_id: numericId,
  user_name: z.string(),
  /** Who meet it now, of what the caller sees; null: it names a field that is gone. */
  count: z.nullable(z.int()),
});
export type Segment = z.infer<typeof segment>;

const segmentBody = { name: shortText(60).check(z.minLength(1)), filter: givenFilter, shared: z.boolean() };
const fieldBody = {
  label: shortText(OWN_FIELD_LIMITS.label).check(z.minLength(1)),
  options: z.optional(
    z.array(shortText(OWN_FIELD_LIMITS.option)).check(z.maxLength(OWN_FIELD_LIMITS.options)),
  ),
};

/** What can be done to many clients at once. */
export const clientBulkChange = z.union([
  z.strictObject({
    add_tags: z.array(shortText(LIMITS.tagText)).check(z.minLength(1), z.maxLength(LIMITS.tags)),
  }),
  z.strictObject({
    remove_tags: z.array(shortText(LIMITS.tagText)).check(z.minLength(1), z.maxLength(LIMITS.tags)),
  }),
  z.strictObject({ areas: z.array(area).check(z.maxLength(20)) }),
  z.strictObject({
    own: z.object({
      key: shortText(OWN_FIELD_LIMITS.key),
      value: z.nullable(
        z.union([shortText(OWN_FIELD_LIMITS.text), z.number().check(z.gte(-1e15), z.lte(1e15)), z.boolean()]),
      ),
    }),
  }),
]);
export type ClientBulkChange = z.infer<typeof clientBulkChange>;

const bulkIds = z.array(textId).check(z.minLength(1), z.maxLength(LIMITS.bulkStep));
/** What became of each. */
export const bulkResults = z.object({
  results: z.array(
    z.object({ id: textId, ok: z.boolean(), message: z.nullable(z.string()), name: z.nullable(z.string()) }),
  ),
});

export const clientCalls = {
  /** By what the client is known; a visitor's browser without its name. */
  leadIdentities: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/identities',
    access: ofLead('read'),
    params: id,
    answer: z.array(identity),
  }),
  /** Newest first. The newest for a purpose holds. */
  leadConsents: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/consents',
    access: ofLead('read'),
    params: id,
    answer: z.array(consent),
  }),
  /** Adds a word to them; answers all. */
  addLeadConsent: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/{id}/consents',
    access: ofLead('edit'),
    params: id,
    body: newConsent,
    answer: z.array(consent),
  }),
  /** A blocked client reaches nobody and gets no messages; nobody writes to them. */
  blockLead: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/leads/{id}/blocked',
    access: ofLead('edit'),
    params: id,
    body: z.object({ blocked: z.boolean() }),
    answer: lead,
  }),
  /** Newest first, within what the caller sees; of one kind, if said. */
  leadTimeline: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/timeline',
    access: ofLead('read'),
    params: id,
    query: z.object({ page: pageParam, kind: z.optional(z.enum(TIMELINE_KINDS)) }),
    answer: z.object({ entries: z.array(timelineEntry), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /** 'No son la misma persona', remembered; and taken back. */
  markDistinct: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/leads/{id}/distinct',
    access: ofLead('edit'),
    params: id,
    body: z.object({ other_id: textId, distinct: z.boolean() }),
    answer: ok,
  }),

  /** Newest first: who was merged into this client. */
  leadMerges: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/merges',
    access: ofLead('read'),
    params: id,
    answer: z.array(leadMerge),
  }),
  /** What a merge would do. */
  previewMerge: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/{id}/merge/preview',
    access: ofLead('delete'),
    params: id,
    body: mergeOrder,
    answer: z.object({
      survivor: lead,
      loser: lead,
      result: lead,
      moves: z.object({
        conversations: z.int(),
        notes: z.int(),
        tickets: z.int(),
        consents: z.int(),
        identities: z.int(),
      }),
      /** Says how both are: a merge with it is of what was seen. */
      seen: textId,
    }),
  }),
  /**
   * The client of the path survives; the loser's id leads to it from now on. Needs `edit`, too. 404 for a loser that is
   * not the bot's, 422 for one and the same, 409 when either is no longer as its preview said (`seen`).
   */
  mergeLeads: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/{id}/merge',
    access: ofLead('delete'),
    params: id,
    body: z.extend(mergeOrder, { seen: z.optional(textId) }),
    answer: lead,
  }),
  /** Within 30 days; answers the one who is there again. 409 later, the second time, or when the survivor is gone. */
  undoMerge: defineCall({
    service: 'main',
    method: 'POST',
    path: '/lead_merges/{id}/undo',
    access: one('lead_merge', 'delete'),
    params: id,
    answer: lead,
  }),
  /** All that is kept of a client, in one file, for who asks for their own data. */
  leadData: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/data',
    access: ofLead('export'),
    params: id,
    answer: leadData,
  }),

  ownFields: defineCall({
    service: 'main',
    method: 'GET',
    path: '/lead_fields',
    access: inQuery,
    query: z.object({ bot_id: idParam }),
    answer: z.array(ownField),
  }),
  /** Administrators and owners. The key is made of the label unless given. 409 for a key that is there. */
  addOwnField: defineCall({
    service: 'main',
    method: 'POST',
    path: '/lead_fields',
    access: inBody('edit'),
    body: z.object({
      bot_id: numericId,
      key: z.optional(shortText(OWN_FIELD_LIMITS.key)),
      type: z.enum(OWN_FIELD_TYPES),
      ...fieldBody,
    }),
    answer: ownField,
  }),
  updateOwnField: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/lead_fields/{id}',
    access: one('lead_field', 'edit'),
    params: id,
    body: z.object(fieldBody),
    answer: ownField,
  }),
  /** All that were added, in the order in which they stand from now on; 409 when they are others by then. */
  orderOwnFields: defineCall({
    service: 'main',
    method: 'POST',
    path: '/lead_fields/order',
    access: inBody('edit'),
    body: z.object({ bot_id: numericId, ids: z.array(textId).check(z.maxLength(OWN_FIELD_LIMITS.fields)) }),
    answer: z.array(ownField),
  }),
  /** With every value of it. */
  deleteOwnField: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/lead_fields/{id}',
    access: one('lead_field', 'edit'),
    params: id,
    answer: ok,
  }),

  /** One's own, and those that are shared, by name. */
  segments: defineCall({
    service: 'main',
    method: 'GET',
    path: '/segments',
    access: inQuery,
    query: z.object({ bot_id: idParam }),
    answer: z.array(segment),
  }),
  /** Shared ones: administrators and owners. */
  addSegment: defineCall({
    service: 'main',
    method: 'POST',
    path: '/segments',
    access: inBody('read'),
    body: z.object({ bot_id: numericId, ...segmentBody }),
    answer: segment,
  }),
  updateSegment: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/segments/{id}',
    access: one('segment', 'read'),
    params: id,
    body: z.object(segmentBody),
    answer: segment,
  }),
  deleteSegment: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/segments/{id}',
    access: one('segment', 'read'),
    params: id,
    answer: ok,
  }),

  /** The ids of what matches, in no order, at most `LIMITS.bulkMost`; `total` counts all. */
  matchingLeads: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/matching_ids',
    access: inBody('read'),
    body: z.object({
      bot_id: numericId,
      filter: z.optional(givenFilter),
      search: z.optional(shortText(LIMITS.searchText)),
    }),
    answer: z.object({ ids: z.array(textId), total: z.int() }),
  }),
  /** One change for a few clients, each by itself: one that is refused hinders no other. Asking again is safe. */
  changeLeads: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/bulk',
    access: inBody('edit'),
    body: z.object({ bot_id: numericId, ids: bulkIds, change: clientBulkChange }),
    answer: bulkResults,
  }),
  /** Erases a few clients, each by itself. */
  deleteLeads: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/bulk_delete',
    access: inBody('delete'),
    body: z.object({ bot_id: numericId, ids: bulkIds }),
    answer: bulkResults,
  }),
};
