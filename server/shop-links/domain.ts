/** Installing shops with a click, renewing what they grant, hearing what they tell. */
import * as z from 'zod/mini';
import { SHOP_PROVIDERS } from '../../contract/entities/connection.ts';
import { noteUse } from '../connections/health.ts';
import type { Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { RENEW, renewAhead } from '../shops/grants.ts';
import { registerShopHooks } from './hooks.ts';
import type { Lookers } from './lookers.ts';
import { registerLooks } from './looks.ts';
import { keepPurging, registerPurge } from './purge.ts';
import { orderHooks, registerHookOrders } from './register-hooks.ts';
import { registerInstalls } from './routes.ts';
import { registerForgetting } from './uninstall.ts';

const renewPayload = z.object({ id: z.string(), bot_id: z.number() });

/** The shops' providers, each of which is asked for hooks when it is connected. */
export function withHooks(app: App, providers: Providers): Providers {
  return Object.fromEntries(
    SHOP_PROVIDERS.flatMap((name) => {
      const port = providers[name];
      return port
        ? [
            [
              name,
              {
                ...port,
                notes: ['hooks_token'],
                connected: (tx, connection) => orderHooks(tx, app, connection),
              } satisfies typeof port,
            ],
          ]
        : [];
    }),
  );
}

/** @param providers as `withHooks` answers them @param lookers who goes and looks at what a shop's hook speaks of */
export const shopLinks = (app: App, providers: Providers, lookers: Lookers): Domain => ({
  name: 'shop-links',
  calls() {
    registerInstalls(app, providers);
    registerShopHooks(app);
  },
  jobs() {
    registerLooks(app, providers, lookers);
    registerForgetting(app, providers);
    registerHookOrders(app);
    registerPurge(app);
    app.jobs.handleOutside(RENEW, async (job) => {
      const { id } = renewPayload.parse(job.payload);
      const fault = await renewAhead(app, id);
      if (fault) await noteUse(app, id, fault);
    });
  },
  async start() {
    await keepPurging(app);
    return {};
  },
});
