/** Hashing takes the machine: who tries many passwords makes others wait for one of theirs, and leaves threads for files. */
import { expect, it } from 'vitest';
import { fromAddress } from '../platform/caller-address.ts';
import { hashPassword, verifyPassword } from './password.ts';

it('FLOOD-4 an address with many passwords under way delays another one by a turn, not by all of them', async () => {
  const stored = await hashPassword('charla-demo');
  const order: string[] = [];
  const tries = (address: string, count: number) =>
    Array.from({ length: count }, () =>
      fromAddress(address, async () => {
        await verifyPassword('otra', stored);
        order.push(address);
      }),
    );
  const flood = tries('203.0.113.1', 12);
  const other = tries('203.0.113.2', 1);
  await Promise.all([...flood, ...other]);
  expect(order.indexOf('203.0.113.2')).toBeLessThan(5);
});
