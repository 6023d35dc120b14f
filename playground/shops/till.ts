/** A page to act as a shop's customer and as its people: fill a cart, leave it, pay or fail to, ship what was bought. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, jsonOf } from '../http.ts';
import type { Stores } from './serve.ts';
import { SHOPS, type Store, totalOf } from './store.ts';

const PAGE = readFileSync(new URL('./till.html', import.meta.url));

/** Answers the page and its calls. @returns false: the address is none of theirs */
export async function serveTill(
  stores: Stores,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const at = `${request.method} ${url.pathname}`;
  const shop = SHOPS.find((name) => name === url.searchParams.get('shop'));
  const store = shop && stores[shop];
  if (at === 'GET /tienda') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    return true;
  }
  if (at === 'GET /tienda/state' && store) return !!answer(response, 200, stateOf(store));
  // What runs on another page of this machine must not play with it.
  if (at === 'POST /tienda/act' && store && request.headers['sec-fetch-site'] !== 'cross-site') {
    try {
      act(store, await jsonOf(request));
      return !!answer(response, 200, stateOf(store));
    } catch (error) {
      return !!answer(response, 422, { message: error instanceof Error ? error.message : String(error) });
    }
  }
  return false;
}

function stateOf(store: Store) {
  const { name, title, currency, credentials, faults, products, carts, orders, decimals } = store;
  const lines = (all: (typeof carts)[number]['lines']) =>
    all.map(
      ({ product, variant, quantity }) =>
        `${quantity} × ${product.name}${variant ? ` (${variant.name})` : ''}`,
    );
  return {
    name,
    title,
    currency,
    credentials,
    faults,
    products,
    carts: carts
      .filter(({ orderId }) => orderId === null)
      .map((cart) => ({
        id: cart.id,
        who: cart.customer?.name ?? null,
        lines: lines(cart.lines),
        total: totalOf(cart.lines, decimals),
      })),
    orders: orders.map((order) => ({
      id: order.id,
      number: order.number,
      who: order.customer.name,
      lines: lines(order.lines),
      total: totalOf(order.lines, decimals),
      payment: order.payment,
      cancelled: order.cancelled,
      parcels: order.parcels,
    })),
  };
}

const found = <T extends { id: number }>(all: readonly T[], id: unknown): T => {
  const one = all.find((known) => known.id === Number(id));
  if (!one) throw new Error(`No hay ${String(id)}`);
  return one;
};

/** One thing that somebody does. Throws in words for the page. */
function act(store: Store, given: Record<string, unknown>): void {
  const { action } = given;
  const order = () => found(store.orders, given['order']);
  if (action === 'cart') {
    const product = found(store.products, given['product']);
    const variant = product.variants.find(({ id }) => id === Number(given['variant']));
    const email = String(given['email'] ?? '');
    const person = { name: String(given['name']), email, phone: String(given['phone']) };
    store.fillCart(email === '' ? null : person, [
      { product, ...(variant ? { variant } : {}), quantity: Math.max(1, Number(given['quantity']) || 1) },
    ]);
  } else if (action === 'checkout') {
    const payment = given['payment'];
    if (payment !== 'paid' && payment !== 'failed' && payment !== 'pending')
      throw new Error('Falta cómo paga');
    store.checkout(found(store.carts, given['cart']), payment);
  } else if (action === 'pay') store.pay(order(), 'paid');
  else if (action === 'fail') store.pay(order(), 'failed');
  else if (action === 'refund') store.pay(order(), 'refunded');
  else if (action === 'cancel') store.cancel(order());
  else if (action === 'ship') store.ship(order());
  else if (action === 'deliver') {
    const sent = order();
    for (const parcel of sent.parcels) store.deliver(sent, parcel);
  } else if (action === 'faults') {
    const { faults } = store;
    for (const [name, value] of Object.entries(given)) {
      if (name in faults && typeof value === typeof faults[name as keyof typeof faults])
        Object.assign(faults, { [name]: value });
    }
  } else throw new Error(`No se puede ${String(action)}`);
}
