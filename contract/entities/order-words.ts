/** Orders and parcels in plain words: what the bot says of them, and what the team reads. */
import type { OrderState, ParcelState, ShopOrder } from './shop-order.ts';

export const ORDER_WORDS: Record<OrderState, string> = {
  pending_payment: 'esperando el pago',
  paid: 'pagado',
  preparing: 'en preparación',
  ready_for_pickup: 'listo para retirar',
  shipped: 'en camino',
  completed: 'completado',
  delivered: 'entregado',
  cancelled: 'anulado',
  refunded: 'reembolsado',
  unknown: 'registrado',
};

export const PARCEL_WORDS: Record<ParcelState, string> = {
  preparing: 'en preparación',
  shipped: 'despachado',
  in_transit: 'en camino',
  out_for_delivery: 'en reparto',
  ready_for_pickup: 'listo para retirar',
  delivered: 'entregado',
  failed: 'no se pudo entregar',
  unknown: 'registrado',
};

/** Where an order is: 'en camino'; in the shop's own word where ours says nothing. */
export const orderWords = ({ state, state_said }: Pick<ShopOrder, 'state' | 'state_said'>): string =>
  state === 'unknown' && state_said !== null ? `«${state_said}»` : ORDER_WORDS[state];
