/** Codes of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 s, what all apps can). */
import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
/** Clocks of phones differ: the code before and the one after are taken, too. */
const WINDOW = 1;

const totp = (secret: string, issuer = '', label = '') =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  });

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What the app reads from the QR. */
export const enrolAddress = (secret: string, product: string, email: string): string =>
  totp(secret, product, email).toString();

/** The time step that a code belongs to, or null when it fits none near now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}
