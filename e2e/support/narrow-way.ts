/** A way to the server that lets no websocket through, as the proxies of some companies and schools do. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';

export class NarrowWay {
  readonly url: string;
  readonly #server: Server;
  /** How many websockets were refused. */
  refused = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(target: string): Promise<NarrowWay> {
    const { port, hostname } = new URL(target);
    const server = createServer((asked, answer) => {
      const { method, url, headers } = asked;
      const onward = request({ port, hostname, method, path: url, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      asked.pipe(onward);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('No port is free');
    const way = new NarrowWay(server, address.port);
    server.on('upgrade', (_, socket) => {
      way.refused += 1;
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
    return way;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
