/** A file that comes later is waited for so long, and no longer (docs/product.md §8). Milliseconds. */
const LIMIT = 120_000;

/** @throws what the line says, or that it took too long */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It did not come in time')), LIMIT);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
}
