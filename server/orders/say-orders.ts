/** Orders in the words of a chat: plain text, dates and money as Chile writes them. Pure. */

import { orderWords, PARCEL_WORDS } from '../../contract/entities/order-words.ts';
import type { Parcel, ShopOrder } from '../../contract/entities/shop-order.ts';
import { priceText } from '../../contract/rules/price-text.ts';
import type { OrderAtShop } from './desk.ts';

const LINES = 5;
const PARCELS = 5;
const TITLE = 90;

/** @param zone the bot's; @param several whether the shop has to be named, since there is more than one */
export function sayOrders(orders: readonly OrderAtShop[], zone: string): string {
  const several = new Set(orders.map(({ shop }) => shop.id)).size > 1;
  const said = orders.map((one) => sayOrder(one, zone, several));
  return orders.length > 1 ? [`Estos son tus pedidos:`, ...said].join('\n\n') : said.join('');
}

function sayOrder({ order, shop }: OrderAtShop, zone: string, named: boolean): string {
  const day = dayIn(zone);
  const made = order.created_at === null ? '' : ` del ${day(order.created_at)}`;
  const at = named ? ` en ${shop.name}` : '';
  const lines = order.lines.slice(0, LINES).map(({ quantity, title, variant }) => {
    const kind = variant === null ? '' : ` (${short(variant)})`;
    return `• ${quantity} × ${short(title)}${kind}`;
  });
  const rest = order.lines.length - lines.length;
  if (rest > 0) lines.push(`• y ${rest} más`);
  const total =
    order.total === null || order.currency === '' ? [] : [`Total: ${priceText(order.total, order.currency)}`];
  return [
    `Tu pedido ${order.number}${made}${at} está ${orderWords(order)}.`,
    ...lines,
    ...total,
    ...order.parcels
      .slice(0, PARCELS)
      .map((parcel, place, all) => sayParcel(parcel, all.length > 1 ? place + 1 : 0, day)),
    ...moreOf(order),
  ].join('\n');
}

/** @param place 0: it is the only one */
function sayParcel(parcel: Parcel, place: number, day: (at: string) => string): string {
  const {
    carrier,
    tracking_number: number,
    tracking_url: url,
    delivered_at,
    estimated_at,
    shipped_at,
  } = parcel;
  const by = carrier === null ? '' : ` por ${short(carrier)}`;
  const called = number === null ? '' : `, n.º de seguimiento ${short(number)}`;
  const when =
    parcel.state === 'delivered'
      ? delivered_at === null
        ? ''
        : ` el ${day(delivered_at)}`
      : estimated_at !== null
        ? `, llegaría el ${day(estimated_at)}`
        : shipped_at !== null
          ? `, salió el ${day(shipped_at)}`
          : '';
  const link = url === null ? '' : ` Síguelo aquí: ${url}`;
  return `${place > 0 ? `Paquete ${place}` : 'Envío'}${by}${called}: ${PARCEL_WORDS[parcel.state]}${when}.${link}`;
}

/** What its buyer can do: pay it, see it. */
function moreOf({ pay_url, url, parcels, state }: ShopOrder): string[] {
  if (pay_url !== null && state === 'pending_payment') return [`Págalo aquí: ${pay_url}`];
  return url !== null && parcels.every(({ tracking_url }) => tracking_url === null)
    ? [`Míralo aquí: ${url}`]
    : [];
}

const short = (text: string): string =>
  text.length > TITLE ? `${text.slice(0, TITLE - 1).trimEnd()}…` : text;

/** `20/11/2026` where the bot is. */
function dayIn(zone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('es-CL', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: zone,
  });
  return (at) => format.format(Date.parse(at)).replaceAll('-', '/');
}
