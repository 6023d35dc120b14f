/**
 * One suite for all shops, against their playground servers: from the form to products, orders, carts and payments.
 * Names of docs/product.md's rules of reading shops: SY-1 to SY-6.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHOP_PROVIDERS, type ShopProvider } from '../../contract/entities/connection.ts';
import { neverHas } from '../../contract/entities/shop-capabilities.ts';
import { abandonedCart, shopOrder } from '../../contract/entities/shop-order.ts';
import type { StoreProduct } from '../../playground/shops/store.ts';
import { ConnectionFault } from '../connections/provider.ts';
import { sql } from '../platform/database/database.ts';
import type { Reading } from './port.ts';
import { type ShopWorld, shopWorld } from './testing.ts';

const PROVIDERS = SHOP_PROVIDERS;
/** Which of them keep carts, and which of those give a link to one. */
const CARTS: readonly ShopProvider[] = ['shopify', 'jumpseller', 'vtex', 'bsale', 'magento', 'prestashop'];
const LINKS: readonly ShopProvider[] = ['shopify', 'jumpseller', 'vtex', 'bsale'];
/** Which say that a payment was refused; with the others it waits like one that nobody began. */
const REFUSALS: readonly ShopProvider[] = ['shopify', 'woocommerce', 'vtex', 'bsale', 'prestashop'];
/** Of those that know where a parcel is by themselves. */
const DELIVERED: Partial<Record<ShopProvider, string>> = {
  woocommerce: 'completed',
  magento: 'shipped',
  bsale: 'shipped',
};
/** Which can be asked for the orders of a phone, and which have a page where an order is paid. */
const BY_PHONE: readonly ShopProvider[] = ['shopify', 'woocommerce', 'jumpseller', 'vtex', 'prestashop'];
const PAY_PAGES: readonly ShopProvider[] = ['shopify', 'woocommerce', 'jumpseller', 'bsale'];

const CAMILA = { name: 'Camila Rojas', email: 'ana@ejemplo.cl', phone: '+56987654321' };
/** Whose mail has Camila's in it: searches of shops find both. */
const MARIANA = { name: 'Mariana Soto', email: 'mariana@ejemplo.cl', phone: '+56911112222' };
const SIGNAL = () => AbortSignal.timeout(20_000);
const HOUR = 60 * 60_000;

let world: ShopWorld;
beforeAll(async () => {
  world = await shopWorld();
});
afterAll(() => world.close());

