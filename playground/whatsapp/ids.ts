/** Ids as Meta makes them. */
import { createHash, randomBytes } from 'node:crypto';

/** Of media and templates: digits. */
export const newId = (): string => String(BigInt(`0x${randomBytes(6).toString('hex')}`));
/** Of a message. */
export const newWamid = (): string => `wamid.${randomBytes(18).toString('base64url')}`;
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
