/** Reports a cart when it has changed, and seldom: what the server would refuse is not sent. */
import type { CartReport } from '../../contract/entities/cart-claim.ts';
import { CLAIM_LIMITS, cartReportPath } from '../../contract/rules/cart-claims.ts';
import { readCart, type Shop } from './shop.ts';

const HOUR = 60 * 60_000;

interface Kept {
  visitor: string;
  /** The last report, as it was sent. */
  last: string;
  /** When each of the last hour's was sent. */
  sent: number[];
}

export class Reporter {
  readonly #shop: Shop;
  readonly #key: string;
  #kept: Kept;

  constructor(shop: Shop) {
    this.#shop = shop;
    this.#key = `charla:carro:${shop.id}`;
    this.#kept = { visitor: newName(), last: '', sent: [], ...read(this.#key) };
  }

  /** Asks the shop what is in the cart and tells our server, where that is news. Throws what either answers wrongly. */
  async report(): Promise<void> {
    const shop = this.#shop;
    const { cart } = await readCart(shop);
    const { email, phone } = cart.billing_address ?? {};
    const said: Omit<CartReport, 'visitor'> = {
      room: roomOf(shop.botId),
      things: cart.items
        .filter(({ id, quantity }) => id > 0 && Number.isInteger(quantity) && quantity > 0)
        .slice(0, CLAIM_LIMITS.things)
        .map(({ id, quantity }) => ({ id: String(id), quantity: Math.min(quantity, CLAIM_LIMITS.quantity) })),
      email: email || null,
      phone: phone || null,
    };
    const text = JSON.stringify(said);
    // Who never had anything in it has nothing to tell.
    if (text === this.#kept.last || (said.things.length === 0 && this.#kept.last === '')) return;
    const now = Date.now();
    const sent = this.#kept.sent.filter((at) => now - at < HOUR);
    if (sent.length >= CLAIM_LIMITS.ofVisitor) return;
    const path = cartReportPath({ botId: shop.botId, botToken: shop.botToken, shop: shop.id });
    // No header that a browser would have to ask about first; it outlives the page.
    const answer = await fetch(`${shop.origin}${path}`, {
      method: 'POST',
      body: JSON.stringify({ visitor: this.#kept.visitor, ...said }),
      credentials: 'omit',
      keepalive: true,
    });
    if (!answer.ok) throw new TypeError(`not taken, ${answer.status}`);
    this.#kept = { ...this.#kept, last: said.things.length === 0 ? '' : text, sent: [...sent, now] };
    keep(this.#key, this.#kept);
  }
}

const newName = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

function read(key: string): Partial<Kept> {
  const kept = parsed(key) as Partial<Kept> | null;
  if (kept === null || typeof kept.visitor !== 'string' || !/^[\w-]{16,64}$/.test(kept.visitor)) return {};
  return {
    visitor: kept.visitor,
    last: typeof kept.last === 'string' ? kept.last : '',
    sent: Array.isArray(kept.sent) ? kept.sent.filter((at) => typeof at === 'number') : [],
  };
}

/** The room token of our chat on this page; null: there is none. */
function roomOf(botId: number): string | null {
  const room = (parsed(`charla:${botId}`) as { roomToken?: unknown } | null)?.roomToken;
  return typeof room === 'string' ? room : null;
}

/** What is kept under a key; null: nothing that can be read, or the page may keep nothing. */
function parsed(key: string): object | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch (error) {
    console.warn('[carros] nada guardado', error);
    return null;
  }
}

function keep(key: string, kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch (error) {
    // Then this page is a visitor of its own.
    console.warn('[carros] no se pudo guardar', error);
  }
}
