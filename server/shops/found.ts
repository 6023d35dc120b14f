/** One thing by its id: there, or not. */
import { ConnectionFault } from '../connections/provider.ts';
import type { ShopAnswer } from './ask-shop.ts';
import type { Reading } from './port.ts';

/** What it is called where the shop has it not: a place of the shop that is not there. @returns what was answered, alone in a list */
export async function foundOrNone(ask: () => Promise<ShopAnswer>): Promise<unknown[]> {
  try {
    return [(await ask()).value];
  } catch (error) {
    if (error instanceof ConnectionFault && error.missing) return [];
    throw error;
  }
}

/** With this id, whatever the shop answered beside. */
export const oneOf = <T extends { external_id: string }>(
  { items, warnings }: Omit<Reading<T>, 'next'>,
  id: string,
): Reading<T> => ({ items: items.filter(({ external_id }) => external_id === id), warnings, next: null });
