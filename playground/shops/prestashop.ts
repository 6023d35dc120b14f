/** PrestaShop's webservice: numbers as texts with six decimals, an empty list for nothing, its own clock, no total. */
import { answer } from '../http.ts';
import { type StoreCart, type StoreOrder, totalOf, unitPrice } from './store.ts';
import { plain, type Question, type Wire } from './wire.ts';

/** Chile's summer, three hours behind; in winter four. */
const local = (at: number) => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Santiago',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return parts.replace('T', ' ').slice(0, plain(at).length);
};
const six = (amount: string) =>
  amount.includes('.') ? amount.padEnd(amount.indexOf('.') + 7, '0') : `${amount}.000000`;
const inLanguages = (text: string) => [
  { id: '1', value: text },
  { id: '2', value: `${text} (en)` },
];

const STATES = [
  { id: '1', name: 'En espera de pago', paid: '0', shipped: '0', delivered: '0' },
  { id: '2', name: 'Pago aceptado', paid: '1', shipped: '0', delivered: '0' },
  { id: '4', name: 'Enviado', paid: '1', shipped: '1', delivered: '0' },
  { id: '5', name: 'Entregado', paid: '1', shipped: '1', delivered: '1' },
  { id: '6', name: 'Cancelado', paid: '0', shipped: '0', delivered: '0' },
  { id: '7', name: 'Reembolsado', paid: '1', shipped: '0', delivered: '0' },
  { id: '8', name: 'Error en el pago', paid: '0', shipped: '0', delivered: '0' },
];

function stateOf({ cancelled, payment, parcels }: StoreOrder): string {
  if (cancelled) return '6';
  if (payment === 'refunded') return '7';
  if (payment !== 'paid') return payment === 'failed' ? '8' : '1';
  if (parcels.length === 0) return '2';
  return parcels.every(({ state }) => state === 'delivered') ? '5' : '4';
}

type Row = Record<string, unknown>;

function order(one: StoreOrder, { store }: Question): Row {
  return {
    id: store.faults.odd ? String(one.id) : one.id,
    reference: one.number,
    current_state: stateOf(one),
    total_paid: six(totalOf(one.lines, store.decimals)),
    id_customer: String(one.customer.id),
    id_address_delivery: String(one.customer.id),
    id_currency: '3',
    id_cart: String(one.cartId),
    date_add: local(one.createdAt),
    date_upd: local(one.updatedAt),
    associations: {
      order_rows: one.lines.map((line) => ({
        product_id: String(line.product.id),
        product_name: line.product.name,
        product_quantity: String(line.quantity),
        unit_price_tax_incl: six(unitPrice(line)),
      })),
    },
  };
}

const cart = (one: StoreCart): Row => ({
  id: one.id,
  id_customer: String(one.customer?.id ?? 0),
  date_add: local(one.createdAt),
  date_upd: local(one.updatedAt),
  associations: {
    cart_rows: one.lines.map((line) => ({
      id_product: String(line.product.id),
      id_product_attribute: String(line.variant?.id ?? 0),
      quantity: String(line.quantity),
    })),
  },
});

