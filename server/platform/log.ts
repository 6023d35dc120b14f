/** The log: JSON lines on stdout (pino). Secrets never reach it: headers are not logged, query strings are cut off. */

import type { Logger } from 'pino';
import { pino } from 'pino';

export type { Logger } from 'pino';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

interface LoggedRequest {
  method?: string;
  url?: string;
  ip?: string;
}

/** Makes the process's logger. */
export function createLog(level: LogLevel): Logger {
  return pino({
    level,
    redact: ['password', 'token', 'headers', '*.password', '*.token', '*.headers'],
    serializers: {
      // Signatures and bot tokens travel in query strings.
      req: (request: LoggedRequest) => ({
        method: request.method,
        path: request.url?.split('?', 1)[0],
        ip: request.ip,
      }),
      err: pino.stdSerializers.err,
      error: pino.stdSerializers.err,
    },
  });
}
