/** What a domain of the server is: the one value that its folder exports (docs/a-new-domain.md). */
import type { TopicKind } from '../../contract/realtime/topics.ts';
import type { App } from './app.ts';
import type { Demo } from './demo/demo.ts';

/**
 * Where the bot of an entity stands, and the conversation whose sight decides who may read it: parts of a statement.
 * They never hold anybody's input.
 */
export interface EntityRule {
  from: string;
  id: string;
  bot: string;
  /** How `from` calls the conversation that the entity belongs to; absent: everybody at the bot with the permission. */
  conversation?: string;
}

/** What a domain does besides answering calls. */
export interface Running {
  /** The server listens: what waited goes on. Not called where due jobs wait for a test. */
  begin?(): void;
  /** The server ends: what nobody waits for is given up, while connections are still open. */
  drain?(): Promise<void>;
  /** Connections are closed. */
  stop?(): Promise<void>;
}

export interface Domain {
  /** Its folder. */
  name: string;
  /** Mounts its calls with their handlers, and whatever other addresses it has. */
  calls?(app: App): void;
  /** Registers its durable jobs. */
  jobs?(app: App): void;
  /** For each of its entities whose id calls name: whose it is. */
  entities?: Readonly<Record<string, EntityRule>>;
  /** Its live topics: what is old on screens when its rows change, said by `touch` (realtime/touch.ts). */
  topics?: readonly TopicKind[];
  /** What it shows in the demo. */
  demo?: Demo;
  /** Starts what runs beside calls; before the server listens. */
  start?(app: App): Running | Promise<Running>;
}
