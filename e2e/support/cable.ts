/**
 * The way from one browser to the server, which a test can cut. The browser's own offline switch does not reach a
 * SharedWorker, and the worker is where the socket and the outbox are.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Cable {
  readonly url: string;
  readonly #server: Server;
  readonly #ends: Set<Socket>;
  /** From the browser's ends to the server's. */
  readonly #ways: Map<Socket, Socket>;
  #cut = false;
  #held = false;
  #unread = false;
  /** Held as soon as the server has said this. */
  #until: { words: string; heard: () => void } | null = null;

  private constructor(server: Server, port: number, ends: Set<Socket>, ways: Map<Socket, Socket>) {
    this.#server = server;
    this.#ends = ends;
    this.#ways = ways;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async lay(target: string): Promise<Cable> {
    const { port, hostname } = new URL(target);
    const ends = new Set<Socket>();
    const ways = new Map<Socket, Socket>();
    const server = createServer((near) => {
      if (cable.#cut) return near.destroy();
      const far = connect(Number(port), hostname);
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        ends.add(end);
        end.on('error', () => other.destroy());
        end.on('close', () => {
          ends.delete(end);
          ways.delete(end);
          other.destroy();
        });
      }
      ways.set(near, far);
      let tail = '';
      far.on('data', (chunk: Buffer) => {
        tail = tail.slice(-100) + chunk.toString('latin1');
        if (cable.#until && tail.includes(cable.#until.words)) cable.#stopThere();
      });
      if (cable.#unread) far.pause();
      else far.pipe(near);
      if (!cable.#held) near.pipe(far);
      return near;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('No port is free');
    const cable = new Cable(server, address.port, ends, ways);
    return cable;
  }

  /** Nothing goes through, and what was going through ends. */
  cut(): void {
    this.#cut = true;
    for (const end of this.#ends) end.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  /** What the browser says stays on its way; what the server says arrives. */
  hold(): void {
    this.#held = true;
    for (const [near, far] of this.#ways) near.unpipe(far).pause();
  }

  /** Holds once the server has said this: what the browser answers to it stays on its way. @param words of a frame */
  holdAfter(words: string): Promise<void> {
    return new Promise((heard) => {
      this.#until = { words, heard };
    });
  }
  #stopThere(): void {
    this.hold();
    this.#until?.heard();
    this.#until = null;
  }

  /** What was held goes on. */
  release(): void {
    this.#held = false;
    for (const [near, far] of this.#ways) near.pipe(far);
  }

  /** The browser reads nothing more: what the server says waits, first on its way and then with the server. */
  stopReading(): void {
    this.#unread = true;
    for (const [near, far] of this.#ways) far.unpipe(near).pause();
  }

  /** The browser reads on, from where it stopped. */
  readOn(): void {
    this.#unread = false;
    for (const [near, far] of this.#ways) far.pipe(near);
  }

  async remove(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
