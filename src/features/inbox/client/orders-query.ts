/** A client's orders, asked of the shops. Their key begins as the topic `lead` does: a changed phone finds others. */
import { useQuery } from '@tanstack/react-query';
import { orderCalls } from '../../../../contract/calls/orders.ts';
import { call } from '../../../api/call.ts';

/** As long as the server keeps what a shop said. Milliseconds. */
const FRESH = 60_000;

export function useOrders(leadId: string, enabled = true) {
  return useQuery({
    queryKey: ['lead', leadId, 'orders'],
    queryFn: ({ signal }) => call(orderCalls.leadOrders, { params: { id: leadId }, signal }),
    staleTime: FRESH,
    enabled,
  });
}
