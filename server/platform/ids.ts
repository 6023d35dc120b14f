/** Ids that sort by time of making (UUIDv7, RFC 9562), and within a millisecond by order of making. */
import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** 12 bits of counter a millisecond; when they are used up, the time in the id runs ahead. */
const COUNTER_LIMIT = 0x1000;

/** Makes a process's source of ids. */
export function createIds(clock: Clock): () => string {
  let time = 0;
  let counter = 0;
  return () => {
    const now = clock.now().getTime();
    counter += 1;
    if (now > time || counter >= COUNTER_LIMIT) {
      time = Math.max(now, time + 1);
      counter = 0;
    }
    const bytes = randomBytes(16);
    bytes.writeUIntBE(time, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes.writeUInt8(0x80 | ((bytes[8] ?? 0) & 0x3f), 8);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}
