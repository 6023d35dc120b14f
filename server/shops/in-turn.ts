/** Many questions to one shop, so many at a time: neither one after the other for a minute nor all at once. */
const AT_ONCE = 5;

/** @returns what each came to, in order; the first that fails ends all */
export async function inTurn<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await ask(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return results;
}
