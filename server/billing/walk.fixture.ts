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
    stripeReturn: { query: { session: 'cs_test_nobody' } },
  },
};
