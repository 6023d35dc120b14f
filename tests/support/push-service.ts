/**
 * A push service of our own, on this machine: speaks Web Push as the browsers' services do. It checks the server's
 * signature (RFC 8292), reads what only the browser could read (RFC 8188, 8291), and fails as they fail.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser hands out: the public half, as `PushSubscription.toJSON()` has it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface Delivered {
  /** Which browser. */
  name: string;
  headers: IncomingMessage['headers'];
  /** The decrypted text. */
  text: string;
}

/** What the service says to the next pushes of a browser; null: 201 and delivered. */
export type Mood = { status: number; headers?: Record<string, string> } | null;

interface Browser {
  subscription: Subscription;
  privateKey: Buffer;
  moods: Mood[];
}

export class PushService {
  readonly delivered: Delivered[] = [];
  /** Why pushes were refused as a real service would refuse them. */
  readonly faults: string[] = [];
  /** Every request, whatever came of it. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #browsers = new Map<string, Browser>();
  readonly origin: string;
  /** The key under which browsers subscribe; a push signed with another one is 403. */
  applicationServerKey: string | null = null;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new PushService(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { status, headers = {} } = service.#answer(request, Buffer.concat(parts));
        response.writeHead(status, headers).end();
      });
    });
    return service;
  }

  /** A browser subscribes. */
  browser(name: string): Subscription {
    const ecdh = createECDH('prime256v1');
    const endpoint = `${this.origin}/push/${name}`;
    const subscription = {
      endpoint,
      keys: {
        p256dh: ecdh.generateKeys().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    };
    this.#browsers.set(name, { subscription, privateKey: ecdh.getPrivateKey(), moods: [] });
    return subscription;
  }

  /** What the service answers to this browser's next pushes, one after the other. */
  answer(name: string, ...moods: Mood[]): void {
    this.#browsers.get(name)?.moods.push(...moods);
  }
  /** The browser took its leave: its address is gone. */
  forget(name: string): void {
    this.#browsers.delete(name);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #answer(request: IncomingMessage, body: Buffer): { status: number; headers?: Record<string, string> } {
    const name = /^\/push\/(.+)$/.exec(request.url ?? '')?.[1] ?? '';
    this.asked.push(name);
    const browser = this.#browsers.get(name);
    if (!browser) return { status: 410 };
    const mood = browser.moods.shift();
    if (mood) return mood;
    try {
      this.#checkSignature(request);
      if (!/^\d+$/.test(request.headers.ttl?.toString() ?? '')) throw new Fault(400, 'no TTL');
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Fault(400, 'not aes128gcm');
      if (body.length > 4096) throw new Fault(413, 'more than 4096 bytes');
      this.delivered.push({ name, headers: request.headers, text: decrypt(browser, body) });
      return { status: 201 };
    } catch (error) {
      this.faults.push(String(error));
      return { status: error instanceof Fault ? error.status : 400 };
    }
  }

  /** `Authorization: vapid t=<JWT>, k=<key>`: ES256, for this origin, at most a day, with a contact. */
  #checkSignature(request: IncomingMessage): void {
    const given = /^vapid t=([^,]+), ?k=(.+)$/.exec(request.headers.authorization ?? '');
    const [, token = '', key = ''] = given ?? [];
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    if (point.length !== 65) throw new Fault(401, 'no VAPID key');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    const signed = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!signed) throw new Fault(401, 'the signature does not fit');
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { aud, exp, sub } = read(claims);
    const seconds = Date.now() / 1000;
    if (read(head)['alg'] !== 'ES256') throw new Fault(401, 'not ES256');
    if (aud !== this.origin) throw new Fault(401, `for ${String(aud)}`);
    if (typeof exp !== 'number' || exp < seconds || exp > seconds + 24 * 60 * 60 + 60)
      throw new Fault(401, 'expired, or valid for more than a day');
    if (typeof sub !== 'string' || !/^(mailto:|https:)/.test(sub)) throw new Fault(401, 'no contact');
    if (this.applicationServerKey !== null && key !== this.applicationServerKey)
      throw new Fault(403, 'another server’s key');
  }
}

class Fault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function decrypt({ subscription, privateKey }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const info = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    Buffer.from(subscription.keys.p256dh, 'base64url'),
    serverKey,
  ]);
  const derive = (secret: Buffer, with_: Buffer, of: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, of, length));
  const secret = derive(
    ecdh.computeSecret(serverKey),
    Buffer.from(subscription.keys.auth, 'base64url'),
    info,
    32,
  );
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2, padding behind it.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}