function rowsOf(question: Question): Record<string, Row[]> {
  const { store } = question;
  const parcels = store.orders.flatMap((one) => one.parcels.map((parcel) => ({ one, parcel })));
  return {
    products: store.products.map((one) => ({
      id: one.id,
      active: one.hidden ? '0' : '1',
      name: store.faults.odd ? one.name : inLanguages(one.name),
      link_rewrite: inLanguages(one.slug),
      reference: one.sku,
      price: six(String(Number(one.price) / 1.19)),
      shown: six(one.price),
      available_for_order: '1',
      id_default_image: store.faults.odd ? '' : String(one.id),
    })),
    combinations: store.products.flatMap((one) =>
      one.variants.map((variant) => ({
        id: variant.id,
        id_product: String(one.id),
        reference: variant.sku,
        price: six(String((Number(variant.price) - Number(one.price)) / 1.19)),
        associations: { product_option_values: [{ id: String(variant.id) }] },
      })),
    ),
    product_option_values: store.products.flatMap((one) =>
      one.variants.map((variant) => ({ id: variant.id, name: inLanguages(variant.name) })),
    ),
    stock_availables: store.products.flatMap((one) => [
      {
        id: one.id,
        id_product: String(one.id),
        id_product_attribute: '0',
        quantity: String(
          one.variants.length > 0
            ? one.variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0)
            : (one.stock ?? 0),
        ),
        out_of_stock: one.stock === null ? '1' : '2',
      },
      ...one.variants.map((variant) => ({
        id: variant.id,
        id_product: String(one.id),
        id_product_attribute: String(variant.id),
        quantity: String(variant.stock ?? 0),
        out_of_stock: variant.stock === null ? '1' : '2',
      })),
    ]),
    configurations: [
      { id: 1, name: 'PS_CURRENCY_DEFAULT', value: '3' },
      { id: 2, name: 'PS_TIMEZONE', value: 'America/Santiago' },
      { id: 3, name: 'PS_OS_CANCELED', value: '6' },
      { id: 4, name: 'PS_OS_ERROR', value: '8' },
      { id: 5, name: 'PS_OS_REFUND', value: '7' },
    ],
    currencies: [{ id: 3, iso_code: store.currency }],
    order_states: STATES.map((state) => ({ ...state, name: inLanguages(state.name) })),
    customers: store.customers.map((one) => ({
      id: one.id,
      email: one.email,
      firstname: one.name.split(' ')[0],
      lastname: one.name.split(' ').slice(1).join(' '),
    })),
    addresses: store.customers.map((one) => ({
      id: one.id,
      id_customer: String(one.id),
      phone: '',
      phone_mobile: one.phone.replace('+56', ''),
    })),
    orders: store.orders.map((one) => order(one, question)),
    order_carriers: parcels.map(({ one, parcel }) => ({
      id: parcel.id,
      id_order: String(one.id),
      id_carrier: '9',
      tracking_number: parcel.number,
      date_add: local(parcel.shippedAt),
    })),
    carriers: [{ id: 9, name: 'Chilexpress', url: 'https://seguimiento.cl/@' }],
    carts: store.carts.map(cart),
  };
}

/** `[a|b]` one of, `[a,b]` from and to. */
function holds(value: unknown, filter: string): boolean {
  const given = /^\[(.*)\]$/.exec(filter)?.[1];
  if (given === undefined) return String(value) === filter;
  if (given.includes(',')) {
    const [from = '', to = ''] = given.split(',');
    return String(value) >= from && String(value) <= to;
  }
  return given.split('|').some((one) => one.toLowerCase() === String(value).toLowerCase());
}

const ORDERS = ['orders', 'carts', 'order_states', 'order_carriers', 'customers', 'addresses'];

export const prestashopWire: Wire = {
  accepts: ({ request, store: { credentials } }) =>
    request.headers.authorization === `Basic ${Buffer.from(`${credentials['key']}:`).toString('base64')}`,
  errorOf: (_status, code) => ({ errors: [{ code: code === 'unauthorized' ? 17 : 1, message: 'Error' }] }),
  serve(question) {
    const { url, response, store } = question;
    const [, name] = /^\/api\/(\w+)$/.exec(url.pathname) ?? [];
    const rows = rowsOf(question)[name ?? ''];
    if (name === undefined || rows === undefined) return false;
    if (url.searchParams.get('output_format') !== 'JSON') {
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end('<?xml version="1.0"?><prestashop></prestashop>');
      return true;
    }
    if (store.faults.noOrders && ORDERS.includes(name))
      return !!answer(response, 403, {
        errors: [
          { code: 26, message: `Resource of type "${name}" is not allowed with this authentication key` },
        ],
      });
    const filters = [...url.searchParams].flatMap(([key, value]) => {
      const [, field] = /^filter\[(\w+)\]$/.exec(key) ?? [];
      return field === undefined ? [] : [[field, value] as const];
    });
    // Without this its dates can't be asked for.
    if (filters.some(([field]) => field.startsWith('date_')) && url.searchParams.get('date') !== '1')
      return !!answer(response, 400, { errors: [{ code: 32, message: 'Unable to filter by this field' }] });
    const found = rows.filter((row) => filters.every(([field, value]) => holds(row[field], value)));
    if (url.searchParams.get('sort') === '[id_DESC]') found.reverse();
    const [from = 0, most = found.length] = (url.searchParams.get('limit') ?? '')
      .split(',')
      .filter(Boolean)
      .map(Number);
    const shown = found.slice(from, from + most).map((row) => {
      if (url.searchParams.has('price[shown][use_tax]')) return row;
      const { shown: _shown, ...rest } = row;
      return rest;
    });
    answer(response, 200, shown.length === 0 ? [] : { [name]: shown });
    return true;
  },
};
