/**
 * Builds the whole server from its settings and starts it: database, migrations, demo data, routes, sockets, jobs,
 * and last the listener, so that nobody is answered by half a server. main.ts calls it, tests call it.
 */
import type { AddressInfo } from 'node:net';
import { registerAccounts } from './accounts/routes.ts';
import { registerPreviewPage } from './bots/preview-page.ts';
import { registerBots } from './bots/routes.ts';
import { type Live, startLive } from './inbox/live/live.ts';
import { mountInbox } from './inbox/mount-inbox.ts';
import { findIdentity } from './inbox/visitor/visitor-identity.ts';
import { registerPeopleRoutes } from './people/routes.ts';
import type { App } from './platform/app.ts';
import { createLocalBus } from './platform/bus.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { addressOf, type Config } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { registerHealth } from './platform/http/health.ts';
import { createHttp } from './platform/http/http-server.ts';
import { type PagesOptions, registerPages } from './platform/http/pages.ts';
import { createIds } from './platform/ids.ts';
import { createJobs } from './platform/jobs/durable-jobs.ts';
import { listenOn } from './platform/listen.ts';
import { createLog, type Logger } from './platform/log.ts';
import { createSocketServer } from './platform/realtime/socket-server.ts';
import { readSecret } from './platform/secret.ts';
import { registerUploads } from './platform/uploads/routes.ts';
import { seedIfAsked } from './seed/index.ts';

export interface StartOptions {
  config: Config;
  /** Default: what the settings name. It is closed with the server in any case. */
  db?: Database | undefined;
  clock?: Clock | undefined;
  log?: Logger | undefined;
  /** Other folders than dist/client and dist/widget. */
  pages?: Omit<PagesOptions, 'demo'> | undefined;
  /** False: due jobs wait for `app.jobs.runDue()`. */
  runJobs?: boolean | undefined;
}

export interface RunningServer {
  /** Where it listens: the settings' address with the port that was free when they say 0. */
  url: string;
  app: App;
  live: Live;
  /** Whether the database holds the demo data. */
  demo: boolean;
  /** Lets what is under way finish, then ends everything. Safe to call twice. */
  close(): Promise<void>;
}

/** What is being answered gets this long at the end. Milliseconds. */
const DRAIN = 5_000;

/** Starts a server. Throws `StartError` (one Spanish line) for what an operator can mend. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const log = options.log ?? createLog(options.config.production ? 'info' : 'warn');
  const clock = options.clock ?? systemClock;
  const { databaseUrl, dataDir } = options.config;
  const db = options.db ?? (await openDatabase({ databaseUrl: databaseUrl ?? undefined, dataDir, log }));
  try {
    const config: Config = { ...options.config, appSecret: readSecret(options.config) };
    await migrate(db);
    return await assemble({ ...options, config, log, clock, db });
  } catch (error) {
    await db.close();
    throw error;
  }
}

type Assembly = StartOptions & { db: Database; log: Logger; clock: Clock };

async function assemble({ config, log, clock, db, pages, runJobs = true }: Assembly): Promise<RunningServer> {
  const ids = createIds(clock);
  const bus = createLocalBus(log);
  const http = await createHttp(config, log);
  const { fastify } = http;
  const sockets = createSocketServer(fastify.server, bus);
  const jobs = createJobs({ db, clock, ids, log });
  const app: App = { config, db, bus, clock, log, jobs, ids, realtime: sockets.realtime, http };

  const demo = await seedIfAsked(app);
  let ready = false;
  registerHealth(app, () => ready);
  registerAccounts(app);
  registerBots(app);
  registerPreviewPage(app);
  registerUploads(app, { findVisitor: (botId, roomToken) => findIdentity(db, botId, roomToken) });
  await registerPages(app, { ...pages, demo: () => demo });
  registerPeopleRoutes(app);
  const inbox = await mountInbox(app);
  const live = startLive(app);

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    ready = false;
    const force = setTimeout(() => fastify.server.closeAllConnections(), DRAIN);
    const steps: [string, () => Promise<unknown>][] = [
      ['jobs', () => jobs.stop()],
      ['sockets', () => sockets.close()],
      ['http', () => fastify.close()],
      ['inbox', () => inbox.stop()],
      ['live', () => live.stop()],
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
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  try {
    await listenOn(fastify, config);
  } catch (error) {
    await closeOnce();
    throw error;
  }
  if (runJobs) jobs.start();
  ready = true;
  const { port } = fastify.server.address() as AddressInfo;
  return { url: addressOf(config.host, port), app, live, demo, close: closeOnce };
}
