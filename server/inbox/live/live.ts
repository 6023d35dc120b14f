/** Starts the live side of the inbox: sockets, tailers, presence, and their rounds. */
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import { endExpiredSessions } from '../../accounts/sessions.ts';
import { touchSessions } from '../../accounts/tokens.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { forgetMaintenance } from '../../settings/maintenance.ts';
import { AgentNamespace } from './agent-namespace.ts';
import { LiveBots } from './live-bots.ts';
import type { LogTailers } from './log-tailers.ts';
import { LookingOn } from './looking-on.ts';
import { Presence } from './presence.ts';
import { TopicListeners } from './topic-listeners.ts';

/** A lease is renewed four times before it could run out. */
const RENEW = SERVER_LIMITS.presenceLease / 4;

export interface Live {
  presence: Presence;
  agents: AgentNamespace;
  /** One HEAD round now, instead of waiting for it. */
  headRound(): Promise<void>;
  stop(): Promise<void>;
}

/** Call it before the server listens. @param tailers stopped by the caller that made them */
export function startLive(app: App, tailers: LogTailers): Live {
  const { bus, log, realtime } = app;
  const namespace = realtime.namespace('/');
  const bots = new LiveBots(app, namespace, tailers);
  const presence = new Presence(app);
  const looking = new LookingOn(app, (botId, facts, name, data) => bots.toViewers(botId, facts, name, data));
  const topics = new TopicListeners(app, namespace);
  const agents = new AgentNamespace(app, namespace, { bots, presence, looking, topics });

  /** What runs now, for a stop that waits. */
  const running = new Set<Promise<void>>();
  const watch = (what: string, work: () => Promise<unknown>) => {
    const run = work()
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, what),
      )
      .finally(() => running.delete(run));
    running.add(run);
    return run;
  };

  const off = [
    bus.subscribe('touched', (change) => topics.hear(change)),
    bus.subscribe('toViewers', ({ botId, facts, name, data, exceptSocket }) =>
      bots.toViewers(botId, facts, name, data, exceptSocket),
    ),
    bus.subscribe('looking', (told) => void watch('Telling who looks on failed', () => looking.hear(told))),
    bus.subscribe('sightChanged', ({ botId, userId }) => {
      void watch('Moving sockets failed', () => agents.sightChanged(botId, userId));
    }),
    bus.subscribe('maintenance', () => {
      forgetMaintenance(app);
      namespace.local.emit('MAINTENANCE', {});
      void watch('Inspecting sockets failed', () => agents.inspect());
    }),
    bus.subscribe('farewell', ({ socketId, botId }) => presence.letGo(socketId, botId)),
    bus.subscribe('signedOut', ({ client, userId }) => {
      void watch('Ending sockets failed', () => agents.signedOut(client, userId));
    }),
  ];
  const headRound = () => sayHeads(app, { tailers, bots, topics });
  const timers = [
    setInterval(() => {
      void watch('The HEAD round failed', headRound);
      void watch('Sweeping presence failed', () => presence.sweep());
      void watch('Inspecting sockets failed', () => agents.inspect());
      looking.sayAgain();
    }, SERVER_LIMITS.head),
    setInterval(() => {
      void watch('Renewing presence failed', () => presence.renew());
      // An open inbox is in use though it calls nothing.
      void watch('Noting sessions in use failed', () => touchSessions(app, agents.clients()));
      void watch('Ending expired sessions failed', () => endExpiredSessions(app));
      void watch('Judging sockets again failed', () => agents.recheck());
    }, RENEW),
  ];
  return {
    presence,
    agents,
    headRound,
    async stop() {
      for (const unsubscribe of off) unsubscribe();
      for (const timer of timers) clearInterval(timer);
      topics.stop();
      await Promise.all(running);
    },
  };
}

/** Reads the numbers of all bots that are followed or listened to in one query, catches up with them, and says them. */
async function sayHeads(
  { db }: App,
  { tailers, bots, topics }: { tailers: LogTailers; bots: LiveBots; topics: TopicListeners },
): Promise<void> {
  const ids = [...new Set([...tailers.ids, ...topics.ids])];
  if (ids.length === 0) return;
  const heads = await db.query<{ id: number; log_head: number; live: number }>(sql`
    select b.id, b.log_head, coalesce(h.live, 0) as live
    from bots b left join live_heads h on h.bot_id = b.id where b.id = any(${ids}::int[])`);
  await Promise.all(
    heads.map(async ({ id, log_head, live }) => {
      // Said after the events up to it, or a healthy client would take it for a gap; said in any case.
      await tailers.catchUp(id, log_head);
      bots.tellNow(id);
      await topics.sayHead(id, log_head, live);
    }),
  );
}
