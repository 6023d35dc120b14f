/** The customer record (docs/product.md §3 Lead). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import type { OwnValue } from '../rules/lead-fields.ts';
import { area } from '../states.ts';

export const CONSENT_PURPOSES = ['marketing', 'service'] as const;
export const consentPurpose = z.enum(CONSENT_PURPOSES);
export type ConsentPurpose = z.infer<typeof consentPurpose>;
/** unknown: nobody ever said anything. */
export const CONSENT_STATES = ['unknown', 'granted', 'denied'] as const;
export const consentState = z.enum(CONSENT_STATES);
export type ConsentState = z.infer<typeof consentState>;

export const ownValue: z.ZodMiniType<OwnValue, OwnValue> = z.union([z.string(), z.number(), z.boolean()]);

export const lead = z.object({
  _id: textId,
  bot_id: numericId,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  rut: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  created_at: instant,
  city: z.optional(z.nullable(z.string())),
  areas: z.optional(z.array(area)),
  /** Of the bot's own fields, by key; what is empty is absent. */
  fields: z.optional(z.record(z.string(), ownValue)),
  blocked: z.optional(z.boolean()),
  consents: z.optional(z.object({ marketing: consentState, service: consentState })),
});
export type Lead = z.infer<typeof lead>;
