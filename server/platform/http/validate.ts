/** Reads params, query and body by the contract's schemas. */
import * as z from 'zod/mini';
import { Refused } from './refused.ts';
import { storable } from './storable.ts';

z.config(z.locales.es());

/** What is wrong with each field: path (dots) → Spanish sentence. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.') || '.', issue.message]));
}

/** The parsed value, its texts storable. Throws `Refused` bad_request with `details.fields`. */
export function validate<S extends z.ZodMiniType>(
  schema: S | undefined,
  value: unknown,
  part: string,
): z.output<S> {
  if (!schema) return undefined as z.output<S>;
  const parsed = schema.safeParse(value);
  if (parsed.success) return storable(parsed.data);
  throw new Refused('bad_request', { details: { part, fields: fieldErrors(parsed.error.issues) } });
}
