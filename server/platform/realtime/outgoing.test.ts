/** A client that does not read costs a bounded amount of memory, loses nothing, and slows nobody. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket as Raw } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, it } from 'vitest';
import { WEBSOCKET_HANDSHAKE } from '../../../tests/support/raw-socket.ts';
import { createLog } from '../log.ts';
import { MOST_WAITING } from './outgoing.ts';
import { createSocketServer, type SocketServer } from './socket-server.ts';

const TIMES = { head: 1_000, request: 1_000, upload: 1_000, idle: 1_000 };
const FRAME = 'x'.repeat(100_000);
let http: Server;
let sockets: SocketServer;
let overflowed = 0;

async function start(): Promise<number> {
  http = createServer();
  overflowed = 0;
  sockets = createSocketServer(
    http,
    { connections: { times: TIMES, most: 100 }, trustProxy: false },
    null,
    createLog('silent'),
    () => {
      overflowed += 1;
    },
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return (http.address() as AddressInfo).port;
}
afterEach(async () => {
  await sockets.close();
  http.close();
});

/** Connects, joins namespace `/`, and never reads again: bytes by hand, because no library can be that rude. */
async function deaf(port: number): Promise<Raw> {
  const joined = once(sockets.io, 'connection');
  const client = connect(port, '127.0.0.1');
  client.write(WEBSOCKET_HANDSHAKE);
  await once(client, 'data');
  // One final text frame of two bytes, its mask zero: '40' joins the namespace.
  client.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
  await joined;
  client.pause();
  return client;
}

it('closes the one that does not read, and throws away what waited for it', async () => {
  const client = await deaf(await start());
  const [socket] = await sockets.io.fetchSockets();
  const gone = once(sockets.io.sockets.sockets.get(socket?.id ?? '') as never, 'disconnect');
  let made = 0;
  while (overflowed === 0 && made < 5_000) {
    sockets.io.emit('EVENTS', FRAME);
    made += 1;
    // The transport gets its turn, as between two reads of the log.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await gone;
  expect(overflowed).toBe(1);
  // What the kernel took, and what may wait: far from everything.
  expect(made * FRAME.length).toBeLessThan(MOST_WAITING * 4);
  expect(sockets.io.engine.clientsCount).toBe(0);
  client.destroy();
});

it('leaves alone the one that reads, beside one that does not', async () => {
  const port = await start();
  const client = await deaf(port);
  const reader: Socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  await once(reader as never, 'connect');
  let heard = 0;
  reader.on('EVENTS', () => {
    heard += 1;
  });
  const frames = 600;
  for (let n = 0; n < frames; n += 1) {
    sockets.io.emit('EVENTS', FRAME);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => heard, { timeout: 60_000 }).toBe(frames);
  expect(overflowed).toBe(1);
  expect(reader.connected).toBe(true);
  reader.disconnect();
  client.destroy();
});

it('does not take one large frame for a queue', async () => {
  const port = await start();
  const reader: Socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  await once(reader as never, 'connect');
  const heard = once(reader as never, 'EVENTS');
  sockets.io.emit('EVENTS', 'x'.repeat(MOST_WAITING + 1));
  await heard;
  expect(overflowed).toBe(0);
  reader.disconnect();
});
