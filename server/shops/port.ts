/** What the readers of shops hand over: products a page at a time, already of one shape. */
import type { Provider } from '../../contract/entities/connection.ts';
import type { ProductVariant } from '../../contract/entities/product.ts';

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
  /** What could not be taken as it was, by its place in the answer. */
  warnings: { path: string; message: string }[];
  /** Products of the page that could not be taken at all. */
  refused: number;
  /** Where the next page begins; null: this was the last. */
  next: string | null;
  /** How many the shop says it has; null: it does not say. */
  total: number | null;
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
