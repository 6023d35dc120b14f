/**
 * Builds the whole server from its settings and starts it: database, migrations, demo data, routes, sockets, jobs,
 * and last the listener, so that nobody is answered by half a server. main.ts calls it, tests call it.
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Assistant } from './assistant/domain.ts';
import type { Campaigns } from './campaigns/domain.ts';
import type { Channels } from './channels/domain.ts';
import { compose } from './compose.ts';
import type { Live } from './inbox/live/live.ts';
import type { VisitorOptions } from './inbox/visitor/visitor-namespace.ts';
import type { App } from './platform/app.ts';
import { openControl } from './platform/backup/control.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { addressOf, type Config, isLoopback } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { TableKeeper } from './platform/database/table-keeper.ts';
import { createHttp } from './platform/http/http-server.ts';
import { createIds } from './platform/ids.ts';
import { createJobs } from './platform/jobs/durable-jobs.ts';
import { sharedLimits } from './platform/limits/limiter.ts';
import { listenOn } from './platform/listen.ts';
import { createLog, type Logger } from './platform/log.ts';
import { registerMail } from './platform/mail/mail.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { createSocketServer } from './platform/realtime/socket-server.ts';
import { openRedis, type RedisClient } from './platform/redis.ts';
import { readSecret } from './platform/secret.ts';
import { registerHealth } from './platform/serving/health.ts';
import { registerMetrics } from './platform/serving/metrics-route.ts';
import { type PagesOptions, registerPages } from './platform/serving/pages.ts';
import { type Ending, runDomains } from './run-domains.ts';
import { seedIfAsked } from './seed/index.ts';
import { readMaintenance } from './settings/maintenance.ts';

export interface StartOptions {
  config: Config;
  /** Default: what the settings name. It is closed with the server in any case. */
  db?: Database | undefined;
  clock?: Clock | undefined;
  log?: Logger | undefined;
  /** Other folders than dist/client and dist/widget. */
  pages?: Omit<PagesOptions, 'demo' | 'maintenance'> | undefined;
  /** False: due jobs wait for `app.jobs.runDue()`. */
  runJobs?: boolean | undefined;
  /** Other limits of visitors than the usual ones. */
  visitors?: VisitorOptions | undefined;
}

export interface RunningServer {
  /** Where it listens: the settings' address with the port that was free when they say 0. */
  url: string;
  app: App;
  live: Live;
  assistant: Assistant;
  /** What comes in and leaves by channels; where due jobs wait for a test, so does this. */
  channels: Channels;
  campaigns: Campaigns;
  /** Whether the database holds the demo data. */
  demo: boolean;
  /**
   * Lets what is under way finish, then ends everything. Safe to call twice.
   * @param noticeMs for so long `/readyz` answers 503 while all else is served as ever: a balancer looks away in time
   */
  close(noticeMs?: number): Promise<void>;
}

/** What is being answered gets this long at the end. Milliseconds. */
const DRAIN = 5_000;

/** Starts a server. Throws `StartError` (one Spanish line) for what an operator can mend. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const log = options.log ?? createLog(options.config.production ? 'info' : 'warn');
  const clock = options.clock ?? systemClock;
  const { databaseUrl, dataDir } = options.config;
  const metrics = createMetrics();
  const db =
    options.db ??
    (await openDatabase({ databaseUrl: databaseUrl ?? undefined, dataDir, log, observe: metrics.queried }));
  let redis: RedisClient | null = null;
  try {
    const config: Config = { ...options.config, appSecret: readSecret(options.config) };
    if (config.redisUrl !== null) redis = await openRedis(config.redisUrl, log);
    await migrate(db);
    const ownsFolder = options.db === undefined && db.kind === 'pglite';
    return await assemble({ ...options, config, log, clock, db, redis, metrics, ownsFolder });
  } catch (error) {
    redis?.destroy();
    await db.close();
    throw error;
  }
}

type Assembly = StartOptions & {
  db: Database;
  log: Logger;
  clock: Clock;
  redis: RedisClient | null;
  metrics: Metrics;
  /** The embedded database of DATA_DIR. */
  ownsFolder: boolean;
};

async function assemble(parts: Assembly): Promise<RunningServer> {
  const { config, log, clock, db, redis, metrics, pages, runJobs = true } = parts;
  const ids = createIds(clock);
  const http = await createHttp(config, log);
  const { fastify } = http;
  const { realtime, bus, ...sockets } = createSocketServer(fastify.server, config, redis, log, () =>
    metrics.socketOverflowed(),
  );
  const jobs = createJobs({ db, clock, ids, log });
  const sharedLimit = sharedLimits(redis);
  const app: App = { config, db, bus, clock, log, jobs, ids, realtime, http, sharedLimit, metrics };
  metrics.watch({ io: sockets.io, db, now: () => clock.now() });

  const { domains, assistant, inbox, channels, campaigns } = compose(app, parts);
  const demo = await seedIfAsked(app, domains);
  app.config = { ...config, staffSecondFactor: config.production || !isLoopback(config.host) || !demo };
  let ready = false;
  registerMetrics(app);
  registerHealth(app, () => ready);
  // Before the domains: what serves files stands on it.
  await registerPages(app, {
    ...pages,
    demo: () => demo,
    maintenance: async () => (await readMaintenance(app)).on,
  });
  registerMail(app);
  const running = await runDomains(app, domains);
  // Where the database is this process's alone, backups come through it.
  const control = parts.ownsFolder
    ? await openControl(config.dataDir, db, log).catch((error: unknown) => {
        log.warn({ err: error }, 'Backups need this server to be stopped: its control socket does not open');
        return null;
      })
    : null;

  const tables = new TableKeeper(db, log);
  let closing: Promise<void> | undefined;
  async function close(noticeMs: number): Promise<void> {
    ready = false;
    if (noticeMs > 0) await delay(noticeMs);
    const force = setTimeout(() => fastify.server.closeAllConnections(), DRAIN);
    const steps: Ending[] = [
      ['jobs', () => jobs.stop()],
      ...running.drains,
      ['sockets', () => sockets.close()],
      ['http', () => fastify.close()],
      ...running.stops,
      ['redis', async () => redis?.destroy()],
      ['control', async () => control?.close()],
      ['tables', () => tables.stop()],
      ['database', () => db.close()],
    ];
    // One that fails (the database may be gone) must not keep the others open.
    for (const [part, end] of steps) {
      await end().catch((error: unknown) =>
        log.error({ err: error, part }, 'Ending a part of the server failed'),
      );
    }
    clearTimeout(force);
  }
  const closeOnce = (noticeMs = 0) => {
    closing ??= close(noticeMs);
    return closing;
  };
  try {
    await listenOn(fastify, config);
  } catch (error) {
    await closeOnce();
    throw error;
  }
  if (runJobs) {
    jobs.start();
    running.begin();
    tables.start();
  }
  ready = true;
  const { port } = fastify.server.address() as AddressInfo;
  return {
    url: addressOf(config.host, port),
    app,
    live: inbox.live(),
    assistant,
    channels,
    campaigns,
    demo,
    close: closeOnce,
  };
}
