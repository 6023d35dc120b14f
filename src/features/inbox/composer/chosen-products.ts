/** Which products the next reply of a conversation shows: chosen in the picker, shown and used in the composer. */
import { useSyncExternalStore } from 'react';
import type { Product } from '../../../../contract/entities/product.ts';
import { LIMITS } from '../../../../contract/limits.ts';

type Chosen = Pick<Product, 'id' | 'title' | 'image'>;

const NONE: readonly Chosen[] = [];
const chosen = new Map<string, readonly Chosen[]>();
const readers = new Set<() => void>();

function put(conversationId: string, products: readonly Chosen[]): void {
  if (products.length === 0) chosen.delete(conversationId);
  else chosen.set(conversationId, products);
  for (const reader of readers) reader();
}

/** Adds one, at most as many as a message shows; one that is there is taken out. */
export function toggleProduct(conversationId: string, product: Chosen): void {
  const before = chosen.get(conversationId) ?? NONE;
  const others = before.filter(({ id }) => id !== product.id);
  if (others.length < before.length) put(conversationId, others);
  else if (before.length < LIMITS.cardsPerMessage) put(conversationId, [...before, product]);
}

/** They have left with the reply. */
export const noProducts = (conversationId: string): void => put(conversationId, NONE);

/** Products of the next reply. They live in the tab. */
export function useChosenProducts(conversationId: string): readonly Chosen[] {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => chosen.get(conversationId) ?? NONE,
  );
}
