/** Links to outside accounts: channels and shops. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { checkConnection } from './connections.ts';
import { registerProbe } from './probe.ts';
import type { Providers } from './provider.ts';
import { registerConnections } from './routes.ts';

/** @param providers how each provider's accounts are checked */
export const connections = (providers: Providers): Domain => ({
  name: 'connections',
  topics: ['connections'],
  calls: (app: App) => registerConnections(app, providers),
  jobs: (app: App) => registerProbe(app, (id) => checkConnection(app, providers, id)),
  entities: { connection: { from: 'connections e', id: 'e.id', bot: 'e.bot_id' } },
});
