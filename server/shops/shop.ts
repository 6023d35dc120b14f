/** What each shop brings: how its account is known, how it is checked, how its products, orders and carts are read. */
import type * as z from 'zod/mini';
import type { CartThing } from '../../contract/entities/cart-claim.ts';
import type { AbandonedCart, ShopOrder } from '../../contract/entities/shop-order.ts';
import type { Checked } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { ProductPage, Reading, ShopClient, SoldCart, Stretch, TillCart } from './port.ts';

/** A shop that is being asked. */
export interface Asking<C> {
  app: App;
  credentials: C;
  signal?: AbortSignal | undefined;
}

/** The readings of `ShopReader` (port.ts), where the same is said of each. */
export interface OrderReadings<C> {
  byNumber(asking: Asking<C>, number: string): Promise<Reading<ShopOrder>>;
  byId(asking: Asking<C>, id: string): Promise<Reading<ShopOrder>>;
  ofClient(asking: Asking<C>, client: ShopClient): Promise<Reading<ShopOrder>>;
  changed(asking: Asking<C>, stretch: Stretch, cursor: string | null): Promise<Reading<ShopOrder>>;
  unpaid(asking: Asking<C>, stretch: Stretch, cursor: string | null): Promise<Reading<ShopOrder>>;
}

export interface CartReadings<C> {
  left(asking: Asking<C>, stretch: Stretch, cursor: string | null): Promise<Reading<AbandonedCart>>;
  byId(asking: Asking<C>, id: string): Promise<Reading<AbandonedCart>>;
}

/** The readings of `ShopTill` (port.ts). */
export interface TillReadings<C> {
  within(asking: Asking<C>, stretch: Stretch, cursor: string | null): Promise<Reading<TillCart>>;
  byId(asking: Asking<C>, id: string): Promise<Reading<TillCart>>;
  sold(asking: Asking<C>, things: readonly CartThing[]): Promise<SoldCart | null>;
}

export interface Shop<C extends Record<string, string>> {
  credentials: z.ZodMiniType<C>;
  /** The same for every way of writing it; it has one bot. Null: the check answers it. */
  account(credentials: C): string | null;
  /** Throws ConnectionFault. */
  check(app: App, credentials: C): Promise<Checked>;
  /** Throws ConnectionFault. @param cursor as the page before said it; null: the first */
  page(app: App, credentials: C, cursor: string | null, signal: AbortSignal): Promise<ProductPage>;
  orders: OrderReadings<C>;
  /** Null: it keeps none. */
  carts: CartReadings<C> | null;
  /** Of one that keeps none: what it says of those that its page claims. */
  till?: TillReadings<C>;
}
