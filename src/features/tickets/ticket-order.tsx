/** The order that a ticket is about: one of the client's, as their shops have it now, or a number that somebody typed. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ClientOrder } from '../../../contract/entities/client-orders.ts';
import { orderWords } from '../../../contract/entities/order-words.ts';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { TICKET_LIMITS } from '../../../contract/rules/tickets.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay } from '../../bot/place-context.ts';
import { dateText } from '../../ui/dates.ts';
import { LoadError } from '../../ui/load-state.tsx';
import { OrderList, silentText } from '../inbox/client/order-list.tsx';
import { useOrders } from '../inbox/client/orders-query.ts';
import { ordersNamed } from './orders-named.ts';

interface TicketOrderProps {
  ticket: TicketDetail;
  fixed: boolean;
  onSave: (order: string | null) => void;
}

const OTHER = 'other';

const optionOf = (order: ClientOrder) => ({
  value: order.number,
  label: [order.number, orderWords(order), order.created_at === null ? '' : dateText(order.created_at)]
    .filter((part) => part !== '')
    .join(' · '),
});

export function TicketOrder({ ticket, fixed, onSave }: TicketOrderProps) {
  const may = useMay();
  const { lead_id: leadId, order_ref: linked } = ticket;
  const asks = leadId !== null && may('crm', 'read');
  const found = useOrders(leadId ?? '', asks);
  const [typing, setTyping] = useState(false);
  const orders = found.data?.orders.filter(({ number }) => number.length <= TICKET_LIMITS.orderRef) ?? [];
  const named = linked === null ? [] : ordersNamed(orders, linked);
  const quiet = silentText(found.data?.silent ?? []);
  const chooses = orders.length > 0 && !typing && (linked === null || named.length > 0);
  return (
    <section aria-labelledby="ticket-order">
      <h2 id="ticket-order">Pedido</h2>
      {asks && found.isPending ? <p role="status">Consultando la tienda…</p> : null}
      {chooses ? (
        <NativeSelect
          aria-label="Pedido del cliente"
          disabled={fixed}
          value={named[0]?.number ?? ''}
          onChange={({ currentTarget: { value } }) => {
            if (value === OTHER) setTyping(true);
            else onSave(value === '' ? null : value);
          }}
          data={[
            { value: '', label: 'Ninguno' },
            ...[...new Map(orders.map((order) => [order.number, optionOf(order)])).values()],
            { value: OTHER, label: 'Otro número…' },
          ]}
        />
      ) : (
        <OrderNumber linked={linked} fixed={fixed} onSave={onSave} />
      )}
      {named.length > 0 ? <OrderList orders={named} /> : null}
      {linked !== null && found.data && found.data.shops > 0 && named.length === 0 && quiet === null ? (
        <p>Ninguna tienda tiene este pedido a nombre del cliente.</p>
      ) : null}
      {quiet !== null ? <LoadError message={quiet} onRetry={() => void found.refetch()} /> : null}
      {asks && found.error && !found.data ? (
        <LoadError
          message={`No pudimos cargar los pedidos. ${sentence(found.error)}`}
          onRetry={() => void found.refetch()}
        />
      ) : null}
    </section>
  );
}

interface OrderNumberProps {
  linked: string | null;
  fixed: boolean;
  onSave: (order: string | null) => void;
}

function OrderNumber({ linked, fixed, onSave }: OrderNumberProps) {
  const [text, setText] = useState(linked ?? '');
  const save = () => {
    const next = text.trim() === '' ? null : text.trim();
    if (next !== linked) onSave(next);
  };
  return (
    <TextInput
      aria-label="Número del pedido"
      disabled={fixed}
      placeholder="Número del pedido en la tienda"
      maxLength={TICKET_LIMITS.orderRef}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
