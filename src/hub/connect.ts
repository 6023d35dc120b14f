/** How a tab gets a hub and keeps it: see below. */

import type { Product } from '../../contract/services.ts';
import type { HubSession, Notice, TabHub } from '../../workers/hub/surface.ts';
import type { TopicStore } from './store.ts';

export type HubLinkState = 'starting' | 'ready' | 'failed';
export interface HubStart {
  build: string;
  product: Product;
  session: HubSession | null;
}
export interface HubLink {
  readonly tabId: string;
  readonly api: TabHub;
  readonly state: HubLinkState;
  restart(): void;
}
export interface HubLinkOptions extends HubStart {
  store: TopicStore;
  heard: {
    notice: (notice: Notice) => void;
    'signed-out': (reason: 'unauthorized' | 'by-hand') => void;
    stale: (queries: string[]) => void;
  };
  stateChanged: () => void;
}
export declare function connectHub(options: HubLinkOptions): HubLink;
