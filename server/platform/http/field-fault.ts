/** A refusal that belongs to a field of a form: 422 with the sentence as message and in `details.fields`. */
import { Refused } from './refused.ts';

/** @param details more for programs, e.g. `{reason: …}` */
export function fieldFault(field: string, message: string, details: Record<string, unknown> = {}): Refused {
  return new Refused('rule', { message, details: { fields: { [field]: message }, ...details } });
}
