/** Shopify's Admin GraphQL: a schema that refuses what it does not know, a bucket of points, errors that answer 200. */
import { type DocumentNode, GraphQLError, graphql, Kind, parse, type SelectionSetNode } from 'graphql';
import { answer, jsonOf } from '../http.ts';
import { SHOPIFY_SCHEMA } from './shopify-schema.ts';
import { matches, type Says } from './shopify-search.ts';
import {
  type Store,
  type StoreCart,
  type StoreCustomer,
  type StoreLine,
  type StoreOrder,
  type StoreProduct,
  totalOf,
  unitPrice,
} from './store.ts';
import { iso, type Question, type Wire } from './wire.ts';

/** Points: of a standard plan. */
const BUCKET = 2_000;
const RESTORE = 100;
const MOST_COST = 1_000;

interface Bucket {
  points: number;
  at: number;
}
const buckets = new WeakMap<Store, Bucket>();

function bucketOf(store: Store): Bucket {
  const before = buckets.get(store) ?? { points: BUCKET, at: store.now() };
  const refilled = before.points + ((store.now() - before.at) / 1_000) * RESTORE;
  const bucket = { points: Math.min(BUCKET, Math.max(0, refilled)), at: store.now() };
  buckets.set(store, bucket);
  return bucket;
}

/** A point for each thing that a question may bring, lists inside of lists by the root of their length. */
function costOf(document: DocumentNode, variables: Record<string, unknown>): number {
  const of = (set: SelectionSetNode | undefined, depth: number): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind !== Kind.FIELD) {
        return selection.kind === Kind.INLINE_FRAGMENT ? sum + of(selection.selectionSet, depth) : sum;
      }
      const first = selection.arguments?.find(({ name }) => name.value === 'first')?.value;
      const many =
        first?.kind === Kind.INT
          ? Number(first.value)
          : first?.kind === Kind.VARIABLE
            ? Number(variables[first.name.value] ?? 0)
            : null;
      const inner = of(selection.selectionSet, depth + (many === null ? 0 : 1));
      if (many === null) return sum + inner + (selection.selectionSet ? 1 : 0);
      return sum + (depth === 0 ? many : Math.ceil(Math.sqrt(many))) * (1 + Math.max(0, inner - 1));
    }, 0);
  return document.definitions.reduce(
    (sum, one) => (one.kind === Kind.OPERATION_DEFINITION ? sum + of(one.selectionSet, 0) : sum),
    0,
  );
}

const gid = (kind: string, id: number | string) => `gid://shopify/${kind}/${id}`;
const cursorOf = (at: number) => Buffer.from(String(at)).toString('base64url');

interface Slice {
  first?: number | null;
  after?: string | null;
}

function connection<T>(items: readonly T[], { first, after }: Slice, shown: (item: T) => unknown) {
  if (first === null || first === undefined)
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } });
  if (first > 250) throw new GraphQLError('first cannot exceed 250', { extensions: { code: 'BAD_REQUEST' } });
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0;
  if (!Number.isInteger(from)) throw new GraphQLError('Invalid cursor');
  const end = Math.min(items.length, from + first);
  return {
    nodes: items.slice(from, end).map(shown),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: from > 0,
      startCursor: cursorOf(from),
      endCursor: end === from ? null : cursorOf(end),
    },
  };
}

/** Money has two decimals whatever the currency, as Shopify writes pesos too: '12990.0'. */
const money = (store: Store, amount: string) => ({
  shopMoney: {
    amount: store.decimals === 0 ? `${amount}.0` : amount,
    currencyCode: store.currency,
  },
});

function product(store: Store, one: StoreProduct, base: string) {
  const own = { id: one.id, name: 'Default Title', sku: one.sku, price: one.price, stock: one.stock };
  const variants = one.variants.length > 0 ? one.variants : [own];
  const stock = variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0);
  return {
    id: gid('Product', one.id),
    legacyResourceId: String(one.id),
    title: one.name,
    handle: one.slug,
    status: one.hidden ? 'DRAFT' : 'ACTIVE',
    onlineStoreUrl: `${base}/products/${one.slug}`,
    totalInventory: stock,
    tracksInventory: variants.some((variant) => variant.stock !== null),
    featuredMedia: { preview: { image: { url: `${base}/cdn/${one.slug}.jpg` } } },
    variants: (slice: Slice) =>
      connection(variants, slice, (variant) => ({
        id: gid('ProductVariant', variant.id),
        legacyResourceId: String(variant.id),
        title: variant.name,
        sku: variant.sku,
        price: store.decimals === 0 ? `${variant.price}.00` : variant.price,
        compareAtPrice: one.listPrice,
        inventoryQuantity: variant.stock ?? 0,
        availableForSale: variant.stock === null || variant.stock > 0,
        inventoryItem: { tracked: variant.stock !== null },
      })),
  };
}