describe.each(PROVIDERS)('%s', (provider) => {
  let polera: StoreProduct;
  const store = () => world.store(provider);
  const open = () => world.open(provider);
  const reader = () => world.reader(provider);
  const around = (from = -HOUR, to = HOUR) => {
    const now = world.server.app.clock.now().getTime();
    return { since: new Date(now + from), until: new Date(now + to) };
  };
  const buy = (who = CAMILA, quantity = 2) =>
    store().checkout(store().fillCart(who, [{ product: polera, quantity }]), 'pending');
  async function all<T>(ask: (cursor: string | null) => Promise<Reading<T>>): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | null = null;
    do {
      const page = await ask(cursor);
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== null && items.length < 500);
    return items;
  }
  const fault = async (ask: Promise<unknown>): Promise<ConnectionFault> => {
    const error = await ask.then(() => null).catch((thrown: unknown) => thrown);
    if (!(error instanceof ConnectionFault)) throw new Error(`No fault: ${String(error)}`);
    return error;
  };

  beforeAll(() => world.begin(provider));
  beforeEach(async () => {
    world.clear(provider);
    // Whoever counts requests by the minute forgets the test before.
    world.server.pass(60_000);
    polera = store().addProduct({ name: 'Polera Piqué', price: '12990', listPrice: '15990', stock: 8 });
    const botId = world.botOf(provider);
    await world.server.app.db.query(sql`delete from products where bot_id = ${botId}`);
    await world.server.app.db.query(sql`delete from connections where bot_id = ${botId}`);
  });

  it('is connected with what it grants, measured; refuses what is wrong by its kind', async () => {
    store().faults.noOrders = true;
    const partly = await world.connect(provider);
    expect(partly).toMatchObject({
      status: 201,
      body: {
        state: 'ok',
        capabilities: {
          products: true,
          orders: false,
          failed_payments: false,
          carts: false,
          cart_links: false,
        },
        facts: { currency: 'CLP' },
      },
    });
    expect(JSON.stringify(partly.body)).not.toMatch(/prueba"/);
    store().faults.noOrders = false;
    const { id } = partly.body as { id: string };
    const checked = await world.server.call('POST', `/svc/main/connections/${id}/check`, {
      as: world.ownerOf(provider),
    });
    expect(checked.body).toMatchObject({
      capabilities: {
        products: true,
        orders: true,
        failed_payments: true,
        carts: CARTS.includes(provider),
        cart_links: LINKS.includes(provider),
      },
    });
    expect(neverHas(provider, 'carts') === null).toBe(CARTS.includes(provider));
    expect(neverHas(provider, 'cart_links') === null).toBe(LINKS.includes(provider));
    await world.server.app.db.query(sql`delete from connections where id = ${id}`);
    for (const [name, kind] of [
      ['deadToken', 'unauthorized'],
      ['html', 'not_a_shop'],
    ] as const) {
      store().faults[name] = true;
      expect(await world.connect(provider)).toMatchObject({ status: 422, body: { details: { kind } } });
      store().faults[name] = false;
    }
    for (const [name, kind] of [
      ['broken', 'provider_error'],
      ['tooMany', 'rate_limited'],
    ] as const) {
      store().faults[name] = 1;
      expect(await world.connect(provider)).toMatchObject({ status: 422, body: { details: { kind } } });
    }
  });

  it('reads its products to the last page, hidden ones not, with variants and what they cost', async () => {
    store().addProduct({
      name: 'Polar azul',
      price: '29990',
      stock: 3,
      variants: [
        { name: 'M', sku: 'PA-M', price: '29990', stock: 3 },
        { name: 'L', sku: 'PA-L', price: '31990', stock: 0 },
      ],
    });
    store().addProduct({ name: 'Secreto', price: '1', hidden: true });
    for (let n = 0; n < 103; n += 1)
      store().addProduct({ name: `Taza ${n}`, price: '7990', stock: n === 0 ? 0 : 4 });
    expect(await world.connect(provider)).toMatchObject({ status: 201 });
    const { products, sync } = await world.read(provider);
    expect(sync).toMatchObject({
      state: 'done',
      progress: 100,
      shops: [{ seen: 105, came: 105, refused: 0 }],
    });
    expect(sync.shops[0]?.warnings).toEqual([]);
    const named = (title: string) => products.find((one) => one.title === title);
    expect(named('Polera Piqué')).toMatchObject({ price: 12990, currency: 'CLP', available: true });
    expect(named('Polera Piqué')?.url).toMatch(/^https?:\/\//);
    expect(named('Taza 0')).toMatchObject({ available: false });
    expect(named('Polar azul')).toMatchObject({ price: 29990, available: true });
    expect(
      named('Polar azul')?.variants.map(({ title, price, available }) => ({ title, price, available })),
    ).toEqual([
      { title: expect.stringContaining('M') as string, price: 29990, available: true },
      {
        title: expect.stringContaining('L') as string,
        price: provider === 'prestashop' ? null : 31990,
        available: false,
      },
    ]);
    expect(named('Secreto')).toBeUndefined();
  });

  it('takes what is oddly written, and another currency by its own smallest coin (SY-5, SY-6)', async () => {
    store().faults.odd = true;
    store().currency = 'USD';
    polera.price = '9.99';
    polera.listPrice = null;
    expect(await world.connect(provider)).toMatchObject({ status: 201 });
    const { products, sync } = await world.read(provider);
    expect(sync).toMatchObject({ state: 'done', shops: [{ came: 1 }] });
    expect(products[0]).toMatchObject({ title: 'Polera Piqué', price: 999, currency: 'USD' });
    const order = buy();
    const { items } = await reader().ordersByNumber(open(), order.number, SIGNAL());
    expect(items[0]).toMatchObject({ total: 1998, currency: 'USD', lines: [{ quantity: 2, price: 999 }] });
  });

  it('refuses a fraction of a peso, of a product and of a total, and says so (SY-5)', async () => {
    polera.price = '12990.5';
    expect(await world.connect(provider)).toMatchObject({ status: 201 });
    const { sync } = await world.read(provider);
    expect(sync).toMatchObject({ state: 'done', shops: [{ came: 0, refused: 1 }] });
    expect(sync.shops[0]?.warnings[0]?.message).toContain('12990.5');
  });

  it('finds an order by what its buyer says, and follows it to the door', async () => {
    const order = buy();
    buy(MARIANA);
    const find = async (said = order.number) => (await reader().ordersByNumber(open(), said, SIGNAL())).items;
    expect(await find()).toMatchObject([
      {
        provider,
        state: 'pending_payment',
        payment: 'pending',
        total: 25980,
        currency: 'CLP',
        email: CAMILA.email,
        phone: CAMILA.phone,
        lines: [{ title: 'Polera Piqué', quantity: 2, price: 12990 }],
        parcels: [],
      },
    ]);
    const [first] = await find();
    expect(first?.created_at).toBe(new Date(Math.floor(order.createdAt / 1_000) * 1_000).toISOString());
    expect(await find(`# ${order.number}`)).toEqual([first]);
    expect(await find('99999999')).toEqual([]);
    expect(await find(') OR name:*')).toEqual([]);
    const now = async () => (await reader().order(open(), first?.external_id ?? '', SIGNAL())).items[0];
    expect(await now()).toEqual(first);
    store().pay(order, 'failed');
    const failed = REFUSALS.includes(provider) ? 'failed' : 'pending';
    expect(await now()).toMatchObject({ payment: failed, state: 'pending_payment' });
    store().pay(order, 'paid');
    expect((await now())?.payment).toBe('paid');
    expect((await now())?.pay_url).toBeNull();
    const parcel = store().ship(order);
    expect(await now()).toMatchObject({
      parcels: [
        {
          carrier: 'Chilexpress',
          tracking_number: parcel.number,
          tracking_url: provider === 'magento' ? null : parcel.url,
        },
      ],
    });
    const { id } = (await now())?.parcels[0] ?? {};
    store().deliver(order, parcel);
    expect((await now())?.state).toBe(DELIVERED[provider] ?? 'delivered');
    expect((await now())?.parcels[0]?.id).toBe(id);
    const other = buy();
    store().cancel(other);
    expect(await find(other.number)).toMatchObject([{ state: 'cancelled' }]);
    expect((await reader().order(open(), '987654', SIGNAL())).items).toEqual([]);
  });

  it('hands over a client’s orders, the freshest first, and never another one’s', async () => {
    const ofCamila = [buy(), buy()];
    buy(MARIANA);
    const numbers = async (client: { email?: string; phone?: string }) => {
      const found = await reader().ordersOfClient(
        open(),
        { email: client.email ?? null, phone: client.phone ?? null, customer_id: null },
        SIGNAL(),
      );
      return found.items.map(({ number }) => number.replace('#', ''));
    };
    ofCamila[1] = Object.assign(ofCamila[1] ?? buy(), {
      createdAt: world.server.app.clock.now().getTime() + 5_000,
    });
    const own = ofCamila.map(({ number }) => number).reverse();
    expect(await numbers({ email: CAMILA.email })).toEqual(own);
    expect(await numbers({ email: CAMILA.email.toUpperCase() })).toEqual(own);
    expect(await numbers({ phone: CAMILA.phone })).toEqual(BY_PHONE.includes(provider) ? own : []);
    expect(await numbers({ email: 'nadie@ejemplo.cl', phone: '+56900000000' })).toEqual([]);
    expect(await numbers({ email: '"; OR *' })).toEqual([]);
    expect(await numbers({})).toEqual([]);
  });

  it('says what changed, and what nobody paid, page by page', async () => {
    const orders = Array.from({ length: 25 }, () => buy());
    for (const order of orders.slice(0, 3)) store().pay(order, 'paid');
    store().cancel(orders[3] ?? buy());
    store().pay(orders[4] ?? buy(), 'failed');
    const changed = await all((cursor) => reader().ordersChanged(open(), around(), cursor, SIGNAL()));
    expect(new Set(changed.map(({ external_id }) => external_id)).size).toBe(25);
    const unpaid = await all((cursor) => reader().failedPayments(open(), around(), cursor, SIGNAL()));
    expect(unpaid).toHaveLength(21);
    expect(unpaid.filter(({ payment }) => payment === 'failed')).toHaveLength(
      REFUSALS.includes(provider) ? 1 : 0,
    );
    expect(unpaid.every(({ pay_url }) => pay_url !== null)).toBe(PAY_PAGES.includes(provider));
    expect(
      await all((cursor) => reader().ordersChanged(open(), around(HOUR, 2 * HOUR), cursor, SIGNAL())),
    ).toEqual([]);
  });

  it('hands over carts that were left, with the link that opens them; or says that it keeps none', async () => {
    const { abandonedCarts, cart: one } = reader();
    expect(abandonedCarts !== null).toBe(CARTS.includes(provider));
    if (!abandonedCarts || !one) return;
    // One keeps the last cart of each client alone.
    const left = Array.from({ length: 23 }, (_, n) =>
      store().fillCart({ ...CAMILA, email: `c${n}@ejemplo.cl` }, [{ product: polera, quantity: 3 }]),
    );
    store().fillCart(CAMILA, []);
    const carts = await all((cursor) => abandonedCarts(open(), around(), cursor, SIGNAL()));
    expect(carts).toHaveLength(23);
    expect(carts[0]).toMatchObject({
      email: expect.stringMatching(/^c\d+@ejemplo\.cl$/) as string,
      total: 38970,
      currency: 'CLP',
      completed_at: null,
      lines: [{ title: 'Polera Piqué', quantity: 3, price: 12990 }],
    });
    expect(carts.every(({ restore_url }) => restore_url !== null)).toBe(LINKS.includes(provider));
    const first = carts[0];
    for (const cart of left) store().checkout(cart, 'paid');
    const after = (await one(open(), first?.external_id ?? '', SIGNAL())).items;
    expect(after.every(({ completed_at }) => completed_at !== null)).toBe(true);
    expect(await all((cursor) => abandonedCarts(open(), around(), cursor, SIGNAL()))).toEqual([]);
    expect((await one(open(), 'nada', SIGNAL()).catch(() => ({ items: [] }))).items).toEqual([]);
  });

  it('waits as long as the shop asks, and goes on', async () => {
    store().faults.tooMany = 1;
    store().faults.retryAfter = 40;
    const asked = await fault(reader().ordersByNumber(open(), '1001', SIGNAL()));
    expect(asked.kind).toBe('rate_limited');
    expect(asked.retryAfter).toBeGreaterThanOrEqual(20_000);
    expect(asked.retryAfter).toBeLessThanOrEqual(60_000);
    store().faults.broken = 1;
    expect((await fault(reader().ordersByNumber(open(), '1001', SIGNAL()))).kind).toBe('provider_error');
    store().faults.errorIn200 = 1;
    await fault(reader().ordersChanged(open(), around(), null, SIGNAL()));
    store().faults.silent = true;
    expect((await fault(reader().ordersByNumber(open(), '1001', AbortSignal.timeout(100)))).kind).toBe(
      'unreachable',
    );
  });

  it('whatever values it answers: what is handed over is of the one shape, all else a fault or a warning (SY-6)', async () => {
    const order = buy();
    store().pay(order, 'paid');
    store().ship(order);
    for (let n = 0; n < 4; n += 1) buy();
    if (CARTS.includes(provider)) store().fillCart(CAMILA, [{ product: polera }]);
    const begin = Math.floor(Math.random() * 1e6) + 1;
    const seeds = Array.from({ length: 6 }, (_, n) => begin + n * 7_919);
    for (const seed of seeds) {
      store().faults.noise = seed;
      const { abandonedCarts } = reader();
      const asks: (() => Promise<Reading<unknown>>)[] = [
        () => reader().ordersChanged(open(), around(), null, SIGNAL()),
        () => reader().failedPayments(open(), around(), null, SIGNAL()),
        () =>
          reader().ordersOfClient(
            open(),
            { email: CAMILA.email, phone: CAMILA.phone, customer_id: null },
            SIGNAL(),
          ),
      ];
      for (const ask of asks) {
        const read = await ask().catch((error: unknown) => error);
        if (read instanceof ConnectionFault) continue;
        if (read instanceof Error) throw new Error(`seed ${seed}: ${read.stack}`);
        for (const one of (read as Reading<unknown>).items)
          expect(shopOrder.safeParse(one).success, `seed ${seed}`).toBe(true);
      }
      if (!abandonedCarts) continue;
      const read = await abandonedCarts(open(), around(), null, SIGNAL()).catch((error: unknown) => error);
      if (read instanceof ConnectionFault) continue;
      if (read instanceof Error) throw new Error(`seed ${seed}: ${read.stack}`);
      for (const one of (read as Reading<unknown>).items)
        expect(abandonedCart.safeParse(one).success, `seed ${seed}`).toBe(true);
    }
  });
});
