/** From which address the work at hand was asked for, as the records tell it: hashed, the address itself never. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { Config } from './config.ts';
import { deriveKey } from './secret.ts';

const scope = new AsyncLocalStorage<string>();

/** Runs what an address asked for. */
export const fromAddress = <T>(address: string, work: () => T): T => scope.run(address, work);

/** From where the work at hand was asked for; '' where nobody asked. */
export const callerAddress = (): string => scope.getStore() ?? '';

/** The same for the same address, nothing to somebody who lacks the installation's secret; null: nobody asked. */
export function callerHash({ config }: { config: Config }): string | null {
  const address = scope.getStore();
  if (address === undefined || config.appSecret === null) return null;
  const key = deriveKey(config.appSecret, 'address in records');
  return createHmac('sha256', key).update(address).digest('base64url').slice(0, 12);
}
