/**
 * The opaque stamp of what a viewer may see: when it changes, the client loads everything again (docs/protocol.md
 * 'Sight').
 */
import { createHash } from 'node:crypto';
import type { Viewer } from '../../contract/entities/user.ts';

/** The same for the same base and areas, in any order. */
export function sightStamp(viewer: Pick<Viewer, 'base' | 'areas'>): string {
  const facts = `${viewer.base}|${[...viewer.areas].sort().join('|')}`;
  return createHash('sha256').update(facts).digest('base64url').slice(0, 16);
}
