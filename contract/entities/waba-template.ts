/** A WhatsApp template as its provider lists it, with what happened to it (docs/protocol.md 'WhatsApp templates and campaigns'). */
import * as z from 'zod/mini';
import { instant, textId } from '../primitives.ts';
import { templateComponent } from '../rules/template-slots.ts';
import { faultKind } from './connection.ts';
import { TEMPLATE_STATUSES } from './message-template.ts';

export const templateStatus = z.enum(TEMPLATE_STATUSES);
export const TEMPLATE_CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

export const wabaTemplate = z.object({
  id: textId,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: templateStatus,
  components: z.array(templateComponent),
  /** Why the provider refused it, in its words. */
  reason: z.nullable(z.string()),
  /** What changed of status and category, the oldest first. */
  history: z.array(z.object({ at: instant, what: z.string(), from: z.nullable(z.string()), to: z.string() })),
  created_at: instant,
  /** The provider's account that has it; null: it was there before accounts were noted. */
  account: z.optional(z.nullable(z.string())),
});
export type WabaTemplate = z.infer<typeof wabaTemplate>;

/** Why templates were compared with the provider's list. */
export const SYNC_CAUSES = ['hook', 'button', 'hour', 'connected', 'edit'] as const;
export type SyncCause = (typeof SYNC_CAUSES)[number];

/** A comparison with the provider's list, and what it found. */
export const templateSync = z.object({
  id: textId,
  /** The number whose account was compared. */
  connection: z.string(),
  /** The latest of them. */
  at: instant,
  cause: z.enum(SYNC_CAUSES),
  /** How many went alike, one after the other, and changed nothing. */
  times: z.int(),
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  /** The first of what changed: a new one, a status, a category, words, or one that is gone. */
  changes: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      what: z.enum(['new', 'status', 'category', 'words', 'gone']),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
  /** What went wrong; null: nothing. */
  error: z.nullable(faultKind),
});
export type TemplateSync = z.infer<typeof templateSync>;
