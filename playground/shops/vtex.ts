/** VTEX: the search by stretches with `resources`, orders in hundredths with masked buyers, carts in clients' documents. */
import { answer } from '../http.ts';
import { type StoreCart, type StoreOrder, type StoreProduct, totalOf, unitPrice } from './store.ts';
import { iso, numberIn, pageOf, type Question, type Wire } from './wire.ts';

/** Seven decimals and a zone. */
const long = (at: number) => `${iso(at).slice(0, -1)}0000+00:00`;
const LAST_FROM = 2_500;

function statusOf({ cancelled, payment, parcels }: StoreOrder): string {
  if (cancelled || payment === 'refunded') return 'canceled';
  if (payment === 'pending') return 'payment-pending';
  if (payment === 'failed') return 'payment-denied';
  return parcels.length > 0 ? 'invoiced' : 'handling';
}

const cents = (amount: string, { store }: Question) => {
  const value = Math.round(Number(amount) * 100);
  return store.faults.odd ? String(value) : value;
};
const mask = (email: string) => `${email}-2934298374b.ct.vtex.com.br`;

function wholeOrder(one: StoreOrder, question: Question) {
  const { store } = question;
  const [first = '', ...rest] = one.customer.name.split(' ');
  return {
    orderId: one.number,
    sequence: String(500_000 + one.id),
    status: statusOf(one),
    statusDescription: statusOf(one) === 'invoiced' ? 'Facturado' : statusOf(one),
    value: cents(totalOf(one.lines, store.decimals), question),
    creationDate: long(one.createdAt),
    lastChange: long(one.updatedAt),
    clientProfileData: {
      email: mask(one.customer.email),
      firstName: first,
      lastName: rest.join(' '),
      phone: one.customer.phone,
      userProfileId: `u-${one.customer.id}`,
    },
    items: one.lines.map((line) => ({
      id: String(line.variant?.id ?? line.product.id),
      name: line.product.name,
      quantity: line.quantity,
      price: cents(unitPrice(line), question),
      sellingPrice: cents(unitPrice(line), question),
    })),
    shippingData: {
      logisticsInfo: [
        { shippingEstimateDate: long(one.createdAt + 3 * 86_400_000), deliveryCompany: 'Chilexpress' },
      ],
    },
    packageAttachment: {
      packages: one.parcels.map((parcel) => ({
        courier: parcel.carrier,
        invoiceNumber: `F-${parcel.id}`,
        issuanceDate: long(parcel.shippedAt),
        trackingNumber: parcel.number,
        trackingUrl: parcel.url,
        courierStatus: {
          status: parcel.state,
          finished: parcel.state === 'delivered',
          deliveredDate: parcel.deliveredAt && long(parcel.deliveredAt),
          data: [],
        },
      })),
    },
    storePreferencesData: { currencyCode: store.currency },
  };
}

function orders(question: Question): unknown {
  const { url, response, store } = question;
  const id = decodeURIComponent(url.pathname.slice('/api/oms/pvt/orders'.length + 1));
  if (id !== '') {
    const one = store.orders.find((known) => known.number === id || String(500_000 + known.id) === id);
    return one
      ? answer(response, 200, wholeOrder(one, question))
      : answer(response, 404, { error: { code: 'OMS007', message: 'Order Not Found' } });
  }
  const [, from, to] =
    /creationDate:\[(\S+) TO (\S+)\]/.exec(url.searchParams.get('f_creationDate') ?? '') ?? [];
  const status = url.searchParams.get('f_status')?.split(',');
  const q = (url.searchParams.get('q') ?? '').toLowerCase();
  const found = store.orders.filter(
    (one) =>
      (from === undefined || (one.createdAt >= Date.parse(from) && one.createdAt <= Date.parse(to ?? ''))) &&
      (status === undefined || status.includes(statusOf(one))) &&
      [one.customer.email, one.customer.name, one.customer.phone, one.number].some((text) =>
        text.toLowerCase().includes(q),
      ),
  );
  const size = Math.min(100, numberIn(url, 'per_page', 15));
  const page = numberIn(url, 'page', 1);
  if (page > 30) return answer(response, 400, { error: { code: 'OMS003', message: 'Max page exceed' } });
  return answer(response, 200, {
    list: pageOf(found.toReversed(), page, size).map((one) => ({
      orderId: one.number,
      sequence: String(500_000 + one.id),
      creationDate: long(one.createdAt),
      lastChange: long(one.updatedAt),
      clientName: one.customer.name,
      status: statusOf(one),
      totalValue: cents(totalOf(one.lines, store.decimals), question),
      currencyCode: store.currency,
    })),
    paging: { total: found.length, pages: Math.ceil(found.length / size), currentPage: page, perPage: size },
  });
}

function product(one: StoreProduct, { store }: Question) {
  const own = { id: one.id, name: one.name, sku: one.sku, price: one.price, stock: one.stock };
  const number = (value: number) => (store.faults.odd ? String(value) : value);
  const variants = one.variants.length > 0 ? one.variants : [own];
  return {
    productId: String(one.id),
    productName: one.name,
    linkText: one.slug,
    link: `https://${store.credentials['account']}.vtexcommercestable.com.br/${one.slug}/p`,
    items: variants.map((variant) => ({
      itemId: String(variant.id),
      name: variant.name,
      ean: '',
      referenceId: store.faults.odd ? false : [{ Key: 'RefId', Value: variant.sku }],
      images: [{ imageUrl: `https://andes.vteximg.com.br/${one.slug}.jpg` }],
      sellers: [
        {
          sellerId: '2',
          sellerDefault: false,
          commertialOffer: { Price: 1, ListPrice: 1, AvailableQuantity: 9, IsAvailable: true },
        },
        {
          sellerId: '1',
          sellerDefault: true,
          commertialOffer: {
            // What is not offered costs nothing.
            Price: variant.stock === 0 && one.variants.length === 0 ? 0 : number(Number(variant.price)),
            ListPrice: Number(one.listPrice ?? variant.price),
            AvailableQuantity: variant.stock ?? 1_000_000,
            IsAvailable: variant.stock !== 0,
          },
        },
      ],
    })),
  };
}

