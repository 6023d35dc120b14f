/**
 * Local servers that speak the wire of the outside world, for tests and for people who want to see the product at work
 * without an account anywhere. It knows nothing of the product, and the product never imports it.
 */
import { type Faults, NO_FAULTS } from './faults.ts';
import { Hooks } from './hooks.ts';
import { type Listening, listen } from './http.ts';
import { servePhone } from './phone/phone.ts';
import { makeStores } from './shops/make-stores.ts';
import { type Stores, serveShops } from './shops/serve.ts';
import { serveTill } from './shops/till.ts';
import { serveGraph } from './whatsapp/graph.ts';
import { WhatsApp } from './whatsapp/whatsapp.ts';

export interface Playground {
  /** Where it listens; `graphUrl` is what GRAPH_BASE_URL wants. */
  url: string;
  graphUrl: string;
  faults: Faults;
  hooks: Hooks;
  whatsapp: WhatsApp;
  shops: Stores;
  close(): Promise<void>;
}

/** Starts it. @param port 0: a free one @param now the time, where a test drives it */
export async function startPlayground(port = 0, now: () => number = Date.now): Promise<Playground> {
  const faults: Faults = { ...NO_FAULTS };
  const hooks = new Hooks(faults);
  const whatsapp = new WhatsApp(faults, hooks, now);
  let shops: Stores | undefined;
  const server: Listening = await listen(port, async (request, response, url) => {
    if (await serveGraph(whatsapp, request, response, url)) return;
    if (shops && (await serveShops(shops, server.url, request, response, url))) return;
    if (shops && (await serveTill(shops, request, response, url))) return;
    await servePhone(whatsapp, { faults, hooks }, request, response, url);
  });
  shops = makeStores(server.url, now);
  return {
    url: server.url,
    graphUrl: `${server.url}/v23.0`,
    faults,
    hooks,
    whatsapp,
    shops,
    async close() {
      whatsapp.close();
      hooks.close();
      await server.close();
    },
  };
}
