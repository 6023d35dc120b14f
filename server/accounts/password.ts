/**
 * Passwords are kept as scrypt hashes with their parameters, `scrypt$N$r$p$salt$hash` (base64url), so that the cost
 * can rise later without losing old ones. 2^15/8/3 is one of OWASP's equal-strength settings; it takes 32 MB.
 */
import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto';

const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

function scrypt(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same letter typed on two keyboards may be two sequences of code points: NFKC makes them one.
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    scryptCallback(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** The hash to store; off the event loop, some 200 ms. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
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

let nobody: Promise<string> | undefined;

/** The hash of a password that nobody knows: an unknown e-mail costs the same time as a known one. */
export function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(randomBytes(32).toString('base64url'));
  return nobody;
}
