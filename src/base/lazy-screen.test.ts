import { afterEach, expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { ChunkError, loadChunk } from './lazy-screen.ts';

afterEach(() => vi.useRealTimers());

it('treats a chunk that does not come within 120 s as failed', async () => {
  vi.useFakeTimers();
  const loading = loadChunk(() => new Promise(() => undefined));
  const outcome = expect(loading).rejects.toBeInstanceOf(ChunkError);
  await vi.advanceTimersByTimeAsync(LIMITS.chunkLoadTimeout);
  await outcome;
  expect(LIMITS.chunkLoadTimeout).toBe(120_000);
});
it('names a chunk that is gone, whatever the browser calls it', async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(
    ChunkError,
  );
});
it('hands over what came in time', async () => {
  await expect(loadChunk(async () => 7)).resolves.toBe(7);
});
