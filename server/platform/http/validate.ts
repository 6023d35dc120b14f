/** Reads params, query and body by the contract's schemas. */
import * as z from 'zod/mini';
import { Refused } from './refused.ts';
import { storable } from './storable.ts';

z.config(z.locales.es());

/** What is wrong with each field: path (dots) → Spanish sentence. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.') || '.', issue.message]));
}

/**
 * The parsed value, its texts storable; what the schema asks holds of these, too: a name of NUL alone is no name.
 * Throws `Refused` bad_request with `details.fields`.
 */
export function validate<S extends z.ZodMiniType>(
  schema: S | undefined,
  value: unknown,
  part: string,
): z.output<S> {
  if (!schema) return undefined as z.output<S>;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badInput(parsed.error, part);
  if (storable(parsed.data) === parsed.data) return parsed.data;
  // What comes of an address has a prototype of its own; it is flat.
  const given = typeof value === 'object' && !Array.isArray(value) ? { ...value } : value;
  const cleaned = schema.safeParse(storable(given));
  if (!cleaned.success) throw badInput(cleaned.error, part);
  return cleaned.data;
}

const badInput = ({ issues }: z.core.$ZodError, part: string): Refused =>
  new Refused('bad_request', { details: { part, fields: fieldErrors(issues) } });
