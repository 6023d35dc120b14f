/** All orders of a client that the shops know, the freshest first. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sentence } from '../../../api/api-error.ts';
import { useMay } from '../../../bot/place-context.ts';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { OrderList, silentText } from '../../inbox/client/order-list.tsx';
import { useOrders } from '../../inbox/client/orders-query.ts';
import classes from './record.module.css';

export function RecordOrders({ leadId }: { leadId: string }) {
  const connects = useMay()('integraciones', 'read');
  const found = useOrders(leadId);
  if (found.isPending) return <LoadRows label="Consultando la tienda…" rows={3} />;
  if (!found.data) return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  const { orders, shops, silent, unknown } = found.data;
  if (shops === 0) {
    return (
      <Empty
        title="No hay una tienda conectada"
        next={
          connects ? (
            <Button component={Link} to="/integraciones" variant="default">
              Conectar una tienda
            </Button>
          ) : (
            { none: 'only who may connect shops can go on from here' }
          )
        }
      >
        Cuando conectes tu tienda, aquí verás los pedidos de este cliente.
      </Empty>
    );
  }
  const quiet = silentText(silent);
  return (
    <>
      {quiet !== null ? <LoadError message={quiet} onRetry={() => void found.refetch()} /> : null}
      {orders.length > 0 ? <OrderList orders={orders} /> : null}
      {orders.length === 0 && quiet === null ? (
        <Empty
          title={unknown ? 'No sabemos por qué dato buscarlos' : 'La tienda no tiene pedidos suyos'}
          next={{ none: 'phone and mail stand beside it, to be filled in' }}
        >
          {unknown
            ? 'Agrega su teléfono o su correo.'
            : 'Los buscamos por los teléfonos y correos que conocemos de este cliente.'}
        </Empty>
      ) : null}
      {orders.length > 0 ? (
        <p className={classes.quiet}>Como los dice la tienda, hace un minuto a lo más.</p>
      ) : null}
    </>
  );
}
