/** Mounts and starts the domains of a server, and ends them in the right order. */
import type { TopicKind } from '../contract/realtime/topics.ts';
import { requirePlace, requireSession } from './access/check-access.ts';
import { RightsWatch } from './access/rights-watch.ts';
import type { App } from './platform/app.ts';
import type { Domain, EntityRule, Running } from './platform/domain.ts';
import type { Gate } from './platform/http/gate.ts';
import { refuseCallInMaintenance } from './settings/maintenance.ts';

/** A step of the end of a server, with the name of the part that it ends. */
export type Ending = [part: string, end: () => Promise<void>];

export interface RunningDomains {
  /** The server listens. */
  begin(): void;
  /** Before connections are closed. */
  drains: Ending[];
  /** After that: what stands on another ends before it. */
  stops: Ending[];
}

/** Call it before the server listens, and before jobs run. */
export async function runDomains(app: App, domains: readonly Domain[]): Promise<RunningDomains> {
  app.http.gate = gateOf(app, domains);
  for (const domain of domains) {
    domain.calls?.(app);
    domain.jobs?.(app);
  }
  requireEntities(app, domains);
  requireOwnTopics(domains);
  const running: { name: string; parts: Running }[] = [];
  for (const domain of domains) {
    if (domain.start) running.push({ name: domain.name, parts: await domain.start(app) });
  }
  return {
    begin() {
      for (const { parts } of running) parts.begin?.();
    },
    drains: running.map(({ name, parts }) => [name, async () => parts.drain?.()]),
    stops: running.toReversed().map(({ name, parts }) => [name, async () => parts.stop?.()]),
  };
}

/** Who may make a call, over the entities of all domains. Throws for one that two of them claim. */
function gateOf(app: App, domains: readonly Domain[]): Gate {
  const entities = new Map<string, EntityRule>();
  for (const { name, entities: own = {} } of domains) {
    for (const [entity, rule] of Object.entries(own)) {
      if (entities.has(entity)) throw new Error(`${name}: another domain has the entity ${entity}`);
      entities.set(entity, rule);
    }
  }
  const rights = new RightsWatch(app.bus);
  return {
    session: (rule, request) => requireSession(app, rule, request),
    admit: (rule, session) => refuseCallInMaintenance(app, rule, session),
    place: (rule, session, input, seen) => requirePlace(app, entities, rule, session, input, seen),
    watch: (userId) => rights.begin(userId),
  };
}

/** Throws for a call that names an entity which no domain has: it could never be answered. */
function requireEntities(app: App, domains: readonly Domain[]): void {
  const known = new Set(domains.flatMap(({ entities = {} }) => Object.keys(entities)));
  for (const { method, url, guard } of app.http.routes) {
    if (!('rule' in guard) || guard.rule.kind !== 'entity' || known.has(guard.rule.entity)) continue;
    throw new Error(`${method} ${url}: no domain has the entity ${guard.rule.entity}`);
  }
}

/** Throws for a live topic that two domains have: nobody could tell whose calls it makes old. */
function requireOwnTopics(domains: readonly Domain[]): void {
  const owners = new Map<TopicKind, string>();
  for (const { name, topics = [] } of domains) {
    for (const topic of topics) {
      const owner = owners.get(topic);
      if (owner !== undefined) throw new Error(`${name}: ${owner} has the topic ${topic}`);
      owners.set(topic, name);
    }
  }
}
