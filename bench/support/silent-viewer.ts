/**
 * An agent's socket that takes everything and looks at nothing: what two hundred viewers cost the server is measured,
 * not what two hundred clients cost on the same machine. Engine.IO over a bare websocket.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Credentials } from '../../contract/entities/user.ts';

/** The server hangs up on who is silent for 45 s (Engine.IO's defaults). Milliseconds. */
const ALIVE = 15_000;

/** A text frame as a client must send it: masked. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const mask = randomBytes(4);
  for (let at = 0; at < body.length; at += 1) body[at] = (body[at] ?? 0) ^ (mask[at % 4] ?? 0);
  const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.alloc(4, 0);
  if (body.length >= 126) {
    head.set([0x81, 0x80 | 126]);
    head.writeUInt16BE(body.length, 2);
  }
  return Buffer.concat([head, mask, body]);
}

export class SilentViewer {
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  /** Bytes that came. */
  received = 0;
  /** The server ended it. */
  ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (part) => {
      this.received += part.length;
    });
    socket.on('close', () => {
      this.ended = true;
    });
    socket.on('error', () => socket.destroy());
    this.#timer = setInterval(() => socket.write(frame('3')), ALIVE);
  }

  /** Connects as this person and joins a bot. Resolves when the server has answered the join. */
  static async open(url: string, credentials: Credentials, botId: number): Promise<SilentViewer> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const heard = async (word: string) => {
      for (let text = ''; !text.includes(word); ) {
        const [part] = (await once(socket, 'data')) as [Buffer];
        text += part.toString('latin1');
      }
    };
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    await heard('pingInterval');
    const { 'access-token': token, client, uid } = credentials;
    socket.write(frame(`40${JSON.stringify({ 'access-token': token, client, uid })}`));
    await heard('CONNECTED');
    // From the far end of the log: nothing to catch up with.
    socket.write(frame(`421["AUTO_RECONNECT",${JSON.stringify({ botId })}]`));
    await heard('431[');
    return new SilentViewer(socket);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.destroy();
  }
}
