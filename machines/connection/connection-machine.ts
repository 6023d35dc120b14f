/**
 * The hub's one connection. It decides; `workers/hub/connection/connection.ts` opens and closes sockets, sets alarms and tells.
 *
 *   idle ─START▶ connecting ─OPENED▶ catching-up ─CAUGHT_UP▶ live
 *                 │   ▲                  │  ▲ ◀─BEHIND───────┤
 *             LOST│   │RETRY             │LOST               │LOST
 *                 ▼   │                  ▼                   ▼
 *                waiting ◀───────────────┴───────────────────┘
 *   any ─UNAUTHORIZED▶ refused ─START▶ connecting;   any ─STOP▶ idle
 *
 * Every opening is treated as a gap: `catching-up` lasts until every bot that is wanted has asked for what it missed.
 * An attempt that takes too long is LOST, a pause that is over is a RETRY: by the one alarm.
 */
import { assign, createMachine } from 'xstate';
import { remembered, stepper } from '../step.ts';

/** No connection by then: give up this attempt (a websocket handshake takes a few round trips). */
const CONNECT_TIMEOUT = 10_000;
/** First pause, its ceiling; in between it doubles. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

export type ConnectionState = 'idle' | 'connecting' | 'catching-up' | 'live' | 'waiting' | 'refused';

export type ConnectionEvent =
  | 'START'
  | 'STOP'
  | 'OPENED'
  | 'CAUGHT_UP'
  | 'BEHIND'
  | 'LOST'
  | 'UNAUTHORIZED'
  /** Don't wait any longer: the pause is over, the network is back, somebody asked. */
  | 'RETRY';

export interface ConnectionContext {
  /** Attempts in a row that failed. */
  failures: number;
}

/** What is carried out, in the order of a cell. */
export type ConnectionEffect =
  | { type: 'open'; params: undefined }
  | { type: 'close'; params: undefined }
  /** The alarm, in place of an earlier one. */
  | { type: 'giveUpLater'; params: { ms: number } }
  /** The next attempt; each client spreads the pause, so that they don't return in step. */
  | { type: 'retryLater'; params: { ms: number } }
  | { type: 'alarmOff'; params: undefined }
  | { type: 'tellChanged'; params: undefined }
  /** A socket is open: ask for everything that was missed. */
  | { type: 'tellOpened'; params: undefined }
  | { type: 'tellRefused'; params: undefined };
type Action = ConnectionEffect | { type: 'countFailure' | 'forgetFailures'; params: undefined };

interface Cell {
  target?: ConnectionState;
  actions?: readonly (
    | Exclude<Action['type'], 'giveUpLater' | 'retryLater'>
    | { type: 'giveUpLater'; params: { ms: number } }
    | { type: 'retryLater'; params: (args: { context: ConnectionContext }) => { ms: number } }
  )[];
}

const ignored = {} as const satisfies Cell;
const giveUpLater = { type: 'giveUpLater', params: { ms: CONNECT_TIMEOUT } } as const;
const retryLater = {
  type: 'retryLater',
  params: ({ context }: { context: ConnectionContext }) => ({
    ms: Math.min(FIRST_PAUSE * 2 ** context.failures, LONGEST_PAUSE),
  }),
} as const;
// The alarm first: an attempt that can't even begin is given up too.
const connects = {
  target: 'connecting',
  actions: [giveUpLater, 'open', 'tellChanged'],
} as const satisfies Cell;
const waits = {
  target: 'waiting',
  actions: ['close', retryLater, 'countFailure', 'tellChanged'],
} as const satisfies Cell;
const stops = {
  target: 'idle',
  actions: ['forgetFailures', 'alarmOff', 'close', 'tellChanged'],
} as const satisfies Cell;
const refuses = {
  target: 'refused',
  actions: ['alarmOff', 'close', 'tellChanged', 'tellRefused'],
} as const satisfies Cell;

/** Every state × every event. */
const states = {
  idle: {
    on: {
      START: connects,
      STOP: ignored,
      OPENED: ignored,
      CAUGHT_UP: ignored,
      BEHIND: ignored,
      LOST: ignored,
      UNAUTHORIZED: ignored,
      RETRY: ignored,
    },
  },
  connecting: {
    on: {
      START: ignored,
      STOP: stops,
      OPENED: { target: 'catching-up', actions: ['alarmOff', 'tellChanged', 'tellOpened'] },
      CAUGHT_UP: ignored,
      BEHIND: ignored,
      LOST: waits,
      UNAUTHORIZED: refuses,
      RETRY: ignored,
    },
  },
  'catching-up': {
    on: {
      START: ignored,
      STOP: stops,
      OPENED: ignored,
      CAUGHT_UP: { target: 'live', actions: ['forgetFailures', 'tellChanged'] },
      BEHIND: ignored,
      LOST: waits,
      UNAUTHORIZED: refuses,
      RETRY: ignored,
    },
  },
  live: {
    on: {
      START: ignored,
      STOP: stops,
      OPENED: ignored,
      CAUGHT_UP: ignored,
      BEHIND: { target: 'catching-up', actions: ['tellChanged'] },
      LOST: waits,
      UNAUTHORIZED: refuses,
      RETRY: ignored,
    },
  },
  waiting: {
    on: {
      START: ignored,
      STOP: stops,
      OPENED: ignored,
      CAUGHT_UP: ignored,
      BEHIND: ignored,
      LOST: ignored,
      UNAUTHORIZED: refuses,
      RETRY: connects,
    },
  },
  refused: {
    on: {
      START: { target: 'connecting', actions: ['forgetFailures', giveUpLater, 'open', 'tellChanged'] },
      STOP: stops,
      OPENED: ignored,
      CAUGHT_UP: ignored,
      BEHIND: ignored,
      LOST: ignored,
      UNAUTHORIZED: ignored,
      RETRY: ignored,
    },
  },
} as const satisfies {
  readonly [S in ConnectionState]: { readonly on: { readonly [E in ConnectionEvent]: Cell } };
};

export const connectionMachine = createMachine({
  types: {} as { context: ConnectionContext; events: { type: ConnectionEvent }; actions: Action },
  id: 'connection',
  context: { failures: 0 },
  initial: 'idle',
  states,
}).provide({
  actions: {
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
  },
});

/** The step of the machine; nothing is carried out. */
export const stepConnection = remembered(
  stepper<ConnectionState, ConnectionContext, { type: ConnectionEvent }, ConnectionEffect>(connectionMachine),
);
