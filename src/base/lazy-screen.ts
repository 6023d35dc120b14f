/** Screens load when they are opened; a chunk that does not come within 120 s counts as failed (docs/product.md §8). */
import { lazyRouteComponent } from '@tanstack/react-router';
import { LIMITS } from '../../contract/limits.ts';

/** A chunk that could not be loaded: the error page offers a reload. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('a part of the application could not be loaded', { cause });
    this.name = 'ChunkError';
  }
}

/** Loads a chunk within the limit. @throws ChunkError */
export async function loadChunk<T>(
  load: () => Promise<T>,
  limit: number = LIMITS.chunkLoadTimeout,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A route's component, loaded on demand. @param loaded runs once its code is here, before it is drawn */
export function lazyScreen<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
  loaded?: (part: M) => void,
) {
  const part = async () => {
    const here = await loadChunk(load);
    loaded?.(here);
    return here as Record<string, never>;
  };
  return lazyRouteComponent(part, name);
}
