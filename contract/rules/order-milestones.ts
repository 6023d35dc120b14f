/** What is told of an order's parcel, and how far each is: what is told goes forwards only (docs/protocol.md 'Automations'). */
export const MILESTONES = {
  shipped: 'Despachado',
  out_for_delivery: 'En reparto',
  ready_for_pickup: 'Listo para retirar',
  delivered: 'Entregado',
} as const;
export type Milestone = keyof typeof MILESTONES;

const OF_STATE: Partial<Record<string, Milestone>> = {
  shipped: 'shipped',
  in_transit: 'shipped',
  out_for_delivery: 'out_for_delivery',
  ready_for_pickup: 'ready_for_pickup',
  delivered: 'delivered',
};
const RANKS: Record<Milestone, number> = {
  shipped: 1,
  out_for_delivery: 2,
  ready_for_pickup: 2,
  delivered: 3,
};

/** What a parcel's state is told as; null: nothing. */
export const milestoneOf = (state: string): Milestone | null => OF_STATE[state] ?? null;

/** Whether one may be told after others were noted: none of them is as far, or farther. */
export const isFurther = (one: Milestone, before: readonly Milestone[]): boolean =>
  before.every((other) => RANKS[other] < RANKS[one]);
