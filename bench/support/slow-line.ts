/** A line as long as from a far place: whatever goes through arrives later, at full width. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import type { AtEnd } from './bounded.ts';

/** Each piece leaves this long after it came; they keep their order, none waits for another. */
function late(ms: number): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      setTimeout(() => this.push(piece), ms);
      done();
    },
    flush(done) {
      setTimeout(done, ms);
    },
  });
}

/**
 * @param target where the server listens
 * @param roundTrip how much longer an answer takes (ms)
 * @returns the address by which the same server is far away
 */
export async function slowLine(atEnd: AtEnd, target: string, roundTrip: number): Promise<string> {
  const open = new Set<Socket>();
  const { hostname, port } = new URL(target);
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      open.add(socket);
      // One side that breaks ends the other: what the browser sees of it is what it would see of the server.
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket));
      socket.pipe(late(roundTrip / 2)).pipe(other);
    }
  }).listen(0, hostname);
  await once(line, 'listening');
  atEnd(async () => {
    line.close();
    for (const socket of open) socket.destroy();
  });
  const address = line.address();
  if (!address || typeof address === 'string') throw new Error('the line has no port');
  return `http://${hostname}:${address.port}`;
}
