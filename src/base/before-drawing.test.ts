import { expect, it, vi } from 'vitest';

it('is ready once all that was asked for is here or has failed', async () => {
  vi.resetModules();
  const { drawAfter, readyToDraw } = await import('./before-drawing.ts');
  let answer: () => void = () => undefined;
  drawAfter(
    new Promise<void>((resolve) => {
      answer = resolve;
    }),
  );
  drawAfter(Promise.reject(new Error('no answer')));
  let isReady = false;
  const ready = readyToDraw().then(() => {
    isReady = true;
  });
  await Promise.resolve();
  expect(isReady).toBe(false);
  answer();
  await ready;
  expect(isReady).toBe(true);
});
