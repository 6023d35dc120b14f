/** A Spanish sentence for whatever a call to the hub or the server rejected with. */

import { ERRORS } from '../../contract/errors.ts';
import { ApiError } from '../api/api-error.ts';
import { HubGone } from '../hub/hub-gone.ts';

export function failureText(error: unknown): string {
  return error instanceof ApiError || error instanceof HubGone ? error.message : ERRORS.server.message;
}
