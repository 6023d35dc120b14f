/** A server with a WhatsApp number and a shop of the playground, for tests of automations. */
import type {
  AutomationCase,
  AutomationDecision,
  AutomationRule,
} from '../../contract/entities/automation.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import type { Store, StoreCart, StoreProduct } from '../../playground/shops/store.ts';
import { type CampaignWorld, campaignWorld } from '../campaigns/testing.ts';
import { BOT } from '../channels/testing.ts';
import type { Database } from '../platform/database/database.ts';

export interface AutomationWorld extends CampaignWorld {
  store: Store;
  shopId: string;
  product: StoreProduct;
  /** Puts a cart of a client's into the shop, `minutes` ago. */
  leave(phone: string, more?: { quantity?: number; minutes?: number }): StoreCart;
  rule(): AutomationRule;
  put(
    more?: Partial<AutomationRule>,
    kind?: AutomationKind,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  post(what: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
  cases(kind?: AutomationKind): Promise<AutomationCase[]>;
  why(id: string): Promise<AutomationDecision[]>;
  /** Time goes by, and whatever is due is done. */
  after(minutes: number): Promise<void>;
}

const MINUTE = 60_000;
const path = '/svc/main/automations';

/** @param shop that of which the bot is */
export async function automationWorld(
  db?: Database,
  shop: 'jumpseller' | 'woocommerce' = 'jumpseller',
): Promise<AutomationWorld> {
  const world = await campaignWorld(db);
  const { server, team, playground } = world;
  const store = playground.shops[shop];
  server.app.config.shops.jumpseller = `${playground.url}/shops/jumpseller/v1`;
  const product = store.addProduct({ name: 'Polar azul', price: '29990' });
  const connected = await server.call('POST', '/svc/main/connections', {
    as: team.owner,
    body: { bot_id: BOT, provider: shop, credentials: store.credentials },
  });
  if (connected.status !== 201) throw new Error(`The shop answered ${JSON.stringify(connected.body)}`);
  let people = 0;
  const revisions: Partial<Record<AutomationKind, number>> = {};
  const self: AutomationWorld = {
    ...world,
    store,
    shopId: (connected.body as { id: string }).id,
    product,
    leave(phone, { quantity = 1, minutes = 0 } = {}) {
      people += 1;
      const buyer = { name: `Cliente ${people}`, email: `cliente${people}@correo.cl`, phone: `+${phone}` };
      const cart = store.fillCart(buyer, [{ product, quantity }]);
      cart.createdAt -= minutes * MINUTE;
      cart.updatedAt -= minutes * MINUTE;
      return cart;
    },
    rule: () => ({
      on: true,
      steps: [
        {
          after_minutes: 60,
          template: { name: 'promo', language: 'es' },
          slots: [{ part: 'body', index: 0, key: '1', field: 'first_name', fallback: 'cliente' }],
        },
      ],
      // No quiet hours: whatever the time of the test is.
      quiet: { from: '00:00', to: '00:00', sunday: false },
      minimum: 0,
      cooldown_hours: 24,
      revision: revisions['carro-abandonado'] ?? 0,
    }),
    async put(more = {}, kind = 'carro-abandonado') {
      const answer = await server.call('PUT', `${path}/${kind}?bot_id=${BOT}`, {
        as: team.owner,
        body: { ...self.rule(), revision: revisions[kind] ?? 0, ...more },
      });
      if (answer.status === 200) revisions[kind] = (answer.body as { revision: number }).revision;
      return answer as { status: number; body: Record<string, unknown> };
    },
    async post(what, body) {
      const answer = await server.call('POST', `${path}/carro-abandonado/${what}?bot_id=${BOT}`, {
        as: team.owner,
        body,
      });
      return answer as { status: number; body: Record<string, unknown> };
    },
    async cases(kind = 'carro-abandonado') {
      const { body } = await server.call('GET', `${path}/${kind}/cases?bot_id=${BOT}`, { as: team.owner });
      return (body as { cases: AutomationCase[] }).cases;
    },
    async why(id) {
      const { body } = await server.call('GET', `/svc/main/automation_cases/${id}`, { as: team.owner });
      return (body as { decisions: AutomationDecision[] }).decisions;
    },
    async after(minutes) {
      server.pass(minutes * MINUTE);
      await world.settle();
    },
  };
  return self;
}
