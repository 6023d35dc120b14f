/** What every part of the server is given: one object a process, built by server/start-server.ts, never a global. */
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Registry } from './http/registry.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { CreateSharedLimit } from './limits/limiter.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Realtime } from './realtime/realtime.ts';

export interface App {
  config: Config;
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  jobs: Jobs;
  /** Rate limits that all processes count together. */
  sharedLimit: CreateSharedLimit;
  /** A new UUIDv7: sorts by time of making. */
  ids: () => string;
  realtime: Realtime;
  /** Every HTTP route with its rule; routes come in only through http/route.ts. */
  http: Registry;
}
