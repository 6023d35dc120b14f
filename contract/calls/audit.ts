/** The audit: the spec's calls, which can create nothing that did not happen, and the list that owners read. */
import * as z from 'zod/mini';
import { audit, auditAction } from '../entities/audit.ts';
import { instant, numericId, shortText, wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

/** As `auditChange`, as somebody says it; no value that we write is longer. */
const auditedChange = z.object({
  column_name: shortText(200),
  old_value: z.nullable(shortText(100_000)),
  new_value: z.nullable(shortText(100_000)),
});

const register = (action: 'create_or_destroy' | 'update') =>
  z.object({
    auditable_type: shortText(80),
    auditable_id: z.union([shortText(200), wholeNumber]),
    bot_id: numericId,
    action: action === 'update' ? z.literal('update') : z.enum(['create', 'delete']),
    user_id: z.optional(z.nullable(numericId)),
    user_name: z.optional(z.nullable(shortText(200))),
    user_email: z.optional(z.nullable(shortText(254))),
    changes: z._default(z.array(auditedChange).check(z.maxLength(200)), []),
  });
/** The record that the server wrote with the change, if it was this caller's and just now; null otherwise. */
const answer = z.object({ ok: z.literal(true), audit: z.nullable(audit) });
const linked = { kind: 'linked', in: 'body', name: 'bot_id' } as const;

export const auditCalls = {
  auditCreateOrDestroy: defineCall({
    service: 'main',
    method: 'POST',
    path: '/audits/create_or_destroy_register',
    access: linked,
    body: register('create_or_destroy'),
    answer,
  }),
  auditUpdate: defineCall({
    service: 'main',
    method: 'POST',
    path: '/audits/update_register',
    access: linked,
    body: register('update'),
    answer,
  }),
  /** For owners (module 'Lista de roles', which only they have): newest first, 50 a page. */
  audits: defineCall({
    service: 'audit',
    method: 'GET',
    path: '/registers/{botId}',
    access: { kind: 'bot', in: 'params', name: 'botId', module: 'role_list', permission: 'read' },
    params: z.object({ botId: idParam }),
    query: z.object({
      page: z.optional(idParam),
      type: z.optional(shortText(80)),
      action: z.optional(auditAction),
      user_id: z.optional(idParam),
      from: z.optional(instant),
      to: z.optional(instant),
    }),
    answer: z.object({
      audits: z.array(audit),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      /** Everybody who ever changed something at the bot, by name: whom the list can be narrowed to. */
      authors: z.array(z.object({ id: numericId, name: z.string() })),
    }),
  }),
};
