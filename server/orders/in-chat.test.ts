/** Orders asked about in the chat: by WhatsApp, whose phone is proof, and by the web, where nothing but both data is. */
import { createHmac } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { StoreOrder } from '../../playground/shops/store.ts';
import { openPage, openSocket, type Page } from '../../tests/support/visitor-page.ts';
import { BOT, type ChannelWorld, channelWorld, text } from '../channels/testing.ts';
import { signedText } from '../inbox/visitor/signed-identity.ts';
import { sql } from '../platform/database/database.ts';
import { ORDER_FAILED } from './finding-words.ts';

let world: ChannelWorld;
let people = 0;
const sockets: Socket[] = [];
const store = () => world.playground.shops.shopify;
const other = () => world.playground.shops.woocommerce;

beforeAll(async () => {
  world = await channelWorld();
  const { server, playground } = world;
  server.app.config.shops.shopify = `${playground.url}/shops/shopify`;
  for (const provider of ['shopify', 'woocommerce'] as const) {
    const { status, body } = await server.call('POST', '/svc/main/connections', {
      as: world.team.owner,
      body: { bot_id: BOT, provider, credentials: playground.shops[provider].credentials },
    });
    if (status !== 201) throw new Error(`The shop answered ${JSON.stringify(body)}`);
  }
  // The first turn of a process waits for the bot's training.
  await writes(somebody(), 'hola');
}, 240_000);
afterAll(() => world.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  // Nothing of a shop is kept for the next test.
  world.server.pass(61_000);
});

const somebody = () => {
  people += 1;
  return {
    name: `Cliente ${people}`,
    email: `cliente${people}@correo.cl`,
    phone: `+5697${String(1_000_000 + people)}`,
  };
};
type Buyer = ReturnType<typeof somebody>;

function buys(who: Buyer, shop = store()): StoreOrder {
  const product = shop.addProduct({ name: `Polar secreto de ${who.name}`, price: '29990' });
  return shop.checkout(shop.fillCart(who, [{ product, quantity: 2 }]), 'paid');
}

/** By WhatsApp. @returns the bot's last words to them */
async function writes(who: Buyer, body: string): Promise<string> {
  const phone = who.phone.slice(1);
  world.playground.whatsapp.customerWrites(world.number, { phone, name: who.name }, text(body));
  await world.settle();
  const [row] = await world.server.app.db.query<{ text: string }>(sql`
    select m.text from messages m join conversations c on c.id = m.conversation_id
    join channel_contacts k on k.visitor_id = c.visitor_id
    where k.phone = ${phone} and m.sender = 'bot' order by c.created_at desc, m.position desc limit 1`);
  return row?.text ?? '';
}

const visit = () => openPage(openSocket(world.server.url, { botId: BOT, botToken: `token-${BOT}` }, sockets));

/** On the web. @returns the bot's last words */
async function says(page: Page, body: string): Promise<string> {
  const before = page.messages().length;
  await page.write({ text: body });
  await world.settle();
  await expect.poll(() => page.messages().slice(before).at(-1)?.from).toBe('bot');
  return page.messages().at(-1)?.text ?? '';
}

it('ORD-1: answers the buyer by the phone of WhatsApp, with state, parcel, carrier, link, money and day as in Chile', async () => {
  const camila = somebody();
  const order = buys(camila);
  const parcel = store().ship(order, 'Starken', 'ST123');
  const said = await writes(camila, `mi pedido ${order.number}`);
  expect(said).toMatch(new RegExp(`^Tu pedido #?${order.number} del \\d\\d/\\d\\d/\\d{4} está en camino\\.`));
  expect(said).toContain('2 × Polar secreto');
  expect(said).toContain('Total: $ 59.980');
  expect(said).toContain('Starken');
  expect(said).toContain(parcel.url);
});

it('tells who asks without a number their latest ones, three at most, and who has none where to go on', async () => {
  const camila = somebody();
  const numbers = [1, 2, 3, 4].map(() => {
    world.server.pass(1_000);
    return buys(camila).number;
  });
  const said = await writes(camila, '¿dónde está mi pedido?');
  for (const number of numbers.slice(1)) expect(said).toContain(number);
  expect(said).not.toContain(`Tu pedido ${numbers[0]} `);
  expect(said).not.toContain(`Tu pedido #${numbers[0]} `);
  expect(await writes(somebody(), '¿dónde está mi pedido?')).toMatch(/^No encontré pedidos con el teléfono/);
});

