/** The seven shops behind one address: `/shops/{name}/…`, each with its own faults; what is left is the page for people. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answer } from '../http.ts';
import { bsaleWire } from './bsale.ts';
import { spend } from './faults.ts';
import { jumpsellerWire } from './jumpseller.ts';
import { magentoWire } from './magento.ts';
import { addNoise } from './noise.ts';
import { prestashopWire } from './prestashop.ts';
import { shopifyWire } from './shopify.ts';
import { SHOPS, type ShopName, type Store } from './store.ts';
import { vtexWire } from './vtex.ts';
import type { Question, Wire } from './wire.ts';
import { woocommerceWire } from './woocommerce.ts';

const WIRES: Record<ShopName, Wire> = {
  shopify: shopifyWire,
  woocommerce: woocommerceWire,
  jumpseller: jumpsellerWire,
  vtex: vtexWire,
  bsale: bsaleWire,
  magento: magentoWire,
  prestashop: prestashopWire,
};

export type Stores = Record<ShopName, Store>;

/** Spoils the answer where somebody wants it. @returns whether it was answered */
async function spoil(question: Question, wire: Wire): Promise<boolean> {
  const { response, store } = question;
  const { faults } = store;
  if (faults.silent) return true;
  if (faults.wait > 0) await delay(faults.wait);
  if (faults.html) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Mantención</title>');
    return true;
  }
  if (spend(faults, 'tooMany')) {
    if (wire.tooMany) wire.tooMany(question);
    else {
      answer(response, 429, wire.errorOf(429, 'too_many', store), {
        'retry-after': String(faults.retryAfter),
      });
    }
    return true;
  }
  if (spend(faults, 'broken')) return !!answer(response, 500, wire.errorOf(500, 'broken', store));
  if (faults.deadToken || !wire.accepts(question))
    return !!answer(response, 401, wire.errorOf(401, 'unauthorized', store));
  if (spend(faults, 'errorIn200')) return !!answer(response, 200, wire.errorOf(200, 'broken', store));
  if (faults.noise > 0) addNoise(response, faults.noise);
  return false;
}

/** Answers what is asked of a shop. @returns false: the address is none of a shop's */
export async function serveShops(
  stores: Stores,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const [, folder, name, ...rest] = url.pathname.split('/');
  const known = SHOPS.find((one) => one === name);
  const wire = known && WIRES[known];
  if (folder !== 'shops' || !known || !wire) return false;
  const store = stores[known];
  const inner = new URL(url);
  inner.pathname = `/${rest.join('/')}`;
  store.asked.push(`${request.method} ${inner.pathname}${inner.search}`);
  const question: Question = { request, response, url: inner, base: `${root}/shops/${known}`, store };
  if (await spoil(question, wire)) return true;
  if (!(await wire.serve(question))) answer(response, 404, wire.errorOf(404, 'broken', store));
  return true;
}
