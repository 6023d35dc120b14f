/** A refusal that a caller gets to read: code, sentence, details (docs/protocol.md 'Sign-in, credentials, errors'). */
import { ERRORS, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';

export interface RefusedOptions {
  /** Spanish, for the user; default: the code's own sentence. */
  message?: string | undefined;
  /** For programs: field errors, the present state, who has it. */
  details?: Record<string, unknown> | undefined;
  /** Sent as `retry-after` with 429 and 503. */
  retryAfterSeconds?: number | undefined;
}

/** Throw it anywhere below a call or a socket packet. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: RefusedOptions = {}) {
    super(options.message ?? ERRORS[code].message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The envelope, the same over HTTP and in acknowledgements. */
  body(): ErrorBody {
    return { error: this.code, message: this.message, ...(this.details ? { details: this.details } : {}) };
  }
}
