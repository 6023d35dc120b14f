/** A WhatsApp template as its provider lists it, with what happened to it (docs/protocol.md 'WhatsApp templates and campaigns'). */
import * as z from 'zod/mini';
import { instant, textId } from '../primitives.ts';
import { templateComponent } from '../rules/template-slots.ts';
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
});
export type WabaTemplate = z.infer<typeof wabaTemplate>;
