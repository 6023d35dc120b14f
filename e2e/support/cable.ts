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
  #cut = false;

  private constructor(server: Server, port: number, ends: Set<Socket>) {
    this.#server = server;
    this.#ends = ends;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async lay(target: string): Promise<Cable> {
    const { port, hostname } = new URL(target);
    const ends = new Set<Socket>();
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
          other.destroy();
        });
        end.pipe(other);
      }
      return near;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('No port is free');
    const cable = new Cable(server, address.port, ends);
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

  async remove(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
