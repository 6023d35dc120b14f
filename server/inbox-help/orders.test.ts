/** Orders in drafts: of the client alone, and only what is theirs beyond doubt. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HelpedDraft } from '../../contract/entities/inbox-help.ts';
import { type FakeLlm, startFakeLlm } from '../assistant/llm/testing.ts';
import { BOT, type ChannelWorld, channelWorld, text } from '../channels/testing.ts';
import { sql } from '../platform/database/database.ts';

let fake: FakeLlm;
let world: ChannelWorld;

beforeAll(async () => {
  fake = await startFakeLlm();
  world = await channelWorld();
  const { server, playground, team } = world;
  const { config } = server.app;
  config.shops.shopify = `${playground.url}/shops/shopify`;
  config.outboundTrustedOrigins = [...config.outboundTrustedOrigins, new URL(fake.url).origin];
  config.llm = {
    baseUrl: fake.url,
    apiKey: null,
    model: 'modelo-1',
    dailyTokens: 50_000,
    timeouts: { first: 1_500, whole: 4_000 },
  };
  await server.call('POST', '/svc/main/connections', {
    as: team.owner,
    body: { bot_id: BOT, provider: 'shopify', credentials: playground.shops.shopify.credentials },
  });
  await server.call('PUT', `/svc/assistant/api/llm/${BOT}`, { as: team.owner, body: { helps_agents: true } });
}, 240_000);
afterAll(async () => {
  await world.close();
  await fake.close();
});

it('HELP-13 tells the client’s own orders, never another’s, nor those of a phone that was only typed', async () => {
  const { server, playground, team } = world;
  const shop = playground.shops.shopify;
  const buys = (name: string, phone: string) => {
    const product = shop.addProduct({ name: `Polar de ${name}`, price: '29990' });
    return shop.checkout(
      shop.fillCart({ name, email: `${name}@correo.cl`, phone }, [{ product, quantity: 1 }]),
      'paid',
    );
  };
  const own = buys('camila', '+56971000001');
  const claimed = buys('diego', '+56971000002');
  buys('elena', '+56971000003');
  playground.whatsapp.customerWrites(
    world.number,
    { phone: '56971000001', name: 'Camila' },
    text('¿dónde está mi pedido?'),
  );
  await world.settle();
  const [talk] = await server.app.db.query<{ id: string; lead_id: string }>(
    sql`select c.id, c.lead_id from conversations c join leads l on l.id = c.lead_id where l.phone = '+56971000001'`,
  );
  await server.app.db.query(sql`
    insert into lead_identities (bot_id, lead_id, kind, value, trust, created_at)
    values (${BOT}, ${talk?.lead_id ?? ''}, 'phone', '+56971000002', 'claimed', now())`);
  fake.next = { words: [JSON.stringify({ respuesta: 'Está pagado.', fuentes: ['o1'] })] };
  const { body } = await server.call('POST', `/svc/conversations/conversations/${talk?.id}/help/draft`, {
    as: team.owner,
  });
  expect((body as HelpedDraft).sources).toMatchObject([
    { kind: 'order', title: expect.stringContaining(own.number) },
  ]);
  const told = JSON.stringify(fake.asked.at(-1)?.messages);
  expect(told).toContain('Polar de camila');
  expect(told).not.toContain('Polar de diego');
  expect(told).not.toContain('Polar de elena');
  expect(claimed.number).not.toBe(own.number);
});
