/** What the app's screens say of a failed call. */
import { ERRORS } from '../../contract/errors.ts';
import { ApiError } from '../../workers/shared/api-error.ts';

export { ApiError };

/** The sentence to show for anything thrown. */
export function sentence(error: unknown): string {
  return error instanceof ApiError ? error.message : ERRORS.server.message;
}

/** Field errors of a 422 (`details.fields`), by field name. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}
