/** Orders of a client, the freshest first: where each is, its parcels, what was bought. */
import type { ClientOrder } from '../../../../contract/entities/client-orders.ts';
import { PROVIDER_LABELS } from '../../../../contract/entities/connection-faults.ts';
import { orderWords, PARCEL_WORDS } from '../../../../contract/entities/order-words.ts';
import type { Parcel } from '../../../../contract/entities/shop-order.ts';
import { priceText } from '../../../../contract/rules/price-text.ts';
import { dateText } from '../../../ui/dates.ts';
import classes from './order-list.module.css';

/** Lines of an order that stand without being opened. */
const LINES = 3;

export function OrderList({ orders, most }: { orders: readonly ClientOrder[]; most?: number }) {
  return (
    <ul className={classes.orders}>
      {orders.slice(0, most).map((order) => (
        <li key={`${order.provider} ${order.shop_name} ${order.external_id}`}>
          <Order order={order} />
        </li>
      ))}
    </ul>
  );
}

function Order({ order }: { order: ClientOrder }) {
  const { number, url, created_at, total, currency, lines, parcels, proved } = order;
  const rest = lines.length - LINES;
  return (
    <>
      <div className={classes.top}>
        <strong>{url === null ? number : <Outside to={url}>{number}</Outside>}</strong>
        <span data-state={order.state}>{orderWords(order)}</span>
        {created_at === null ? null : <time dateTime={created_at}>{dateText(created_at)}</time>}
      </div>
      <ul className={classes.lines}>
        {lines.slice(0, LINES).map(({ title, variant, quantity }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shop may say the same line twice, and lines never move
          <li key={at}>
            {quantity} × {title}
            {variant === null ? '' : ` (${variant})`}
          </li>
        ))}
        {rest > 0 ? <li>y {rest} más</li> : null}
      </ul>
      {parcels.map((parcel) => (
        <ParcelLine key={parcel.id} parcel={parcel} />
      ))}
      <p className={classes.more}>
        {total === null || currency === '' ? '' : `${priceText(total, currency)} · `}
        {order.shop_name || PROVIDER_LABELS[order.provider]}
      </p>
      {proved ? null : (
        <p className={classes.claim}>
          Calza con un dato que el cliente escribió y nadie comprobó: no le cuentes del pedido sin confirmar
          quién es.
        </p>
      )}
    </>
  );
}

function ParcelLine({ parcel }: { parcel: Parcel }) {
  const { state, carrier, tracking_number, tracking_url, delivered_at, estimated_at } = parcel;
  const when =
    state === 'delivered' && delivered_at !== null
      ? ` el ${dateText(delivered_at)}`
      : state !== 'delivered' && estimated_at !== null
        ? `, llegaría el ${dateText(estimated_at)}`
        : '';
  const called = [carrier, tracking_number].filter((part) => part !== null).join(' ') || 'Envío';
  return (
    <p className={classes.parcel}>
      {tracking_url === null ? called : <Outside to={tracking_url}>{called}</Outside>}: {PARCEL_WORDS[state]}
      {when}
    </p>
  );
}

function Outside({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Which shops did not answer; null: all did. */
export function silentText(silent: readonly { name: string }[]): string | null {
  if (silent.length === 0) return null;
  const names = silent.map(({ name }) => name).join(', ');
  return silent.length === 1
    ? `${names} no respondió ahora: puede haber más pedidos.`
    : `No respondieron ahora: ${names}. Puede haber más pedidos.`;
}
