/** By what a client is known. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

export const IDENTITY_KINDS = [
  'phone',
  'email',
  'rut',
  'whatsapp',
  'business_user',
  'messenger',
  'instagram',
  'shop',
  'visitor',
  'site',
] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** claimed: by the visitor · known: by the bot's people or their files · verified: by a channel or a shop. */
export const IDENTITY_TRUSTS = ['claimed', 'known', 'verified'] as const;
export type IdentityTrust = (typeof IDENTITY_TRUSTS)[number];

export const identity = z.object({
  kind: z.enum(IDENTITY_KINDS),
  /** A visitor's is not told. */
  value: z.nullable(z.string()),
  trust: z.enum(IDENTITY_TRUSTS),
  created_at: instant,
});
export type LeadIdentity = z.infer<typeof identity>;
