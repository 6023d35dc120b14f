/** A field that a bot has added to its clients. */
import * as z from 'zod/mini';
import { numericId, textId } from '../primitives.ts';
import { OWN_FIELD_TYPES } from '../rules/own-field-limits.ts';

export const ownField = z.object({
  id: textId,
  bot_id: numericId,
  /** By which filters and files name it; never changes. */
  key: z.string(),
  label: z.string(),
  type: z.enum(OWN_FIELD_TYPES),
  /** Of a list. */
  options: z.array(z.string()),
  /** Of a field that comes with the bot's filter catalogue: its items as people read them, a model with its brand. */
  catalogue: z.optional(
    z.array(z.object({ name: z.string(), formatted: z.string(), marca: z.optional(z.string()) })),
  ),
});
export type OwnField = z.infer<typeof ownField>;
