/**
 * Passwords are kept as scrypt hashes with their parameters, `scrypt$N$r$p$salt$hash` (base64url), so that the cost
 * can rise later without losing old ones. 2^15/8/3 is one of OWASP's equal-strength settings; it takes 32 MB.
 */
import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto';
import { callerAddress } from '../platform/caller-address.ts';
import { FairQueue } from '../platform/fair-queue.ts';

const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/**
 * Half of Node's threads: files, names and compression need the others. By turns of the addresses: an address that tries
 * a hundred passwords makes somebody else's wait for one.
 */
const turns = new FairQueue({ places: 2 });

const scrypt = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
  turns.run(callerAddress(), () => derive(password, salt, cost));

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same letter typed on two keyboards may be two sequences of code points: NFKC makes them one.
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    scryptCallback(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/**
 * The hash to store; off the event loop, some 200 ms.
 * @param sharing a hash whose salt this one takes: what is compared together costs the time of one
 */
export async function hashPassword(password: string, sharing: string | null = null): Promise<string> {
  const salt = sharing === null ? randomBytes(16) : Buffer.from(sharing.split('$')[4] ?? '', 'base64url');
  const key = await scrypt(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the password belongs to the hash. Throws on a hash of another form. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('Unknown form of password hash');
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await scrypt(password, Buffer.from(salt, 'base64url'), cost), expected);
}

/**
 * Which of these hashes, which share a salt, the password belongs to; -1: none. It takes the time of one hash, also
 * where there is none to compare with.
 */
export async function whichPassword(password: string, stored: readonly string[]): Promise<number> {
  const [first = await hashOfNobody()] = stored;
  const [, N, r, p, salt = ''] = first.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const key = (await scrypt(password, Buffer.from(salt, 'base64url'), cost)).toString('base64url');
  return stored.findIndex((hash) => {
    const [, , , , ownSalt, ownKey = ''] = hash.split('$');
    const same = Buffer.from(ownKey);
    return ownSalt === salt && same.length === key.length && timingSafeEqual(same, Buffer.from(key));
  });
}

let nobody: Promise<string> | undefined;

/** The hash of a password that nobody knows: an unknown e-mail costs the same time as a known one. */
export function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(randomBytes(32).toString('base64url'));
  return nobody;
}
