/** What the page's first drawing waits for, because it would only be drawn again with it. */

const awaited: Promise<unknown>[] = [];

/** Said before anything is drawn. Nobody waits long (src/main.tsx), and a failure shows where it is asked for again. */
export function drawAfter(answer: Promise<unknown>): void {
  awaited.push(answer);
}

/** Resolves once all of it is here or has failed. */
export const readyToDraw = (): Promise<unknown> => Promise.allSettled(awaited);
