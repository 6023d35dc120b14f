/** An Engine.IO connection by hand, because no library is as rude: it says what it is told to, and leaves when it likes. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawSocket {
  /** The texts that came. */
  told: string[];
  /** The server ended it. */
  closed: Promise<unknown>;
  say(text: string): void;
  /** At once, and without a word. */
  leave(): void;
}

/** A final text frame whose mask is zero. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}

/** Text frames of the server, which are not masked, and what is left of the last one; null: it says good-bye. */
function framesOf(bytes: Buffer): [texts: string[], rest: Buffer | null] {
  const texts: string[] = [];
  let rest = bytes;
  while (rest.length >= 2) {
    if (((rest[0] ?? 0) & 0x0f) === 8) return [texts, null];
    const short = (rest[1] ?? 0) & 0x7f;
    const from = short < 126 ? 2 : 4;
    if (rest.length < from) break;
    const size = short < 126 ? short : rest.readUInt16BE(2);
    if (rest.length < from + size) break;
    texts.push(rest.toString('utf8', from, from + size));
    rest = rest.subarray(from + size);
  }
  return [texts, rest];
}

/** What asks for a websocket of Engine.IO, by hand. */
export const WEBSOCKET_HANDSHAKE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  '\r\n',
].join('\r\n');

/** Opens one. It joins no namespace by itself. @param url the server's */
export async function openRaw(url: string): Promise<RawSocket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const told: string[] = [];
  socket.write(WEBSOCKET_HANDSHAKE);
  let rest = Buffer.alloc(0);
  let open = false;
  const take = (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    const head = rest.indexOf('\r\n\r\n');
    if (!open && head < 0) return;
    if (!open) rest = rest.subarray(head + 4);
    open = true;
    const [texts, left] = framesOf(rest);
    told.push(...texts);
    if (left === null) socket.destroy();
    else rest = Buffer.from(left);
  };
  socket.on('data', take);
  await once(socket, 'data');
  return {
    told,
    closed: once(socket, 'close'),
    say: (text) => void socket.write(frameOf(text)),
    leave: () => void socket.destroy(),
  };
}