const customer = (one: StoreCustomer) => ({
  id: gid('Customer', one.id),
  legacyResourceId: String(one.id),
  displayName: one.name,
  email: one.email,
  phone: one.phone,
});

const lines = (store: Store, all: readonly StoreLine[]) => (slice: Slice) =>
  connection(all, slice, (line) => ({
    title: line.product.name,
    variantTitle: line.variant?.name ?? null,
    quantity: line.quantity,
    originalUnitPriceSet: money(store, unitPrice(line)),
  }));

const FINANCIAL = { pending: 'PENDING', failed: 'PENDING', paid: 'PAID', refunded: 'REFUNDED' } as const;

function order(store: Store, one: StoreOrder, base: string) {
  const delivered = one.parcels.every(({ state }) => state === 'delivered');
  return {
    __typename: 'Order',
    id: gid('Order', one.id),
    legacyResourceId: String(one.id),
    name: `#${one.number}`,
    email: one.customer.email,
    phone: one.customer.phone,
    createdAt: iso(one.createdAt).replace(/\.\d+/, ''),
    updatedAt: iso(one.updatedAt).replace(/\.\d+/, ''),
    cancelledAt: one.cancelled ? iso(one.updatedAt) : null,
    displayFinancialStatus: one.cancelled && one.payment !== 'paid' ? 'VOIDED' : FINANCIAL[one.payment],
    displayFulfillmentStatus: one.parcels.length > 0 ? 'FULFILLED' : 'UNFULFILLED',
    statusPageUrl: `${base}/orders/${one.key}`,
    customer: customer(one.customer),
    totalPriceSet: money(store, totalOf(one.lines, store.decimals)),
    lineItems: lines(store, one.lines),
    fulfillments: ({ first }: Slice) =>
      one.parcels.slice(0, first ?? undefined).map((parcel) => ({
        id: gid('Fulfillment', parcel.id),
        legacyResourceId: String(parcel.id),
        status: 'SUCCESS',
        displayStatus:
          parcel.state === 'delivered'
            ? 'DELIVERED'
            : parcel.state === 'shipped'
              ? 'IN_TRANSIT'
              : 'OUT_FOR_DELIVERY',
        createdAt: iso(parcel.shippedAt),
        deliveredAt: parcel.deliveredAt && iso(parcel.deliveredAt),
        estimatedDeliveryAt: null,
        trackingInfo: () => [{ company: parcel.carrier, number: parcel.number, url: parcel.url }],
      })),
    transactions: () =>
      one.payment === 'pending'
        ? []
        : [
            {
              id: gid('OrderTransaction', one.id),
              kind: 'SALE',
              status: one.payment === 'failed' ? 'FAILURE' : 'SUCCESS',
            },
          ],
    delivered,
  };
}

function cart(store: Store, one: StoreCart, base: string) {
  const paid = store.isPaid(one);
  return {
    __typename: 'AbandonedCheckout',
    id: gid('AbandonedCheckout', one.id),
    name: `#${one.id}`,
    abandonedCheckoutUrl: `${base}/checkouts/ac/${one.token}/recover?key=${one.token}`,
    createdAt: iso(one.createdAt),
    updatedAt: iso(one.updatedAt),
    completedAt: paid?.paidAt ? iso(paid.paidAt) : null,
    customer: one.customer && customer(one.customer),
    totalPriceSet: money(store, totalOf(one.lines, store.decimals)),
    subtotalPriceSet: money(store, totalOf(one.lines, store.decimals)),
    lineItems: lines(store, one.lines),
  };
}

/** `updated_at:>="…"` and its kin. */
function compare(at: number, op: string, value: string): boolean {
  const other = Date.parse(value);
  if (op === '>=') return at >= other;
  if (op === '<=') return at <= other;
  if (op === '>') return at > other;
  return op === '<' ? at < other : at === other;
}

const saysOfOrder =
  (one: StoreOrder): Says =>
  (field, value, op) => {
    if (field === 'name') return `#${one.number}` === value || one.number === value;
    if (field === 'email') return one.customer.email === value.toLowerCase();
    if (field === 'customer_id') return String(one.customer.id) === value;
    if (field === 'financial_status') return FINANCIAL[one.payment].toLowerCase() === value && !one.cancelled;
    if (field === 'created_at') return compare(one.createdAt, op, value);
    if (field === 'updated_at') return compare(one.updatedAt, op, value);
    return null;
  };

const saysOfCart =
  (one: StoreCart): Says =>
  (field, value, op) => {
    if (field === 'created_at') return compare(one.createdAt, op, value);
    if (field === 'updated_at') return compare(one.updatedAt, op, value);
    return null;
  };

interface Search extends Slice {
  query?: string | null;
  sortKey?: string | null;
  reverse?: boolean | null;
}

