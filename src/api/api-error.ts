/** What a refused or unanswered call throws; `message` is a Spanish sentence that may be shown as it is. */
import { ERRORS, type ErrorCode, errorBody } from '../../contract/errors.ts';
import { TEXTS } from '../../contract/texts.ts';

export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer (docs/product.md §8 SERVER_TIMEOUT_CONNECTION_ERROR). */
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** No answer in time, or no connection. */
export function noAnswer(): ApiError {
  return new ApiError(0, 'no_answer', TEXTS.serverTimeout);
}

function fallback(status: number): string {
  const known = Object.values(ERRORS).find((entry) => entry.status === status);
  return (known ?? ERRORS.server).message;
}

/** Reads a refusal's body: our envelope, or the sign-in's `{errors: [text]}`. */
export function refusal(status: number, body: unknown): ApiError {
  const ours = errorBody.safeParse(body);
  if (ours.success) return new ApiError(status, ours.data.error, ours.data.message, ours.data.details);
  const errors = body && typeof body === 'object' && 'errors' in body ? body.errors : null;
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  return new ApiError(status, codeOf(status), typeof first === 'string' ? first : fallback(status));
}

function codeOf(status: number): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return codes.find((code) => ERRORS[code].status === status) ?? 'server';
}

/** The sentence to show for anything thrown. */
export function sentence(error: unknown): string {
  return error instanceof ApiError ? error.message : ERRORS.server.message;
}

/** Field errors of a 422 (`details.fields`), by field name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const fields = error.details['fields'];
  if (!fields || typeof fields !== 'object') return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
