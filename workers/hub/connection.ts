/**
 * The one connection, as a machine:
 *
 *   idle ─START▶ connecting ─OPENED▶ catching-up ─CAUGHT_UP▶ live
 *                 │   ▲                  │  ▲ ◀─BEHIND───────┤
 *        LOST, timeout│RETRY, backoff    │LOST               │LOST
 *                 ▼   │                  ▼                   ▼
 *                waiting ◀───────────────┴───────────────────┘
 *   any ─UNAUTHORIZED▶ refused ─START▶ connecting;   any ─STOP▶ idle
 *
 * Every opening is treated as a gap: `catching-up` lasts until every bot that is wanted has asked for what it missed.
 * The machine only decides; the driver below it opens and closes sockets, by the states that it enters.
 */
import { assign, createActor, setup } from 'xstate';
import type { Credentials } from '../../contract/entities/user.ts';
import { Alarm } from './alarm.ts';
import type { Clock, HubSocket, OpenSocket } from './platform.ts';
import type { ConnectionState } from './surface.ts';

/** No connection by then: give up this attempt (a websocket handshake takes a few round trips). */
const CONNECT_TIMEOUT = 10_000;
/** First pause, its ceiling; in between it doubles, each time ±50 % so that clients don't return in step. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** The pulse by which sleep is noticed: a timer that is late by more than `LATE` means that the machine slept. */
const PULSE = 5_000;
const LATE = 10_000;

type ConnectionEvent =
  | { type: 'START' }
  | { type: 'STOP' }
  | { type: 'OPENED' }
  | { type: 'CAUGHT_UP' }
  | { type: 'BEHIND' }
  | { type: 'LOST' }
  | { type: 'UNAUTHORIZED' }
  | { type: 'RETRY' };

/** The machine alone: pure, its clock is the actor's. */
export function connectionMachine(random: () => number) {
  return setup({
    types: { context: {} as { failures: number; pause: number }, events: {} as ConnectionEvent },
    delays: { pause: ({ context }) => context.pause, connectTimeout: CONNECT_TIMEOUT },
    actions: {
      failed: assign(({ context }) => {
        const pause = Math.min(FIRST_PAUSE * 2 ** context.failures, LONGEST_PAUSE) * (0.5 + random());
        return { failures: context.failures + 1, pause: Math.round(pause) };
      }),
      fresh: assign({ failures: 0 }),
    },
  }).createMachine({
    id: 'connection',
    initial: 'idle',
    context: { failures: 0, pause: 0 },
    on: {
      STOP: { target: '.idle', actions: 'fresh' },
      UNAUTHORIZED: '.refused',
    },
    states: {
      idle: { on: { START: 'connecting', UNAUTHORIZED: {} } },
      connecting: {
        on: { OPENED: 'catching-up', LOST: 'waiting' },
        after: { connectTimeout: 'waiting' },
      },
      'catching-up': { on: { CAUGHT_UP: { target: 'live', actions: 'fresh' }, LOST: 'waiting' } },
      live: { on: { BEHIND: 'catching-up', LOST: 'waiting' } },
      waiting: { entry: 'failed', after: { pause: 'connecting' }, on: { RETRY: 'connecting' } },
      refused: { on: { START: { target: 'connecting', actions: 'fresh' }, UNAUTHORIZED: {} } },
    },
  });
}

/** What the connection tells the hub. */
export interface ConnectionHandlers {
  /** The state, or the time of the next attempt, changed. */
  changed(): void;
  /** A socket is open: ask for everything that was missed. */
  opened(): void;
  /** The socket is gone: nothing under way will be answered. */
  closed(): void;
  frame(name: string, argument: unknown): void;
  unauthorized(): void;
  /** The machine slept: what came meanwhile may be lost though the socket looks open. */
  slept(): void;
}

/** The driver: one socket at a time, opened and closed as the machine says. */
export class Connection {
  readonly #clock: Clock;
  readonly #open: OpenSocket;
  readonly #handlers: ConnectionHandlers;
  readonly #actor;
  #credentials: Credentials | null = null;
  #socket: HubSocket | null = null;
  #state: ConnectionState = 'idle';
  #retryAt: number | null = null;
  readonly #pulse: Alarm;
  #openedAt: number | null = null;

