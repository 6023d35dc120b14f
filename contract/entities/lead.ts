/** The customer record (docs/product.md §3 Lead). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';

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
});
export type Lead = z.infer<typeof lead>;
