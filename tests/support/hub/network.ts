/** One browser's way to the server: it breaks, and loses, doubles, holds and reorders what it carries. */
import type { HubPlatform, HubSocket, SocketHandlers } from '../../../workers/hub/platform/platform.ts';
import type { HandClock } from './hand-platform.ts';
import type { HandServer } from './hand-server.ts';
import { type Mortal, never } from './mortal.ts';

/** What the wire does to frames: `hold` keeps them until `deliver`. */
export const WIRES = ['good', 'drop', 'double', 'hold'] as const;
export type Wire = (typeof WIRES)[number];
export const ORDERS = ['as sent', 'reversed', 'last first', 'one frame'] as const;
export type Order = (typeof ORDERS)[number];
/** What becomes of a call: it never arrives; its answer is lost, broken or slow; it is refused before or after its work. */
export const FATES = ['ok', 'unsent', 'lost', 'failed', 'failed after', 'slow', 'very slow'] as const;
export type Fate = (typeof FATES)[number];

const SLOW = { slow: 700, 'very slow': 9_000 };

export class Network {
  up = true;
  wire: Wire = 'good';
  /** Of the next calls, and of the next questions over the socket. */
  readonly fates: Fate[] = [];
  /** Open sockets of this browser: never more than one. */
  open = 0;
  /** The greatest number of sockets that were open at once. */
  most = 0;
  readonly #server: HandServer;
  readonly #clock: HandClock;
  #sockets: { handlers: SocketHandlers; close: () => void; mortal: Mortal }[] = [];
  #held: { to: SocketHandlers; name: string; argument: unknown }[] = [];

  constructor(server: HandServer, clock: HandClock) {
    this.#server = server;
    this.#clock = clock;
  }

  of(mortal: Mortal): Pick<HubPlatform, 'openSocket' | 'fetch' | 'progressFetch'> {
    mortal.atDeath(() => {
      for (const socket of this.#sockets.filter((each) => each.mortal === mortal)) socket.close();
    });
    return {
      openSocket: (credentials, handlers) => this.#openSocket(mortal, credentials, handlers),
      fetch: (input, init) => this.#carry(mortal, () => this.#server.fetch(input, init), answerOf503),
      progressFetch: (moved) => (input, init) =>
        this.#carry(mortal, () => this.#server.progressFetch(moved)(input, init), answerOf503),
    };
  }

  /** Every connection breaks; what was under way is lost. */
  cut(): void {
    this.#held = [];
    for (const { close, handlers } of this.#sockets) {
      close();
      handlers.lost();
    }
  }

  /** What was held arrives. */
  deliver(order: Order): void {
    const held = this.#held;
    this.#held = [];
    const sorted =
      order === 'reversed'
        ? held.toReversed()
        : order === 'last first'
          ? [...held.slice(-1), ...held.slice(0, -1)]
          : held;
    if (order !== 'one frame') {
      for (const { to, name, argument } of sorted) to.frame(name, argument);
      return;
    }
    for (const to of new Set(sorted.map((each) => each.to))) {
      const own = sorted.filter((each) => each.to === to);
      const logged = own.filter(
        ({ argument }) =>
          typeof (argument as { seq?: unknown }).seq === 'number' && (argument as { id?: unknown }).id,
      );
      to.frame(
        'EVENTS',
        logged.map(({ name, argument }) => ({ name, ...(argument as object) })),
      );
      for (const { name, argument } of own.filter((each) => !logged.includes(each))) to.frame(name, argument);
    }
  }

  async #carry<T>(mortal: Mortal, call: () => Promise<T>, refused: () => T): Promise<T> {
    if (!mortal.step()) return never();
    const fate = this.fates.shift() ?? 'ok';
    if (fate === 'unsent' || !this.up) {
      await this.#wait(10);
      if (mortal.dead) return never();
      throw new TypeError('no network');
    }
    if (fate === 'failed') return refused();
    const answer = await call().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    if (fate === 'slow' || fate === 'very slow') await this.#wait(SLOW[fate]);
    if (!mortal.step()) return never();
    if (fate === 'lost' || !this.up) throw new TypeError('connection reset');
    return fate === 'failed after' ? refused() : answer();
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.setTimeout(resolve, ms));
  }

  #openSocket(
    mortal: Mortal,
    credentials: Parameters<HubPlatform['openSocket']>[0],
    handlers: SocketHandlers,
  ): HubSocket {
    if (!mortal.step())
      return { id: undefined, emit: () => undefined, request: never, close: () => undefined };
    let isOpen = false;
    let closed = false;
    const guarded: SocketHandlers = {
      opened: () => {
        if (closed || !mortal.step()) return;
        isOpen = true;
        this.open += 1;
        this.most = Math.max(this.most, this.open);
        handlers.opened();
      },
      lost: () => (mortal.step() ? handlers.lost() : undefined),
      refused: (reason) => (mortal.step() ? handlers.refused(reason) : undefined),
      frame: (name, argument) => (mortal.step() ? handlers.frame(name, argument) : undefined),
    };
    if (!this.up) {
      queueMicrotask(() => guarded.refused('other'));
      return { id: undefined, emit: () => undefined, request: never, close: () => undefined };
    }
    const server = this.#server.openSocket(credentials, {
      ...guarded,
      frame: (name, argument) => this.#frame(guarded, name, argument),
    });
    const entry = {
      handlers: guarded,
      mortal,
      close: () => {
        if (isOpen) this.open -= 1;
        isOpen = false;
        closed = true;
        this.#sockets = this.#sockets.filter((each) => each !== entry);
        this.#held = this.#held.filter(({ to }) => to !== guarded);
        server.close();
      },
    };
    this.#sockets.push(entry);
    return {
      id: server.id,
      emit: (name, argument) => {
        if (mortal.step()) server.emit(name, argument);
      },
      request: (name, argument, timeout) => this.#request(mortal, server, name, argument, timeout),
      close: () => {
        if (!mortal.dead) entry.close();
      },
    };
  }

  async #request(mortal: Mortal, server: HubSocket, name: string, argument: unknown, timeout: number) {
    if (!mortal.step()) return never();
    const fate = this.fates.shift() ?? 'ok';
    if (fate === 'unsent' || fate === 'failed') {
      await this.#wait(timeout);
      throw new Error('no acknowledgement');
    }
    const answer = await server.request(name, argument, timeout);
    if (fate === 'slow' || fate === 'very slow') await this.#wait(SLOW[fate]);
    if (fate === 'lost' || fate === 'failed after') {
      await this.#wait(timeout);
      throw new Error('no acknowledgement');
    }
    return mortal.step() ? answer : never();
  }

  #frame(to: SocketHandlers, name: string, argument: unknown): void {
    switch (this.wire) {
      case 'good':
        to.frame(name, argument);
        return;
      case 'double':
        to.frame(name, argument);
        to.frame(name, structuredClone(argument));
        return;
      case 'hold':
        this.#held.push({ to, name, argument });
        return;
      case 'drop':
        return;
    }
  }
}

const answerOf503 = (): Response =>
  new Response(JSON.stringify({ error: 'unavailable', message: 'No disponible' }), {
    status: 503,
    headers: { 'content-type': 'application/json' },
  });