  constructor(
    platform: { clock: Clock; random: () => number; openSocket: OpenSocket },
    handlers: ConnectionHandlers,
  ) {
    this.#clock = platform.clock;
    this.#pulse = new Alarm(platform.clock);
    this.#open = platform.openSocket;
    this.#handlers = handlers;
    this.#actor = createActor(connectionMachine(platform.random), {
      clock: {
        setTimeout: (run: (...args: unknown[]) => void, ms: number) => platform.clock.setTimeout(run, ms),
        clearTimeout: (timer: unknown) => platform.clock.clearTimeout(timer),
      },
    });
    this.#actor.subscribe((snapshot) =>
      this.#entered(snapshot.value as ConnectionState, snapshot.context.pause),
    );
    this.#actor.start();
  }

  get state(): ConnectionState {
    return this.#state;
  }
  /** When the next attempt starts (ms since 1970), while waiting. */
  get retryAt(): number | null {
    return this.#retryAt;
  }
  /** Since when the present socket is open (ms since 1970). */
  get openedAt(): number | null {
    return this.socket ? this.#openedAt : null;
  }
  /** The open socket, or null. */
  get socket(): HubSocket | null {
    return this.#state === 'catching-up' || this.#state === 'live' ? this.#socket : null;
  }

  /** Connects as this person; other credentials than before replace the socket. */
  start(credentials: Credentials): void {
    if (this.#credentials && this.#state !== 'idle' && this.#state !== 'refused') {
      if (this.#credentials['access-token'] === credentials['access-token']) return;
      this.stop();
    }
    this.#credentials = credentials;
    this.#actor.send({ type: 'START' });
    this.#beat();
  }

  /** A new socket in the present one's place: what the server was told of the old one does not concern it. */
  replace(): void {
    const credentials = this.#credentials;
    if (!credentials || this.#state === 'refused') return;
    this.stop();
    this.start(credentials);
  }

  stop(): void {
    this.#pulse.off();
    this.#actor.send({ type: 'STOP' });
    this.#credentials = null;
  }

  /** Every wanted bot has what it missed. */
  caughtUp(): void {
    this.#actor.send({ type: 'CAUGHT_UP' });
  }
  /** A bot is behind again. */
  behind(): void {
    this.#actor.send({ type: 'BEHIND' });
  }
  /** The socket looks open but does not answer: replace it. */
  suspect(): void {
    this.#actor.send({ type: 'LOST' });
  }
  /** Don't wait any longer (the network is back, somebody asked). */
  retryNow(): void {
    this.#actor.send({ type: 'RETRY' });
  }

  #entered(state: ConnectionState, pause: number): void {
    if (state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    this.#retryAt = state === 'waiting' ? this.#clock.now() + pause : null;
    if (state === 'idle' || state === 'waiting' || state === 'refused') this.#close();
    if (state === 'connecting') this.#connect();
    this.#handlers.changed();
    if (state === 'catching-up' && before === 'connecting') {
      this.#openedAt = this.#clock.now();
      this.#handlers.opened();
    }
    if (state === 'refused') this.#handlers.unauthorized();
  }

  #connect(): void {
    const credentials = this.#credentials;
    if (!credentials) return;
    this.#close();
    const mine: { socket: HubSocket | null } = { socket: null };
    // A socket that was replaced may still speak: only the present one is heard.
    const present = () => mine.socket !== null && mine.socket === this.#socket;
    mine.socket = this.#open(credentials, {
      opened: () => present() && this.#actor.send({ type: 'OPENED' }),
      lost: () => present() && this.#actor.send({ type: 'LOST' }),
      refused: (reason) =>
        present() && this.#actor.send({ type: reason === 'unauthorized' ? 'UNAUTHORIZED' : 'LOST' }),
      frame: (name, argument) => present() && this.#handlers.frame(name, argument),
    });
    this.#socket = mine.socket;
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.close();
    this.#handlers.closed();
  }

  #beat(): void {
    const due = this.#clock.now() + PULSE;
    this.#pulse.set(PULSE, () => {
      const slept = this.#clock.now() - due > LATE;
      this.#beat();
      if (!slept) return;
      this.retryNow();
      this.#handlers.slept();
    });
  }
}
