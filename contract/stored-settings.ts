/**
 * What somebody chose and stored, read by a newer or older build: each key by itself, so that a kind that is new (or
 * a value that is no longer on offer) takes its default and everything else stays as it was chosen.
 */
import * as z from 'zod/mini';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings of a schema: every stored value that fits it, the default where none does. */
export function storedSettings<S extends z.ZodMiniObject>(
  schema: S,
  stored: unknown,
  defaults: z.output<S>,
): z.output<S> {
  const given = isObject(stored) ? stored : {};
  const fallback = defaults as Record<string, unknown>;
  const entries = Object.entries(schema.shape as Record<string, z.ZodMiniType>).map(([key, field]) => {
    const parsed = field.safeParse(given[key]);
    if (parsed.success) return [key, parsed.data];
    if (field instanceof z.ZodMiniObject && isObject(given[key]))
      return [key, storedSettings(field, given[key], fallback[key] as Record<string, unknown>)];
    return [key, fallback[key]];
  });
  return Object.fromEntries(entries) as z.output<S>;
}
