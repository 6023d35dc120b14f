/** The log: JSON lines on stdout (pino). Secrets and personal data never reach it: no headers,
 * no addresses of people, query strings are cut off. */

import type { DestinationStream, Logger, LoggerOptions } from 'pino';
import { pino } from 'pino';
import { requestOfLine } from './request-scope.ts';

export type { Logger } from 'pino';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

interface LoggedRequest {
  method?: string;
  url?: string;
}

/** An error without what the database says of the row that it refused: keys, mails and names. */
function withoutRow(error: Error): object {
  const { detail: _detail, where: _where, ...rest } = { ...pino.stdSerializers.err(error) };
  return rest;
}

/** Makes the process's logger. */
export function createLog(level: LogLevel): Logger {
  return logTo(process.stdout, level);
}

/** The same, written elsewhere. */
export function logTo(stream: NodeJS.WritableStream, level: LogLevel): Logger {
  const options: LoggerOptions = {
    level,
    mixin: requestOfLine,
    redact: ['password', 'token', 'headers', '*.password', '*.token', '*.headers'],
    serializers: {
      // Signatures and bot tokens travel in query strings.
      req: (request: LoggedRequest) => ({
        method: request.method,
        path: request.url?.split('?', 1)[0],
      }),
      err: withoutRow,
      error: withoutRow,
    },
  };
  return pino(options, stream as DestinationStream);
}
