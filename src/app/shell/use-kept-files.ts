/**
 * Has the browser keep what the inbox opens with (workers/push/keep-files.ts), and how it looks (first-screen.ts), once
 * nobody waits for anything here.
 */
import { useEffect } from 'react';
import { loadChunk } from '../../base/lazy-screen.ts';

/** Where a browser does not say when it is idle. Milliseconds. */
const LATER = 4_000;

/** Of the built client alone: in development files have no lasting names. */
export function useKeptFiles(): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    let end: (() => void) | undefined;
    let ended = false;
    const keep = () =>
      void keepAll().then(
        (keeping) => {
          if (ended) keeping?.();
          else end = keeping;
        },
        (error: unknown) =>
          console.warn('The files are not kept: the page opens with the network alone.', error),
      );
    const asked = 'requestIdleCallback' in window ? requestIdleCallback(keep, { timeout: 30_000 }) : null;
    const timer = asked === null ? setTimeout(keep, LATER) : undefined;
    return () => {
      if (asked !== null) cancelIdleCallback(asked);
      clearTimeout(timer);
      ended = true;
      end?.();
    };
  }, []);
}

/** @returns what ends the keeping of the first screen; undefined where there is no service worker */
async function keepAll(): Promise<(() => void) | undefined> {
  const { serviceWorker } = await loadChunk(() => import('../../notices/push-worker.ts'));
  if (!(await serviceWorker())) return undefined;
  const { keepFirstScreen } = await loadChunk(() => import('./first-screen.ts'));
  return keepFirstScreen();
}