/** What the schema's root answers. */
function rootOf({ store, base }: Question) {
  const guard = () => {
    if (store.faults.noOrders)
      throw new GraphQLError('Access denied for orders field. Required access: `read_orders` access scope.', {
        extensions: { code: 'ACCESS_DENIED' },
      });
  };
  const active = () => store.products.filter(({ hidden }) => !hidden);
  return {
    shop: {
      name: store.title,
      currencyCode: store.currency,
      ianaTimezone: 'America/Santiago',
      primaryDomain: { url: base, host: new URL(base).host },
    },
    productsCount: () => ({ count: active().length }),
    products: (search: Search) => connection(active(), search, (one) => product(store, one, base)),
    customers: (search: Search) => {
      guard();
      const digits = (text: string) => text.replace(/\D/g, '');
      const found = store.customers.filter((one) =>
        matches(search.query ?? '', (field, value) =>
          field === 'phone' ? digits(one.phone).endsWith(digits(value).slice(-9)) : null,
        ),
      );
      return connection(found, search, customer);
    },
    orders: (search: Search) => {
      guard();
      const key = search.sortKey === 'UPDATED_AT' ? 'updatedAt' : 'createdAt';
      const found = store.orders
        .filter((one) => matches(search.query ?? '', saysOfOrder(one)))
        .toSorted((a, b) => a[key] - b[key] || a.id - b.id);
      return connection(search.reverse ? found.reverse() : found, search, (one) => order(store, one, base));
    },
    abandonedCheckouts: (search: Search) => {
      guard();
      // It knows a checkout once somebody has said who they are; those that were paid stay, with their day.
      const found = store.carts.filter(
        (one) => one.customer !== null && matches(search.query ?? '', saysOfCart(one)),
      );
      return connection(found, search, (one) => cart(store, one, base));
    },
    node: ({ id }: { id: string }) => {
      guard();
      const [, kind, number] = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(id) ?? [];
      if (kind === undefined) throw new GraphQLError(`Invalid global id '${id}'`);
      const has = (one: { id: number }) => String(one.id) === number;
      const bought = store.orders.find(has);
      const left = store.carts.find((one) => has(one) && one.customer !== null);
      if (kind === 'Order' && bought) return order(store, bought, base);
      if (kind === 'AbandonedCheckout' && left) return cart(store, left, base);
      return null;
    },
  };
}

function costs(store: Store, requested: number, actual: number | null = null) {
  const { points } = bucketOf(store);
  return {
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: {
        maximumAvailable: BUCKET,
        currentlyAvailable: Math.floor(points),
        restoreRate: RESTORE,
      },
    },
  };
}

function refuse({ response, store }: Question, code: string, message: string, requested: number): boolean {
  answer(response, 200, { errors: [{ message, extensions: { code } }], extensions: costs(store, requested) });
  return true;
}

/** A number that does not fit a text is written as one where values are odd. */
export const shopifyWire: Wire = {
  accepts: ({ request, store }) =>
    request.headers['x-shopify-access-token'] === store.credentials['access_token'],
  errorOf: (_status, code) => ({
    errors:
      code === 'unauthorized'
        ? '[API] Invalid API key or access token (unrecognized login or wrong password)'
        : [
            {
              message: 'Internal error. Looks like something went wrong on our end.',
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
  }),
  tooMany: (question) => {
    bucketOf(question.store).points = 0;
    refuse(question, 'THROTTLED', 'Throttled', question.store.faults.retryAfter * RESTORE);
  },
  async serve(question) {
    const { request, response, store, url } = question;
    if (
      request.method !== 'POST' ||
      !/^\/admin\/api\/20\d\d-(01|04|07|10)\/graphql\.json$/.test(url.pathname)
    )
      return false;
    const { query, variables } = (await jsonOf(request)) as {
      query: string;
      variables?: Record<string, unknown>;
    };
    let document: DocumentNode;
    try {
      document = parse(query);
    } catch (error) {
      return refuse(question, 'PARSE_ERROR', String(error), 0);
    }
    const requested = costOf(document, variables ?? {});
    if (requested > MOST_COST)
      return refuse(
        question,
        'MAX_COST_EXCEEDED',
        `Query cost is ${requested}, which exceeds the single query max cost limit (1000).`,
        requested,
      );
    const bucket = bucketOf(store);
    if (bucket.points < requested) return refuse(question, 'THROTTLED', 'Throttled', requested);
    bucket.points -= requested;
    const result = await graphql({
      schema: SHOPIFY_SCHEMA,
      source: query,
      rootValue: rootOf(question),
      variableValues: variables ?? {},
    });
    // What was asked for and is not there is given back.
    const actual = Math.min(requested, JSON.stringify(result.data ?? null).split('{').length);
    bucketOf(store).points += requested - actual;
    answer(response, 200, { ...result, extensions: costs(store, requested, actual) });
    return true;
  },
};
