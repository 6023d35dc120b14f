/**
 * Has the browser keep what the inbox opens with (workers/push/keep-files.ts), and how it looks (first-screen.ts), once
 * nobody waits for anything here.
 */
import { useEffect } from 'react';
import { afterFirstContent } from '../../base/first-content.ts';
import { loadChunk } from '../../base/lazy-screen.ts';

/** Where a browser does not say when it is idle. Milliseconds. */
const LATER = 4_000;

/** When the page has time. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 30_000 });
    else setTimeout(resolve, LATER);
  });

/** Of the built client alone: in development files have no lasting names. */
export function useKeptFiles(): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    let end: (() => void) | undefined;
    let ended = false;
    const keep = async () => {
      await afterFirstContent();
      await idle();
      if (ended) return;
      const { keepFiles } = await loadChunk(() => import('./keep-files.ts'));
      const keeping = await keepFiles();
      if (ended) keeping?.();
      else end = keeping;
    };
    keep().catch((error: unknown) => console.warn('Files are not kept.', error));
    return () => {
      ended = true;
      end?.();
    };
  }, []);
}
