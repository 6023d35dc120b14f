/** What a refused or unanswered call throws, in tabs and workers; `message` is a Spanish sentence that may be shown as it is. */
import { ERRORS, type ErrorCode, errorBody } from '../../contract/errors.ts';
import { TEXTS } from '../../contract/texts.ts';

/** A call that failed, with what may be shown of it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came (docs/product.md §8 SERVER_TIMEOUT_CONNECTION_ERROR): nobody knows whether it happened. */
  readonly status: number;
  /** The wire's stable code, `network` without an answer, or `bad_answer` for one that does not fit the contract. */
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** Nobody knows whether it happened, or it may be tried again unchanged. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }

  /** Faults of a form's fields (`details.fields`), by field name. */
  get fields(): Record<string, string> {
    const { fields } = this.details;
    if (!fields || typeof fields !== 'object') return {};
    return Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }

  /** Seconds to wait, where a refusal says so (`retry-after`). */
  get retryAfter(): number | null {
    const { retry_after: seconds } = this.details;
    return typeof seconds === 'number' && seconds > 0 ? seconds : null;
  }
}

/** No whole answer in time, or no connection. */
export const noAnswer = (): ApiError => new ApiError(0, 'network', TEXTS.serverTimeout);

/** An answer that is not what the contract says, as a proxy's page is: the server's fault, whatever its status. */
export const badAnswer = (): ApiError =>
  new ApiError(502, 'bad_answer', 'El servidor respondió algo inesperado. Recarga la página.');

/**
 * Reads a refusal: our envelope, the sign-in's `{errors: [text]}`, or the status's own sentence where neither came.
 * @param wait the header `retry-after`
 */
export function refusal(status: number, body: unknown, wait: string | null = null): ApiError {
  // A date is possible too; no server of ours, and no proxy that we know, sends one.
  const seconds = Number(wait);
  const waiting = seconds > 0 ? { retry_after: seconds } : {};
  const ours = errorBody.safeParse(body);
  if (ours.success) {
    const { error, message, details } = ours.data;
    return new ApiError(status, error, message, { ...waiting, ...details });
  }
  const errors = body && typeof body === 'object' && 'errors' in body ? body.errors : null;
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const code = codes.find((each) => ERRORS[each].status === status) ?? 'server';
  return new ApiError(status, code, typeof first === 'string' ? first : ERRORS[code].message, waiting);
}
