/** What each shop brings: how its account is known, how it is checked, how its products, orders and carts are read. */
import type * as z from 'zod/mini';
import type { AbandonedCart, ShopOrder } from '../../contract/entities/shop-order.ts';
import type { Checked } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { ProductPage, Reading, ShopClient, Stretch } from './port.ts';

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
}
