/** Products in the chat: found in what a customer writes, said as they are now, of the bot's own catalogue alone. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { VisitorStage } from '../../inbox/visitor/testing.ts';
import { sql } from '../../platform/database/database.ts';
import { type Sold, sellProduct } from './testing.ts';

let stage: VisitorStage;
beforeAll(async () => {
  stage = await VisitorStage.open();
}, 120_000);
afterAll(() => stage.server.close());
beforeEach(() => stage.nextBot());
afterEach(() => stage.hangUp());

const sell = (title: string, price: number, { botId = stage.botId, ...more }: Partial<Sold> = {}) =>
  sellProduct(stage.server.app, botId, title, { price, ...more });

async function ask(text: string) {
  const page = await stage.page();
  await page.write({ text });
  await expect.poll(() => page.messages().at(-1)?.from).toBe('bot');
  return page.messages().at(-1);
}

it('answers with cards: title, price, what it cost before, size, picture of ours, link', async () => {
  await sell('Polar Aysén Azul', 27_990, { sizes: { S: 1, M: 2 }, image: 'https://tienda.cl/polar.jpg' });
  const said = await ask('tienen polar azul talla m?');
  expect(said?.cards).toEqual([
    expect.objectContaining({
      title: 'Polar Aysén Azul',
      price: 27_990,
      list_price: 32_990,
      available: true,
      note: 'Talla M',
      url: 'https://tienda.cl/p',
    }),
  ]);
  expect(said?.cards?.[0]?.image).toMatch(/^\/product-pictures\//);
});

it('says that the size is sold out', async () => {
  await sell('Polar Aysén Azul', 27_990, { sizes: { S: 1, M: 0 } });
  const said = await ask('polar azul talla m');
  expect(said?.cards?.[0]).toMatchObject({ available: false, note: 'Talla M' });
});

it('asks back for the size that is missing', async () => {
  await sell('Polar Aysén Azul', 27_990, { sizes: { S: 1, M: 2 } });
  expect((await ask('polar azul'))?.text).toMatch(/Qué talla buscas/);
});

it('says the price of now, though the index is older, and never a product that is gone', async () => {
  const id = await sell('Polar Aysén Azul', 27_990);
  const gone = await sell('Polar Aysén Verde', 27_990);
  await ask('polar');
  await stage.server.app.db.query(sql`update products set price = 19990 where id = ${id}`);
  await stage.server.app.db.query(sql`delete from products where id = ${gone}`);
  expect((await ask('polar'))?.cards).toEqual([
    expect.objectContaining({ title: 'Polar Aysén Azul', price: 19_990 }),
  ]);
  await stage.server.app.db.query(sql`delete from products where id = ${id}`);
  const said = await ask('polar');
  expect(said?.cards).toBeUndefined();
  expect(said?.text).toMatch(/ya no está en la tienda/);
});

it("shows nothing of another bot's catalogue", async () => {
  await sell('Polar Aysén Azul', 27_990, { botId: await stage.nextBot() });
  await stage.nextBot();
  expect((await ask('polar azul'))?.cards).toBeUndefined();
});

it('leads to no address that runs something', async () => {
  await sell('Polar Aysén Azul', 27_990, { url: 'javascript:alert(1)' });
  expect((await ask('polar azul'))?.cards?.[0]?.url).toBeNull();
});

it('tells how old prices are', async () => {
  await sell('Polar Aysén Azul', 27_990);
  expect((await ask('polar azul'))?.text).not.toMatch(/Los precios son/);
  await stage.server.app.db.query(sql`update product_seen set at = at - interval '3 days'`);
  expect((await ask('polar azul'))?.text).toMatch(/Los precios son los que la tienda tenía el \d+ de /);
});

it('an agent shows products of the catalogue, as they are now; not of another bot, not in a note, not what is gone', async () => {
  const foreign = await sell('Polar Ajeno', 1_000, { botId: await stage.nextBot() });
  const botId = await stage.nextBot();
  const mine = await sell('Polar Aysén Azul', 27_990);
  const page = await stage.page();
  await page.write({ text: 'hola' });
  const [{ id } = { id: '' }] = await stage.server.app.db.query<{ id: string }>(
    sql`select id from conversations where bot_id = ${botId}`,
  );
  await stage.take(id);
  const send = (more: object) =>
    stage.server.call('POST', '/svc/conversations/session_logs', {
      as: stage.ana,
      body: { conversation_id: id, text: '', temporal_id: stage.server.app.ids(), ...more },
    });
  expect((await send({ products: [foreign] })).status).toBe(422);
  expect((await send({ products: [mine], note: true })).status).toBe(422);
  const sent = await send({ products: [mine] });
  expect(sent).toMatchObject({
    status: 200,
    body: { cards: [{ title: 'Polar Aysén Azul', price: 27_990 }] },
  });
  await expect
    .poll(() => page.messages().at(-1)?.cards)
    .toEqual([expect.objectContaining({ product_id: mine })]);
  await stage.server.app.db.query(sql`delete from products where id = ${mine}`);
  expect((await send({ products: [mine] })).status).toBe(422);
});
