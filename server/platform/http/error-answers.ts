/** Every failure as the envelope of contract/errors.ts, with a Spanish sentence and never a stack trace. */
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../contract/errors.ts';
import { DatabaseLost, isCancelled, isOutOfRange, isUnstorableText } from '../database/database-error.ts';
import { Refused } from './refused.ts';

/** Fastify's and its plugins' own failures that a caller can mend. */
const KNOWN: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_type',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** What the reader of forms (multipart/form-data) says of bytes and borders that make none: plain errors without a code. */
const NO_FORM =
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot |^Unsupported Content-Type\.$/i;

const TOO_SLOW = 'La búsqueda tarda demasiado. Acótala (fechas, estado, chatbot) e inténtalo nuevamente.';

/** What to tell the caller about an error of any kind. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof DatabaseLost) return new Refused('unavailable', { retryAfterSeconds: 5 });
  // A zero byte in an id, a key, an address: nothing that we have ever given out.
  if (isUnstorableText(error) || isOutOfRange(error)) return new Refused('bad_request');
  if (isCancelled(error)) return new Refused('unavailable', { message: TOO_SLOW, retryAfterSeconds: 5 });
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  if (code !== undefined && KNOWN[code]) return new Refused(KNOWN[code]);
  // Malformed JSON, a wrong length, a broken URL, a bad range.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refused('bad_request');
  if (error instanceof Error && NO_FORM.test(error.message)) return new Refused('bad_request');
  return new Refused('server');
}

/** What streams say when the other side is gone. */
const BROKEN_OFF = [
  'FST_MP_PREMATURE_CLOSE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ABORT_ERR',
];

/** Whether the error is only the caller's leaving: the page was closed, the upload cancelled. */
function callerLeft(error: unknown, { raw }: FastifyRequest): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return raw.socket.destroyed && typeof code === 'string' && BROKEN_OFF.includes(code);
}

/** Answers with an error's envelope; logs what was our own fault. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  if (callerLeft(error, request)) request.log.info({ req: request }, 'A call was aborted by its caller');
  else if (refusal.code === 'server') request.log.error({ err: error, req: request }, 'A call failed');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  void reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(refusal.body());
}

/** A refusal as bytes, where there is no Fastify reply to send it with. The connection ends with it. */
export function rawRefusal(refused: Refused): string {
  const body = JSON.stringify(refused.body());
  return [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
