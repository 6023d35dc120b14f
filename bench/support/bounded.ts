/** A benchmark that ends by itself and leaves nothing behind: no process, no folder, no port. */
import { setTimeout as pause } from 'node:timers/promises';

/** Something to close at the end; the latest is closed first. */
export type AtEnd = (close: () => Promise<unknown>) => void;

/** What does not close by then, or is still starting, is left to the end of the process (ms). */
const CLOSE_WITHIN = 15_000;

/**
 * Runs `work` for at most so many milliseconds, then closes what it opened, also when it fails, is too slow or is
 * interrupted. Sets the exit code.
 */
export async function bounded(limit: number, work: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${limit / 1000} s.`)), limit);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error(`Ended by ${signal}.`)));
    }
  });
  try {
    await Promise.race([work((close) => closers.push(close)), stopped]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    clearTimeout(timer);
    for (const close of closers.reverse()) {
      await Promise.race([close(), pause(CLOSE_WITHIN)]).catch((error: unknown) =>
        console.error('Could not be closed:', error),
      );
    }
  }
  // Work that was overtaken may still hold timers and sockets.
  process.exit();
}
