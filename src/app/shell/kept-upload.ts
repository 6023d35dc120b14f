/** 'Productos cargados' until somebody has seen it (docs/product.md §4): over a reload of the last tab too. */
import { useEffect, useRef } from 'react';
import type { UploadState } from '../../../machines/product-upload/moves.ts';
import { hub } from '../../hub/hooks.ts';

/** Keeps in this browser that an upload waits to be seen. @param state as the hub tells it; undefined: not yet */
export function useKeptUpload(userId: number, botId: number, state: UploadState | undefined): void {
  const key = `products-unseen:${userId}:${botId}`;
  const before = useRef<{ key: string; state: UploadState } | null>(null);
  useEffect(() => {
    if (state === undefined) return;
    const known = before.current?.key === key;
    before.current = { key, state };
    if (state === 'training' || state === 'loaded') localStorage.setItem(key, '1');
    else if (known || state === 'loading') localStorage.removeItem(key);
    else if (localStorage.getItem(key) !== null) {
      hub()
        .recallProducts(botId)
        .catch((error: unknown) => console.warn('The loaded products could not be recalled', error));
    }
  }, [key, botId, state]);
}
