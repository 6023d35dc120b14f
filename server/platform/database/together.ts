/**
 * Waits for statements of one transaction that travel together, in the order in which they were asked for. Where several
 * fail, the first did and the others say only that the transaction is lost: the first one's error is thrown.
 */
export async function together<const P extends readonly Promise<unknown>[]>(
  promises: P,
): Promise<{ -readonly [K in keyof P]: Awaited<P[K]> }> {
  const settled = await Promise.allSettled(promises);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return (await Promise.all(promises)) as { -readonly [K in keyof P]: Awaited<P[K]> };
}