it('ORD-3: says the same of an order of another, of no such order and of a wrong e-mail', async () => {
  const [camila, diego] = [somebody(), somebody()];
  const { number } = buys(camila);
  expect(await writes(diego, `mi pedido ${number}`)).toBe(ORDER_FAILED);
  expect(await writes(diego, 'mi pedido 99999')).toBe(ORDER_FAILED);
  const page = await visit();
  expect(await says(page, `mi pedido ${number}`)).toBe(`¿Con qué correo compraste el pedido ${number}?`);
  expect(await says(page, diego.email)).toBe(ORDER_FAILED);
});

it('ORD-1: answers who gives number and e-mail rightly, over several messages, in many ways of writing', async () => {
  const camila = somebody();
  const { number } = buys(camila);
  const page = await visit();
  expect(await says(page, 'donde esta mi pedio')).toMatch(/necesito su número y el correo/);
  expect(await says(page, `#${number}`)).toMatch(/^¿Con qué correo/);
  expect(await says(page, `es ${camila.email.toUpperCase()}`)).toContain('Polar secreto');
  // Another one of theirs: the e-mail is remembered, the number is not.
  const second = buys(camila);
  expect(await says(page, `y la orden ${second.number.replace(/^(\d)/, '$1.')}`)).toContain('Polar secreto');
});

it('ORD-2: a phone that was typed in the web chat proves nothing', async () => {
  const camila = somebody();
  const { number } = buys(camila);
  const page = await visit();
  await page.socket
    .timeout(5_000)
    .emitWithAck('IDENTIFY', { name: 'Yo', phone: camila.phone, email: camila.email });
  expect(await says(page, `mi pedido ${number}`)).toMatch(/^¿Con qué correo/);
  expect(await says(page, '¿dónde está mi pedido?')).not.toContain('Polar secreto');
});

it('ORD-4: after five failures within the hour even the right data fails, in the same words; an hour later they do not', async () => {
  const camila = somebody();
  const { number } = buys(camila);
  const page = await visit();
  await says(page, 'mi pedido 90001');
  for (const guess of ['a@correo.cl', 'b@correo.cl', 'c@correo.cl'])
    expect(await says(page, guess)).toBe(ORDER_FAILED);
  for (const guess of ['90002', '90003'])
    expect(await says(page, `mi pedido ${guess} de ${camila.email}`)).toBe(ORDER_FAILED);
  const asked = store().asked.length;
  expect(await says(page, `mi pedido ${number} de ${camila.email}`)).toBe(ORDER_FAILED);
  expect(store().asked).toHaveLength(asked);
  world.server.pass(61 * 60_000);
  expect(await says(page, `mi pedido ${number} de ${camila.email}`)).toContain('Polar secreto');
});

it('of two shops with the same number tells the one that is theirs', async () => {
  const [camila, diego] = [somebody(), somebody()];
  const mine = buys(camila);
  const foreign = buys(diego, other());
  foreign.number = mine.number;
  foreign.id = Number(mine.number);
  const said = await writes(camila, `pedido ${mine.number}`);
  expect(said).toContain(`Polar secreto de ${camila.name}`);
  expect(said).not.toContain(`Polar secreto de ${diego.name}`);
  const his = await writes(diego, `pedido ${mine.number}`);
  expect(his).toContain(`Polar secreto de ${diego.name}`);
  expect(his).not.toContain(`Polar secreto de ${camila.name}`);
});

it('says that it could not look when a shop is down, counts no failure, offers a person, and answers once it is up', async () => {
  const camila = somebody();
  const { number } = buys(camila);
  store().faults.html = true;
  expect(await writes(camila, `mi pedido ${number}`)).toMatch(/^No pude consultar la tienda en este momento/);
  store().faults.html = false;
  expect(await writes(camila, `mi pedido ${number}`)).toContain('Polar secreto');
  const rows = await world.server.app.db.query(sql`
    select 1 from order_lookup_failures f join conversations c on c.id = f.conversation_id
    join channel_contacts k on k.visitor_id = c.visitor_id where k.phone = ${camila.phone.slice(1)}`);
  expect(rows).toEqual([]);
});

it('ORD-5: asks a shop once a minute for the same, and again afterwards', async () => {
  const camila = somebody();
  const order = buys(camila);
  await writes(camila, `mi pedido ${order.number}`);
  const asked = store().asked.length;
  store().ship(order);
  // The bot's own pace takes a few seconds of the clock.
  await writes(camila, `mi pedido ${order.number}`);
  expect(store().asked).toHaveLength(asked);
  world.server.pass(61_000);
  expect(await writes(camila, `mi pedido ${order.number}`)).toContain('en camino');
});

