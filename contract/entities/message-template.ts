/** Messages that a channel has approved for writing after its 24 h window (docs/product.md §3 'WhatsApp template message'). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import { templateComponent } from '../rules/template-slots.ts';
import { channel } from '../states.ts';

/** The provider's words; only approved ones can be sent. */
export const TEMPLATE_STATUSES = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'DELETED',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
] as const;

export const messageTemplate = z.object({
  id: textId,
  bot_id: numericId,
  channel,
  name: z.string(),
  /** As the provider writes it: 'es', 'es_CL'. */
  language: z.string(),
  category: z.string(),
  status: z.enum(TEMPLATE_STATUSES),
  header: z.nullable(z.string()),
  /** Variables are {{1}}, {{2}} …; header and footer have none here. */
  body: z.string(),
  footer: z.nullable(z.string()),
  /** Labels of the quick answers below it. */
  buttons: z.array(z.string()),
  /** Its parts as the provider has them: every slot stands in them. */
  components: z.array(templateComponent),
  /** Its last change of category: a message may cost more since. Null: there was none. */
  was: z.nullable(z.object({ category: z.string(), at: instant })),
  created_at: instant,
});
export type MessageTemplate = z.infer<typeof messageTemplate>;
