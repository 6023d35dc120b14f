/** What the error dialog says when an agent could not be created (docs/product.md §8). Pure. */
import { AGENT_TEXTS } from '../../../contract/rules/agents.ts';
import { ApiError, fieldErrors, sentence } from '../../api/api-error.ts';

export interface Failure {
  title: string;
  text: string | null;
  /** The field to go back to. */
  field: string | null;
}

/**
 * What a refused 'Crear agente' says, and at which field: a taken mail address, a field's fault, the photo;
 * anything else is a sentence without a field.
 */
export function creationFailure(error: unknown): Failure {
  const reason = error instanceof ApiError ? error.details['reason'] : null;
  if (reason === 'Unprocessable Entity') return { title: AGENT_TEXTS.emailTaken, text: null, field: 'email' };
  const [fault] = Object.entries(fieldErrors(error));
  // One of the checks of docs/product.md §5, which the server makes by itself.
  if (fault) return { title: fault[1], text: null, field: fault[0] };
  // The server looked at the photo, whatever the file was called.
  if (error instanceof ApiError && (error.status === 413 || error.status === 415)) {
    return { title: sentence(error), text: null, field: 'photo' };
  }
  // A connection, a permission: the shared handler's sentence tells what to do.
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) {
    return { title: sentence(error), text: null, field: null };
  }
  return { title: AGENT_TEXTS.otherFailure, text: AGENT_TEXTS.otherFailureText, field: 'email' };
}
