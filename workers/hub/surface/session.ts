/** Who is signed in, as a tab hands it to the hub. */
import type { Credentials, User } from '../../../contract/entities/user.ts';
import type { Product, ServiceBases } from '../../../contract/services.ts';
import type { Topic } from './topics.ts';

/** What a tab hands over when it joins. */
export interface TabHello {
  /** Random; names the Web Lock that the tab holds and the hub queues for. */
  tabId: string;
  /** Carried by the worker's name too: a newer build than the hub's is a reason to offer a reload. */
  build: string;
  product: Product;
  session: HubSession | null;
  /** What it will show: it is made ready while the page is still being made. */
  ahead?: Ahead | null;
}
/** A bot, which counts as selected by the tab at once, and what of it the tab will subscribe to. */
export interface Ahead {
  botId: number;
  topics: readonly Topic[];
}
export interface HubSession {
  credentials: Credentials;
  user: Pick<User, 'id' | 'name' | 'image'>;
  /** Where the services live for this person. */
  bases?: ServiceBases;
}