function search(question: Question): unknown {
  const { url, response, store } = question;
  const from = Number(url.searchParams.get('_from') ?? 0);
  const to = Number(url.searchParams.get('_to') ?? 9);
  if (to - from >= 50 || from > LAST_FROM)
    return answer(response, 400, 'Max number of items per page is 50, and _from is at most 2500');
  const wanted = url.searchParams.getAll('fq');
  const found = store.products.filter(
    (one) =>
      !one.hidden &&
      (wanted.length === 0 ||
        wanted.includes(`productId:${one.id}`) ||
        (one.variants.length > 0 ? one.variants : [one]).some(({ id }) => wanted.includes(`skuId:${id}`))),
  );
  const sorted = found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return answer(
    response,
    206,
    sorted.slice(from, to + 1).map((one) => product(one, question)),
    {
      resources: `${from}-${to}/${found.length}`,
    },
  );
}

function documentOf(cart: StoreCart) {
  const [first = '', ...rest] = (cart.customer?.name ?? '').split(' ');
  const query = cart.lines.map(
    (line) => `sku=${line.variant?.id ?? line.product.id}&qty=${line.quantity}&seller=1&sc=1`,
  );
  return {
    id: `CL-${cart.id}`,
    email: cart.customer?.email,
    firstName: first,
    lastName: rest.join(' '),
    homePhone: cart.customer?.phone,
    rclastcart: cart.lines.length === 0 ? null : `add?${query.join('&')}`,
    rclastsessiondate: long(cart.updatedAt),
    createdIn: long(cart.createdAt),
    checkouttag: { DisplayValue: cart.orderId === null ? 'Carrinho' : 'Finalizado', Scores: {} },
  };
}

/** One document a client, with the last cart alone. */
function clients(question: Question): unknown {
  const { url, response, request, store } = question;
  const last = new Map(
    store.carts.flatMap((cart) => (cart.customer ? [[cart.customer.id, cart] as const] : [])),
  );
  const all = [...last.values()];
  const [, id] = /\/documents\/(.+)$/.exec(url.pathname) ?? [];
  if (id !== undefined) {
    const one = all.find((cart) => documentOf(cart).id === decodeURIComponent(id));
    return one
      ? answer(response, 200, documentOf(one))
      : answer(response, 404, { Message: 'Document not found' });
  }
  const where = url.searchParams.get('_where') ?? '';
  const [, from, to] = /between (\S+) AND ([^)\s]+)/.exec(where) ?? [];
  const found = all.filter(
    (cart) =>
      (!where.includes('rclastcart is not null') || cart.lines.length > 0) &&
      (from === undefined ||
        (cart.updatedAt >= Date.parse(`${from}Z`) && cart.updatedAt <= Date.parse(`${to}Z`))),
  );
  const [, begin = '0', end = '9'] =
    /resources=(\d+)-(\d+)/.exec(String(request.headers['rest-range'] ?? '')) ?? [];
  return answer(response, 206, found.slice(Number(begin), Number(end)).map(documentOf), {
    'rest-content-range': `resources ${begin}-${end}/${found.length}`,
  });
}

export const vtexWire: Wire = {
  accepts: ({ request: { headers }, store: { credentials }, url }) =>
    url.pathname.startsWith('/api/catalog_system/pub/') ||
    (headers['x-vtex-api-appkey'] === credentials['app_key'] &&
      headers['x-vtex-api-apptoken'] === credentials['app_token']),
  errorOf: (_status, code) => ({
    error: {
      code: '1',
      message: code === 'unauthorized' ? 'Acesso não autorizado' : 'Erro',
      exception: null,
    },
  }),
  serve(question) {
    const { url, response, store } = question;
    const path = url.pathname;
    if (store.faults.noOrders && /^\/api\/(oms|dataentities)\//.test(path))
      return !!answer(response, 403, { error: { code: '1', message: 'Acesso negado' } });
    if (path.startsWith('/api/oms/pvt/orders')) return !!orders(question);
    if (path.startsWith('/api/dataentities/CL/')) return !!clients(question);
    if (path === '/api/catalog_system/pub/products/search') return !!search(question);
    if (path === '/api/catalog_system/pvt/saleschannel/list')
      return !!answer(response, 200, [{ Id: 1, IsActive: true, CurrencyCode: store.currency }]);
    if (path === '/api/catalog_system/pvt/products/GetProductAndSkuIds') {
      const from = numberIn(url, '_from', 1);
      const to = Math.min(numberIn(url, '_to', from + 9), from + 249);
      const some = store.products.slice(from - 1, to);
      return !!answer(response, 200, {
        data: Object.fromEntries(some.map((one) => [String(one.id), one.variants.map(({ id }) => id)])),
        range: { total: store.products.length, from, to },
      });
    }
    return false;
  },
};
