/** Counters by state and by channel (docs/product.md §3 Counters). */
import * as z from 'zod/mini';
import { CHANNELS, type Channel, CONVERSATION_STATES, type ConversationState } from '../states.ts';

const count = z.int();
const byState = <T extends z.ZodMiniType>(value: T) =>
  z.object({ active: value, pending: value, taken: value, inactive: value, closed: value, archived: value });

export const channelCounters = z.object({ web: count, whatsapp: count, instagram: count, messenger: count });
export type ChannelCounters = z.infer<typeof channelCounters>;
export const stateCounters = byState(count);
export type StateCounters = z.infer<typeof stateCounters>;
/** How many conversations the viewer sees in each state and channel; the other two are sums of it. */
export const counterMatrix = byState(channelCounters);
export type CounterMatrix = z.infer<typeof counterMatrix>;

/** A matrix of zeros. */
export function emptyMatrix(): CounterMatrix {
  const row = () => Object.fromEntries(CHANNELS.map((name) => [name, 0])) as Record<Channel, number>;
  return Object.fromEntries(CONVERSATION_STATES.map((state) => [state, row()])) as Record<
    ConversationState,
    ChannelCounters
  >;
}

/** Totals by state of a matrix. */
export function stateTotals(matrix: CounterMatrix): StateCounters {
  const total = (state: ConversationState) => CHANNELS.reduce((sum, name) => sum + matrix[state][name], 0);
  return Object.fromEntries(CONVERSATION_STATES.map((state) => [state, total(state)])) as Record<
    ConversationState,
    number
  >;
}
