/** The client's latest orders beside the conversation; nothing where the bot has no shop. */
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { sentence } from '../../../api/api-error.ts';
import { ListError } from '../list/list-states.tsx';
import classes from './client-conversations.module.css';
import { OrderList, silentText } from './order-list.tsx';
import { useOrders } from './orders-query.ts';

/** In the panel; the record shows them all. */
const SHOWN = 3;

export default function ClientOrders({ leadId }: { leadId: string }) {
  const title = useId();
  const found = useOrders(leadId);
  const { orders, shops, silent, unknown } = found.data ?? {
    orders: [],
    shops: 0,
    silent: [],
    unknown: false,
  };
  if (found.data && shops === 0) return null;
  const quiet = silentText(silent);
  return (
    <section className={classes.conversations} aria-labelledby={title}>
      <h3 id={title}>Pedidos</h3>
      {found.isPending ? (
        <p role="status" className={classes.none}>
          Consultando la tienda…
        </p>
      ) : null}
      {found.error && !found.data ? (
        <ListError
          message={`No pudimos cargar los pedidos. ${sentence(found.error)}`}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      {quiet !== null ? <ListError message={quiet} onRetry={() => void found.refetch()} /> : null}
      {found.data && orders.length === 0 && quiet === null ? (
        <p className={classes.none}>
          {unknown
            ? 'Agrega su teléfono o correo para ver sus pedidos.'
            : 'La tienda no tiene pedidos con su teléfono ni su correo.'}
        </p>
      ) : null}
      {orders.length > 0 ? <OrderList orders={orders} most={SHOWN} /> : null}
      {orders.length > SHOWN ? (
        <Link to="/clients/detail-lead/$id" params={{ id: leadId }} className={classes.all}>
          Ver los {orders.length} en la ficha
        </Link>
      ) : null}
    </section>
  );
}
