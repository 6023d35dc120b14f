/** The demo is what the domains show of themselves (docs/protocol.md 'The demo data'). */
import type { Queryable } from '../platform/database/database.ts';
import type { DemoTools } from '../platform/demo/demo.ts';
import type { Domain } from '../platform/domain.ts';

/**
 * Fills an empty database. Runs in the caller's transaction: a start that is killed in the middle leaves nothing.
 * @param domains in their order: each stands after those that it knows
 * @returns what is to be done once it is committed
 */
export async function writeDemo(
  tx: Queryable,
  domains: readonly Domain[],
  tools: DemoTools,
): Promise<(() => Promise<void>)[]> {
  for (const { demo } of domains) await demo?.found?.(tx, tools);
  const later: (() => Promise<void>)[] = [];
  for (const { demo } of domains) {
    const kept = await demo?.fill?.(tx, tools);
    if (kept) later.push(kept);
  }
  return later;
}
