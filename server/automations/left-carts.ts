/** What automations ask of shops: the readers of server/shops hand it over in this shape. */
import type { Provider } from '../../contract/entities/connection.ts';

export interface LeftCart {
  external_id: string;
  email: string | null;
  phone: string | null;
  name: string | null;
  total: number | null;
  currency: string;
  lines: { title: string; variant: string | null; quantity: number }[];
  created_at: string | null;
  updated_at: string | null;
  completed_at: string | null;
  restore_url: string | null;
}

export interface BoughtOrder {
  external_id: string;
  number: string;
  state: string;
  payment: string;
  total: number | null;
  currency: string;
  created_at: string | null;
  cart_id: string | null;
}

export interface OpenedShop {
  id: string;
  provider: Provider;
  account: string;
  credentials: Record<string, string>;
}
interface Read<T> {
  items: T[];
  next: string | null;
}

/** One kind of shop. Each throws ConnectionFault. */
export interface CartReader {
  abandonedCarts:
    | ((
        shop: OpenedShop,
        stretch: { since: Date; until: Date },
        cursor: string | null,
        signal: AbortSignal,
      ) => Promise<Read<LeftCart>>)
    | null;
  cart: ((shop: OpenedShop, id: string, signal: AbortSignal) => Promise<Read<LeftCart>>) | null;
  ordersOfClient(
    shop: OpenedShop,
    client: { email: string | null; phone: string | null; customer_id: string | null },
    signal: AbortSignal,
  ): Promise<Read<BoughtOrder>>;
}
export type CartReaders = Partial<Record<Provider, CartReader>>;
