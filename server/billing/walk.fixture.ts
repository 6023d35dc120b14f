/** How the walks over all calls make one of each thing of this domain, and call its calls. */
import { sql } from '../platform/database/database.ts';
import type { DomainWalk } from '../testing.ts';

let made = 0;

export const walk: DomainWalk = {
  entities: {
    checkout: async ({ app }, { botId }) => {
      made += 1;
      const id = `checkout-${botId}-${made}`;
      await app.db.query(sql`
        insert into checkouts (id, bot_id, email, plan_id, plan_version, period, amount, provider, test, state, created_at)
        values (${id}, ${botId}, 'a@b.cl', 'crece', 1, 'monthly', 59990, 'flow', true, 'paid', now())`);
      return id;
    },
    charge: async ({ app }, { botId }) => {
      made += 1;
      const id = `charge-${botId}-${made}`;
      await app.db.query(sql`
        insert into charges (id, bot_id, provider, provider_id, amount, currency, state, test, plan_name, at)
        values (${id}, ${botId}, 'flow', ${id}, 59990, 'CLP', 'paid', true, 'Crece', now())`);
      return id;
    },
  },
  samples: {
    createCheckout: { body: { bot_id: 1, plan_id: 'crece', plan_period: 'monthly', provider: 'flow' } },
    saveCompany: {
      body: {
        bot_id: 1,
        name: 'Tienda SpA',
        rut: '76123456-0',
        activity: 'Comercio',
        address: 'Av. Uno 123',
      },
    },
    savePlan: {
      params: { id: 'nuevo' },
      body: {
        version: 0,
        name: 'Nuevo',
        description: '',
        price: 1000,
        price_yearly: 10000,
        agents: null,
        conversations: null,
        documents: null,
        channels: null,
        features: [],
        offered: false,
      },
    },
    saveCoupon: {
      params: { code: 'PROMO' },
      body: {
        version: 0,
        percent: 10,
        periods: null,
        last_day: null,
        max_uses: null,
        active: true,
        note: null,
      },
    },
    grantPlan: { body: { bot_id: 1, plan_id: 'crece', last_day: null, reason: 'Convenio' } },
    previewChange: { query: { bot_id: 1, plan_id: 'crece', plan_period: 'monthly' } },
    changePlan: {
      body: {
        bot_id: 1,
        plan_id: 'crece',
        plan_period: 'monthly',
        when: 'now',
        today: 0,
        as_of: '2026-01-01T00:00:00.000Z',
      },
    },
    makePayLink: { body: { bot_id: 1, plan_id: 'crece', plan_period: 'monthly' } },
    payLink: { query: { link: '1.monthly.crece', expires: '1', signature: 'x' } },
    payByLink: {
      body: { link: '1.monthly.crece', expires: '1', signature: 'x', email: 'a@b.cl', amount: 1 },
    },
    couponOf: { query: { bot_id: 1, code: 'NADA' } },
    stripeReturn: { query: { session: 'cs_test_nobody' } },
  },
};
