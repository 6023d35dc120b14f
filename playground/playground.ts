/**
 * Local servers that speak the wire of the outside world, for tests and for people who want to see the product at work
 * without an account anywhere. It knows nothing of the product, and the product never imports it.
 */
import { type Faults, NO_FAULTS } from './faults.ts';
import { FlowTill } from './flow/flow.ts';
import { Hooks } from './hooks.ts';
import { type Listening, listen } from './http.ts';
import { serveMessaging } from './messenger/graph.ts';
import { Messaging } from './messenger/messaging.ts';
import { type Phones, servePhone } from './phone/phone.ts';
import { makeStores } from './shops/make-stores.ts';
import { type Stores, serveShops } from './shops/serve.ts';
import { serveTill } from './shops/till.ts';
import { servePages } from './shops/woocommerce-page.ts';
import { StripeTill } from './stripe/stripe.ts';
import { serveGraph } from './whatsapp/graph.ts';
import { WhatsApp } from './whatsapp/whatsapp.ts';

export interface Playground {
  /** Where it listens; `graphUrl` is what GRAPH_BASE_URL wants, `instagramUrl` INSTAGRAM_GRAPH_BASE_URL. */
  url: string;
  graphUrl: string;
  instagramUrl: string;
  faults: Faults;
  hooks: Hooks;
  whatsapp: WhatsApp;
  /** Messenger and Instagram. */
  messaging: Messaging;
  /** FLOW_API_URL is `url` with /flow/api, STRIPE_API_URL is `url`. */
  flow: FlowTill;
  stripe: StripeTill;
  shops: Stores;
  /** What the owner of the WooCommerce shop pasted into its pages (`url`/shops/woocommerce/). */
  pasted: { html: string };
  close(): Promise<void>;
}

/** Starts it. @param port 0: a free one @param now the time, where a test drives it */
export async function startPlayground(port = 0, now: () => number = Date.now): Promise<Playground> {
  const faults: Faults = { ...NO_FAULTS };
  const hooks = new Hooks(faults);
  const whatsapp = new WhatsApp(faults, hooks, now);
  const messaging = new Messaging(faults, hooks, now);
  const phones: Phones = { whatsapp, messaging, faults, hooks };
  const flow = new FlowTill(now);
  const stripe = new StripeTill(now);
  const pasted = { html: '' };
  let shops: Stores | undefined;
  const server: Listening = await listen(port, async (request, response, url) => {
    if (await flow.serve(request, response, url)) return;
    if (await stripe.serve(request, response, url)) return;
    if (await serveMessaging(messaging, request, response, url)) return;
    if (await serveGraph(whatsapp, request, response, url)) return;
    if (shops && (await servePages(shops.woocommerce, pasted, request, response, url))) return;
    if (shops && (await serveShops(shops, server.url, request, response, url))) return;
    if (shops && (await serveTill(shops, request, response, url))) return;
    await servePhone(phones, request, response, url);
  });
  messaging.url = server.url;
  flow.listensAt(server.url);
  stripe.listensAt(server.url);
  shops = makeStores(server.url, now);
  return {
    url: server.url,
    graphUrl: `${server.url}/v23.0`,
    instagramUrl: `${server.url}/instagram/v23.0`,
    faults,
    hooks,
    whatsapp,
    messaging,
    flow,
    stripe,
    shops,
    pasted,
    async close() {
      flow.callbacks.close();
      stripe.callbacks.close();
      whatsapp.close();
      messaging.close();
      hooks.close();
      await server.close();
    },
  };
}
