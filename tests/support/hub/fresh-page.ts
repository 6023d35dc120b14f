/**
 * A page that has just been loaded: its own client and drafts. Files of one process share what they import
 * (vitest.config.ts), and a page has one hub for its life: without this the next file would ask the last one's.
 */
import { vi } from 'vitest';
import type { HubSession } from '../../../workers/hub/surface/session.ts';
import { worldPlatform } from './tab-platform.ts';
import type { World } from './world.ts';

/** Loads it and waits until its hub is ready. `close` what it opened when it ends. */
export async function freshPage(world: World, session: HubSession) {
  vi.resetModules();
  const client = await import('../../../src/hub/client.ts');
  const { draftBuffer } = await import('../../../src/hub/draft-buffer.ts');
  const { platform, spawned } = worldPlatform(world);
  client.startHub({
    build: 'b1',
    product: { name: 'Charla', slug: 'charla' },
    session: () => session,
    platform,
  });
  await world.until(() => client.hubState() === 'ready', 'ready');
  return { client, draftBuffer, spawned };
}
