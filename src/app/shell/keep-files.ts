import { loadChunk } from '../../base/lazy-screen.ts';
import { serviceWorker } from '../../notices/push-worker.ts';

/**
 * Has the service worker keep the build's files, and this tab its look.
 * @returns what ends the keeping of the look; undefined where there is no service worker
 */
export async function keepFiles(): Promise<(() => void) | undefined> {
  if (!(await serviceWorker())) return undefined;
  const { keepFirstScreen } = await loadChunk(() => import('./first-screen.ts'));
  return keepFirstScreen();
}
