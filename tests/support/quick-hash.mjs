/** Passwords of tests. Plain JavaScript, so that the server of the browser tests loads it too. */
import { randomBytes, scryptSync } from 'node:crypto';

/**
 * A password's hash at a thousandth of the usual cost: a hash says its own, so the product does the same work with it.
 *
 * @param {string} password
 */
export function quickHash(password) {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 1024, r: 1, p: 1 });
  return ['scrypt', 1024, 1, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}