it('ORD-7: answers once after a process that died while it asked, and not at all once an agent has the conversation', async () => {
  const camila = somebody();
  const { number } = buys(camila);
  const page = await visit();
  await says(page, `mi pedido ${number}`);
  await page.write({ text: camila.email });
  const { db, clock, jobs } = world.server.app;
  const lease = new Date(clock.now().getTime() + 60_000);
  await db.query(sql`update jobs set locked_until = ${lease}, attempts = 1 where kind = 'orders.look'`);
  await jobs.runDue();
  expect(page.messages().at(-1)?.text).not.toContain('Polar secreto');
  world.server.pass(61_000);
  await world.settle();
  await expect.poll(() => page.messages().at(-1)?.text).toContain('Polar secreto');
  expect(page.messages().filter((one) => one.text.includes('Polar secreto'))).toHaveLength(1);

  const answered = page.messages().length;
  await page.write({ text: `mi pedido ${number} ${camila.email}` });
  const [conversation] = await db.query<{ id: string }>(sql`
    select id from conversations where channel = 'web' and bot_id = ${BOT} order by created_at desc limit 1`);
  await world.server.call('PUT', `/svc/conversations/conversations/${conversation?.id}`, {
    as: world.team.ana,
    body: { state: 'taken', agent_id: world.team.ana.id },
  });
  await world.settle();
  expect(
    page
      .messages()
      .slice(answered)
      .filter(({ from }) => from === 'bot'),
  ).toEqual([]);
});

it('the question is left by asking something else, and nothing of it is in what comes then', async () => {
  const page = await visit();
  await says(page, 'donde esta mi pedido');
  expect(await says(page, '¿cuál es el horario?')).toBe('Abrimos de 9 a 18.');
});

it('ORD-6: shows the team a client’s orders, the freshest first, and never another client’s', async () => {
  const [camila, diego] = [somebody(), somebody()];
  await writes(camila, 'hola');
  const first = buys(camila);
  world.server.pass(5_000);
  const second = buys(camila, other());
  buys(diego);
  const [lead] = await world.server.app.db.query<{ id: string }>(sql`
    select id from leads where bot_id = ${BOT} and phone = ${camila.phone}`);
  const ask = (as: typeof world.team.owner) =>
    world.server.call('GET', `/svc/main/leads/${lead?.id}/orders`, { as });
  const { status, body } = await ask(world.team.owner);
  expect(status).toBe(200);
  expect(body).toMatchObject({ shops: 2, silent: [], unknown: false });
  const { orders } = body as { orders: { number: string; proved: boolean; name: string }[] };
  expect(orders.map(({ number }) => number.replace('#', ''))).toEqual([second.number, first.number]);
  expect(orders.every(({ proved }) => proved)).toBe(true);
  expect(JSON.stringify(body)).not.toContain(diego.name);
  store().faults.html = true;
  world.server.pass(61_000);
  expect((await ask(world.team.owner)).body).toMatchObject({
    orders: [{ number: second.number }],
    silent: [{ provider: 'shopify' }],
  });
  store().faults.html = false;
});

it('stays as it is where no shop lets its orders be read', async () => {
  const { db } = world.server.app;
  const set = (may: boolean) =>
    db.query(sql`
      update connections set capabilities = capabilities || jsonb_build_object('orders', ${may}::boolean)
      where bot_id = ${BOT} and provider in ('shopify', 'woocommerce')`);
  await set(false);
  expect(await writes(somebody(), 'mi pedido 1001')).not.toContain('pedido');
  await set(true);
});

it('ORD-1, WID-10: tells a user of the site of their own orders by the e-mail that the site has signed, and by none that it only says', async () => {
  const { server, team } = world;
  const dora = somebody();
  const order = buys(dora);
  const someoneElses = buys(somebody());
  const made = await server.call('POST', `/svc/main/bot/${BOT}/widget_secret`, {
    as: team.owner,
    body: { seen: null },
  });
  const { secret } = made.body as { secret: string };
  const enter = (identity: { id: string; email?: string }) => {
    const hash = createHmac('sha256', secret).update(signedText(identity)).digest('hex');
    const auth = { botId: BOT, botToken: `token-${BOT}`, identity: { ...identity, hash } };
    return openPage(openSocket(server.url, auth, sockets));
  };
  const page = await enter({ id: 'dora', email: dora.email });
  expect(await says(page, '¿dónde está mi pedido?')).toContain(String(order.number));
  expect(await says(page, `mi pedido ${someoneElses.number}`)).toBe(ORDER_FAILED);
  // The same user, for whose e-mail the site does not sign: what they say of themselves proves nothing.
  const said = await enter({ id: 'eva' });
  await said.socket.emitWithAck('IDENTIFY', { email: dora.email });
  expect(await says(said, `mi pedido ${order.number}`)).not.toContain('Polar');
});
