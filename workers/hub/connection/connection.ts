/**
 * The one connection: the machine decides (machines/connection), and what it asks for is carried out here, on one
 * socket at a time, one alarm and the hub.
 */
import type { Credentials } from '../../../contract/entities/user.ts';
import {
  type ConnectionContext,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  stepConnection,
} from '../../../machines/connection/connection-machine.ts';
import { Alarm } from '../platform/alarm.ts';
import type { Clock, HubSocket, OpenSocket } from '../platform/platform.ts';

/** The pulse by which sleep is noticed: a timer that is late by more than `LATE` means that the machine slept. */
const PULSE = 5_000;
const LATE = 10_000;

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

/** The one connection to the server, as its machine says (`machines/connection`). */
export class Connection {
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #handlers: ConnectionHandlers;
  readonly #random: () => number;
  #credentials: Credentials | null = null;
  #socket: HubSocket | null = null;
  #state: ConnectionState = 'idle';
  #context: ConnectionContext = { failures: 0 };
  /** What happened while something else was carried out: after that. */
  readonly #happened: ConnectionEvent[] = [];
  #busy = false;
  #retryAt = 0;
  /** Of the attempt or the pause. */
  readonly #alarm: Alarm;
  readonly #pulse: Alarm;
  #openedAt: number | null = null;

  constructor(
    platform: { clock: Clock; random: () => number; openSocket: OpenSocket },
    handlers: ConnectionHandlers,
  ) {
    this.#clock = platform.clock;
    this.#random = platform.random;
    this.#alarm = new Alarm(platform.clock);
    this.#pulse = new Alarm(platform.clock);
    this.#openSocket = platform.openSocket;
    this.#handlers = handlers;
  }

  get state(): ConnectionState {
    return this.#state;
  }
  /** When the next attempt starts (ms since 1970), while waiting. */
  get retryAt(): number | null {
    return this.#state === 'waiting' ? this.#retryAt : null;
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
    this.#send('START');
    this.#beat();
  }

  /** A new socket in the present one's place: what the server heard on the old one does not concern it. */
  replace(): void {
    const credentials = this.#credentials;
    if (!credentials || this.#state === 'refused') return;
    this.stop();
    this.start(credentials);
  }

  stop(): void {
    this.#pulse.off();
    this.#send('STOP');
    this.#credentials = null;
  }

  /** Every wanted bot has what it missed. */
  caughtUp(): void {
    this.#send('CAUGHT_UP');
  }
  /** A bot is behind again. */
  behind(): void {
    this.#send('BEHIND');
  }
  /** The socket looks open but does not answer: replace it. */
  suspect(): void {
    this.#send('LOST');
  }
  /** Don't wait any longer (the network is back, somebody asked). */
  retryNow(): void {
    this.#send('RETRY');
  }

  #send(event: ConnectionEvent): void {
    this.#happened.push(event);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let type = this.#happened.shift(); type; type = this.#happened.shift()) {
        const { state, context, actions } = stepConnection(this.#state, this.#context, { type });
        this.#state = state;
        this.#context = context;
        for (const effect of actions) this.#carryOut(effect);
      }
    } finally {
      this.#busy = false;
    }
  }

  #carryOut({ type, params }: ConnectionEffect): void {
    switch (type) {
      case 'open':
        this.#connect();
        break;
      case 'close':
        this.#close();
        break;
      case 'giveUpLater':
        this.#alarm.set(params.ms, () => this.#send('LOST'));
        break;
      case 'retryLater': {
        // ±50 %
        const pause = Math.round(params.ms * (0.5 + this.#random()));
        this.#retryAt = this.#clock.now() + pause;
        this.#alarm.set(pause, () => this.#send('RETRY'));
        break;
      }
      case 'alarmOff':
        this.#alarm.off();
        break;
      case 'tellChanged':
        this.#handlers.changed();
        break;
      case 'tellOpened':
        this.#openedAt = this.#clock.now();
        this.#handlers.opened();
        break;
      case 'tellRefused':
        this.#handlers.unauthorized();
        break;
    }
  }

  #connect(): void {
    const credentials = this.#credentials;
    if (!credentials) return;
    this.#close();
    const mine: { socket: HubSocket | null } = { socket: null };
    // A socket that was replaced may still speak: only the present one is heard.
    const present = () => mine.socket !== null && mine.socket === this.#socket;
    mine.socket = this.#openSocket(credentials, {
      opened: () => present() && this.#send('OPENED'),
      lost: () => present() && this.#send('LOST'),
      refused: (reason) => present() && this.#send(reason === 'unauthorized' ? 'UNAUTHORIZED' : 'LOST'),
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
