/**
 * The pages of the WooCommerce shop, as its visitors see them, with the Store API that they use: a session by cookie, a
 * word (`Nonce`) for each change. Its owner pastes code into every page (`/shops/woocommerce/pegar`).
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, bytesOf, jsonOf } from '../http.ts';
import { type Store, type StoreCart, unitPrice } from './store.ts';

const ROOT = '/shops/woocommerce';
const API = `${ROOT}/wp-json/wc/store/v1`;
const NONCE = 'nonce-de-prueba';
const COOKIE = 'wp_woocommerce_session';

interface Session {
  cart: StoreCart | null;
  email: string;
  phone: string;
  name: string;
}
const sessions = new WeakMap<Store, Map<string, Session>>();

function sessionOf(store: Store, request: IncomingMessage, response: ServerResponse): Session {
  const all = sessions.get(store) ?? new Map<string, Session>();
  sessions.set(store, all);
  const known = new RegExp(`${COOKIE}=([0-9a-f]{32})`).exec(request.headers.cookie ?? '')?.[1];
  const key = known ?? randomBytes(16).toString('hex');
  if (known === undefined)
    response.setHeader('set-cookie', `${COOKIE}=${key}; Path=${ROOT}; HttpOnly; SameSite=Lax`);
  const session = all.get(key) ?? { cart: null, email: '', phone: '', name: '' };
  all.set(key, session);
  return session;
}

const shownCart = ({ cart, email, phone }: Session) => ({
  items: (cart?.orderId === null ? cart.lines : []).map((line) => ({
    key: `k${line.product.id}`,
    id: line.variant?.id ?? line.product.id,
    quantity: line.quantity,
    name: line.product.name,
    prices: { price: unitPrice(line) },
  })),
  billing_address: { first_name: '', last_name: '', email, phone },
});

function add(store: Store, session: Session, given: Record<string, unknown>): boolean {
  const wanted = Number(given['id']);
  const product = store.products.find(
    ({ id, variants }) => id === wanted || variants.some((one) => one.id === wanted),
  );
  const quantity = Number(given['quantity']);
  if (!product || !Number.isInteger(quantity) || quantity < 1) return false;
  const variant = product.variants.find(({ id }) => id === wanted) ?? null;
  if (session.cart?.orderId !== null) session.cart = store.fillCart(null, []);
  const line = session.cart.lines.find((one) => one.product === product && one.variant === variant);
  if (line) line.quantity += quantity;
  else session.cart.lines.push({ product, variant, quantity });
  session.cart.updatedAt = store.now();
  return true;
}

/** @param pasted before the end of every page @returns false: the address is none of these */
export async function servePages(
  store: Store,
  pasted: { html: string },
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const at = `${request.method} ${url.pathname}`;
  const isPage = [`GET ${ROOT}/`, `GET ${ROOT}/carrito/`, `GET ${ROOT}/finalizar-compra/`].includes(at);
  // What runs on another page of this machine must not paste anything.
  if (at === `POST ${ROOT}/pegar` && request.headers['sec-fetch-site'] !== 'cross-site') {
    pasted.html = new URLSearchParams((await bytesOf(request)).toString('utf8')).get('html') ?? '';
    response.writeHead(303, { location: `${ROOT}/` }).end();
    return true;
  }
  if (!isPage && !url.pathname.startsWith(API)) return false;
  const session = sessionOf(store, request, response);
  if (isPage) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(store, url.pathname, pasted.html));
    return true;
  }
  const headers = { Nonce: NONCE };
  if (at === `GET ${API}/cart`) return !!answer(response, 200, shownCart(session), headers);
  if (request.headers['nonce'] !== NONCE)
    return !!answer(response, 401, { code: 'woocommerce_rest_missing_nonce', message: 'Falta el Nonce.' });
  const given = await jsonOf(request);
  if (at === `POST ${API}/cart/add-item`) {
    if (!add(store, session, given))
      return !!answer(response, 400, {
        code: 'woocommerce_rest_cart_invalid_product',
        message: 'No existe.',
      });
    return !!answer(response, 201, shownCart(session), headers);
  }
  if (at === `DELETE ${API}/cart/items`) {
    if (session.cart) store.carts = store.carts.filter((one) => one !== session.cart);
    session.cart = null;
    return !!answer(response, 200, [], headers);
  }
  if (at === `POST ${API}/cart/update-customer`) {
    Object.assign(session, given);
    // Its draft has what was typed.
    const { name, email, phone, cart } = session;
    if (cart && email !== '') {
      cart.customer = { id: 0, name, email, phone };
      cart.updatedAt = store.now();
    }
    return !!answer(response, 200, shownCart(session), headers);
  }
  return false;
}

const page = (store: Store, path: string, extra: string): string => `<!doctype html>
<html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${store.title}</title>
<body><h1>${store.title}</h1>
<ul id="productos">${store.products
  .map(
    ({ id, name, variants }) =>
      `<li>${name} <button data-add="${variants[0]?.id ?? id}">Agregar ${name}</button></li>`,
  )
  .join('')}</ul>
<h2>${path.endsWith('/carrito/') ? 'Tu carro' : 'Carro'}</h2><ul id="carro" aria-label="Carro"></ul>
<button id="vaciar">Vaciar</button>
<form id="caja"><label>Nombre <input name="name"></label><label>Correo <input type="email" name="email"></label>
<label>Teléfono <input type="tel" name="phone"></label><button>Seguir</button></form>
<p id="error"></p>
<details><summary>Pegar código en todas las páginas</summary><form method="post" action="${ROOT}/pegar">
<textarea name="html" aria-label="Código" rows="4" cols="60"></textarea><button>Pegar</button></form></details>
<script>
const api = '${API}';
addEventListener('error', ({ message }) => { document.getElementById('error').textContent = message; });
async function ask(method, path, body) {
  const answer = await fetch(api + path, { method, headers: { 'content-type': 'application/json', Nonce: '${NONCE}' },
    body: body && JSON.stringify(body) });
  return answer.json();
}
async function show() {
  const { items } = await ask('GET', '/cart');
  document.getElementById('carro').replaceChildren(...items.map(({ name, quantity }) => {
    const line = document.createElement('li');
    line.textContent = quantity + ' × ' + name;
    return line;
  }));
}
document.getElementById('productos').onclick = async ({ target }) => {
  if (!target.dataset.add) return;
  await ask('POST', '/cart/add-item', { id: Number(target.dataset.add), quantity: 1 });
  document.dispatchEvent(new CustomEvent('wc-blocks_added_to_cart'));
  await show();
};
document.getElementById('vaciar').onclick = async () => {
  await ask('DELETE', '/cart/items');
  document.dispatchEvent(new CustomEvent('wc-blocks_removed_from_cart'));
  await show();
};
document.getElementById('caja').onsubmit = async (event) => {
  event.preventDefault();
  await ask('POST', '/cart/update-customer', Object.fromEntries(new FormData(event.target)));
  await show();
};
void show();
</script>
${extra}
</body></html>`;
