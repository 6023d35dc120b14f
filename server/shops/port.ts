/** What the readers of shops hand over, already of one shape: products a page at a time, orders, carts that were left. */
import type { CartThing } from '../../contract/entities/cart-claim.ts';
import type { Provider } from '../../contract/entities/connection.ts';
import type { ProductVariant } from '../../contract/entities/product.ts';
import type { AbandonedCart, ShopOrder } from '../../contract/entities/shop-order.ts';

/** What could not be taken as it was, by its place in the answer. */
export interface Warning {
  path: string;
  message: string;
}

export interface SourceVariant extends Omit<ProductVariant, 'price'> {
  price: string | null;
}

export interface SourceProduct {
  external_id: string;
  title: string;
  /** As decimal digits with a point, as the shop says it: '12990', '12990.00', '9.99'. */
  price: string | null;
  list_price: string | null;
  /** ISO 4217. */
  currency: string;
  /** null: not counted, or without end. */
  stock: number | null;
  available: boolean;
  image: string | null;
  url: string | null;
  variants: SourceVariant[];
}

export interface ProductPage {
  products: SourceProduct[];
  warnings: Warning[];
  /** Products of the page that could not be taken at all. */
  refused: number;
  /** Where the next page begins; null: this was the last. */
  next: string | null;
  /** How many the shop says it has; null: it does not say. */
  total: number | null;
  /** The shop has more than it lets be read: what was not seen says nothing. */
  cut?: boolean;
  /** Milliseconds that the shop wants before the next page. */
  wait?: number;
}

/** A connection with its credentials open. */
export interface OpenShop {
  id: string;
  provider: Provider;
  account: string;
  credentials: Record<string, string>;
}

/** Reads one page. Throws ConnectionFault. @param cursor null: the first page */
export type ProductSource = (
  shop: OpenShop,
  cursor: string | null,
  signal: AbortSignal,
) => Promise<ProductPage>;

/** How the products of each kind of shop are read. */
export type ProductSources = Partial<Record<Provider, ProductSource>>;

/** What one question for orders or carts came to. */
export interface Reading<T> {
  items: T[];
  warnings: Warning[];
  /** Where it goes on; null: this was all. */
  next: string | null;
}

/** Whom orders are asked for: each of these that is known finds some, and nobody else's are handed over. */
export interface ShopClient {
  email: string | null;
  /** As clients' phones are kept. */
  phone: string | null;
  /** The shop's own id of the customer. */
  customer_id: string | null;
}

/** By when something last changed; `until` stands in it. */
export interface Stretch {
  since: Date;
  until: Date;
}

/** A cart at a shop's till, with what it is of as pages name it; `completed_at`: it was paid there. */
export interface TillCart {
  cart: AbandonedCart;
  things: CartThing[];
}

/** Things as the shop sells them today. */
export type SoldCart = Pick<AbandonedCart, 'lines' | 'total' | 'currency' | 'restore_url'>;

/** What a shop that keeps no carts can say of one that a page of its claims. Throws ConnectionFault. */
export interface ShopTill {
  /** Those that buyers brought to the till in a stretch. */
  within(
    shop: OpenShop,
    stretch: Stretch,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Reading<TillCart>>;
  /** That one, fresh; none when it is gone, or an order that waits for its money. */
  byId(shop: OpenShop, id: string, signal: AbortSignal): Promise<Reading<TillCart>>;
  /** Null: it does not sell one of them. */
  sold(shop: OpenShop, things: readonly CartThing[], signal: AbortSignal): Promise<SoldCart | null>;
}

/**
 * The readings of one kind of shop. All throw ConnectionFault and nothing else of the shop's making: what it answers
 * wrongly is a warning and left out. A cursor is the `next` of the page before, null at the first.
 */
export interface ShopReader {
  /** Those with this number, as a customer says it ('#1001', '1001'); usually one, none when there is no such. */
  ordersByNumber(shop: OpenShop, number: string, signal: AbortSignal): Promise<Reading<ShopOrder>>;
  /** That one, fresh; none when it is gone. */
  order(shop: OpenShop, id: string, signal: AbortSignal): Promise<Reading<ShopOrder>>;
  /** A client's last twenty or so, the freshest first; never another one's. */
  ordersOfClient(shop: OpenShop, client: ShopClient, signal: AbortSignal): Promise<Reading<ShopOrder>>;
  /** What changed in a stretch of time: for shops that tell nothing by themselves. */
  ordersChanged(
    shop: OpenShop,
    stretch: Stretch,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Reading<ShopOrder>>;
  /** Orders that nobody has paid (`payment` pending or failed) and nobody has cancelled. */
  failedPayments(
    shop: OpenShop,
    stretch: Stretch,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Reading<ShopOrder>>;
  /** Carts that were left with something in them; null: this kind of shop keeps none. */
  abandonedCarts:
    | ((
        shop: OpenShop,
        stretch: Stretch,
        cursor: string | null,
        signal: AbortSignal,
      ) => Promise<Reading<AbandonedCart>>)
    | null;
  /** That one, fresh: what was bought meanwhile has `completed_at`; none when it is gone. Null as above. */
  cart: ((shop: OpenShop, id: string, signal: AbortSignal) => Promise<Reading<AbandonedCart>>) | null;
  /** Null: it keeps its carts itself. */
  till: ShopTill | null;
}

/** How each kind of shop is read. */
export type ShopReaders = Partial<Record<Provider, ShopReader>>;
