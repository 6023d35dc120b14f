/** How the walks over all calls make a case of an automation, and name numbers in its rule. */
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne } from '../testing.ts';

const rule = (connection_id: string | number | null) => ({
  on: false,
  steps: [{ after_minutes: 60 }],
  quiet: { from: '21:00', to: '09:00', sunday: false },
  minimum: 0,
  cooldown_hours: 24,
  revision: 0,
  connection_id,
});
const connection =
  (provider: string): MakeOne =>
  async ({ app }, { botId }) => {
    const id = `${provider}-${botId}`;
    await app.db.query(sql`
    insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
    values (${id}, ${botId}, ${provider}, 'Cuenta', ${id}, 'sealed', now(), now()) on conflict do nothing`);
    return id;
  };
const at = ({ botId }: { botId: number }) => ({
  params: { kind: 'carro-abandonado' },
  query: { bot_id: botId },
});

export const walk: DomainWalk = {
  entities: {
    automation_case: async (server, place) => {
      const shop = await connection('jumpseller')(server, place);
      const id = `case-${place.botId}`;
      await server.app.db.query(sql`
        insert into automation_cases (id, bot_id, kind, shop_id, shop_name, provider, subject, rule, state, items,
          items_hash, currency, changed_at, created_at)
        values (${id}, ${place.botId}, 'carro-abandonado', ${shop}, 'Tienda', 'jumpseller', '1',
          '{"steps": [{"after_minutes": 60}]}', 'expired', 'Polar', 'x', 'CLP', now(), now())`);
      return id;
    },
  },
  samples: {
    putAutomation: { params: { kind: 'carro-abandonado' }, body: rule(null) },
    testAutomation: {
      params: { kind: 'carro-abandonado' },
      body: { step: { after_minutes: 60, text: 'Hola' } },
    },
    previewAutomation: { params: { kind: 'carro-abandonado' }, body: rule(null) },
  },
  otherIds: {
    'previewAutomation body.connection_id': [
      connection('whatsapp'),
      200,
      404,
      (place, id) => ({ ...at(place), body: rule(id) }),
    ],
    'putAutomation body.connection_id': [
      connection('whatsapp'),
      200,
      404,
      (place, id) => ({ ...at(place), body: rule(id) }),
    ],
  },
};
