/** What may happen in a life of a city: to conversations, to wires and disks, to pages and workers, to what people write. */
import fc from 'fast-check';
import type { ConversationCommand } from '../../machines/conversation/commands.ts';
import type { ListQuery } from '../../machines/inbox/inbox-state.ts';
import { FATES, ORDERS, WIRES } from '../support/hub/network.ts';

export const ANA = 11;
export const BRUNO = 12;
export const ADMIN = 1;
/** Who may work at a browser. */
export const PEOPLE = [
  { user_id: ADMIN, base: 'administrador', areas: [] },
  { user_id: ANA, base: 'agente', areas: [] },
  { user_id: BRUNO, base: 'agente', areas: ['ventas'] },
] as const;
/** What their role and areas may become. */
export const CHANGED_SIGHTS = [
  { base: 'administrador', areas: [] },
  { base: 'agente', areas: [] },
  { base: 'agente', areas: ['ventas'] },
  { base: 'agente', areas: ['soporte'] },
] as const;

export const COMMANDS: ConversationCommand[] = [
  { type: 'handoff' },
  { type: 'take', agent_id: ANA },
  { type: 'take', agent_id: BRUNO },
  { type: 'derive', agent_id: ANA },
  { type: 'derive', agent_id: BRUNO },
  { type: 'release' },
  { type: 'return_to_bot' },
  { type: 'mark_inactive' },
  { type: 'close' },
  { type: 'archive' },
  { type: 'reopen', agent_id: ANA },
  { type: 'reopen', agent_id: BRUNO },
  { type: 'customer_wrote', agent_connected: true },
  { type: 'customer_wrote', agent_connected: false },
];
export const CHANGES = [
  { state: 'closed' },
  { state: 'taken', agent_id: ANA },
  { state: 'taken', agent_id: BRUNO },
  { state: 'pending' },
] as const;
export const LISTS: ListQuery[] = [
  { state: 'active', channel: null, agent_id: null, category: null },
  { state: 'pending', channel: null, agent_id: null, category: null },
  { state: 'taken', channel: null, agent_id: null, category: null },
  { state: 'active', channel: 'web', agent_id: null, category: null },
  { state: 'taken', channel: null, agent_id: ANA, category: null },
  { state: 'closed', channel: null, agent_id: null, category: null },
];

const b = fc.nat(2);
const at = fc.nat(7);
const page = fc.nat(3);
const one = <const T extends string, R extends object>(
  name: T,
  rest: { [K in keyof R]: fc.Arbitrary<R[K]> },
): fc.Arbitrary<{ do: T } & R> => fc.record(rest).map((facts) => ({ do: name, ...(facts as R) }));
const of = <T>(...values: T[]) => fc.constantFrom(...values);

const weighted = [
  // The server's own life.
  [
    5,
    one('new', {
      channel: of('web' as const, 'whatsapp' as const),
      area: of(null, 'ventas' as const, 'soporte' as const),
    }),
  ],
  [14, one('command', { at, command: fc.nat(COMMANDS.length - 1) })],
  [3, one('team', { at, area: of('ventas' as const, 'soporte' as const), agent: of(ANA, BRUNO, null) })],
  [5, one('say', { at, who: of('customer' as const, 'colleague' as const, 'owner' as const) })],
  [
    3,
    one('mark', {
      at,
      unread: fc.boolean(),
      area: of(undefined, null, 'ventas' as const, 'soporte' as const),
    }),
  ],
  [1, one('status', { away: fc.boolean() })],
  [1, one('backup', {})],
  [1, one('restore', {})],
  [2, one('change sight', { b, viewer: fc.nat(CHANGED_SIGHTS.length - 1) })],
  // Wires, disks, clocks.
  [5, one('wire', { b, wire: of(...WIRES) })],
  [5, one('deliver', { b, order: of(...ORDERS) })],
  [3, one('cut', { b })],
  [3, one('offline', { b, ms: of(50, 3_000, 70_000) })],
  [6, one('fates', { b, fates: fc.array(of(...FATES), { minLength: 1, maxLength: 5, size: 'max' }) })],
  [1, one('disk', { b, writes: fc.integer({ min: 1, max: 3 }), shut: fc.boolean() })],
  [1, one('clock', { b, ahead: of(-3_600_000, 0, 3_600_000) })],
  [6, one('pass', { ms: of(20, 300, 1_500, 6_000, 70_000) })],
  [1, one('sleep', { ms: of(30_000, 3_600_000) })],
  // Pages and workers.
  [6, one('die', { b, after: fc.nat(60) })],
  [2, one('open', { b })],
  [2, one('close', { b, page, how: of('closed' as const, 'killed' as const, 'crashed' as const) })],
  [2, one('look', { b, page, visible: fc.boolean() })],
  [2, one('freeze', { b, page, frozen: fc.boolean() })],
  [4, one('show', { b, page, at })],
  [1, one('deploy', { b })],
  [1, one('expire', { b })],
  [1, one('sign out', { b, page })],
  [2, one('sign in', { b, page })],
  // What people write.
  [4, one('type', { b, page, at, note: fc.boolean() })],
  [7, one('send', { b, page, at, note: of(false, false, true) })],
  [2, one('change later', { b, page, at, change: fc.nat(CHANGES.length - 1) })],
  [2, one('take back', { b, page, nth: fc.nat(2) })],
  [2, one('cancel', { b, page, nth: fc.nat(2) })],
  [1, one('discard', { b, page, nth: fc.nat(2) })],
  [2, one('retry', { b, page, nth: fc.nat(2) })],
] as const;

export const step = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary: arbitrary as fc.Arbitrary<Step> })),
);
export type Step = (typeof weighted)[number][1] extends fc.Arbitrary<infer T> ? T : never;

/** A life: who looks on, and what happens. */
export const life = fc.record({
  viewers: fc.uniqueArray(fc.nat(PEOPLE.length - 1), { minLength: 1, maxLength: 3 }),
  pages: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
});
export type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;
