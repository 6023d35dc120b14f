import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Of a page that has just been loaded: a page has one first screen. */
async function freshPage() {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
  const page = await import('./first-content.ts');
  const came = { before: false };
  return {
    ...page,
    came,
    wait: () =>
      void page.afterFirstContent().then(() => {
        came.before = true;
      }),
  };
}

it('holds what nobody looks at yet until the content is painted, whoever says it twice', async () => {
  const { holdBack, contentStands, came, wait } = await freshPage();
  holdBack();
  wait();
  // What begins the page says so, and its screen again.
  holdBack();
  await vi.advanceTimersByTimeAsync(500);
  expect(came.before).toBe(false);
  contentStands();
  await vi.advanceTimersByTimeAsync(15);
  expect(came.before).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(came.before).toBe(true);
});

it('is drawn alone until it is painted, only where a screen is held back for it', async () => {
  const { holdBack, drawAlone, contentStands, isDrawnAlone } = await freshPage();
  drawAlone();
  expect(isDrawnAlone()).toBe(false);
  holdBack();
  drawAlone();
  expect(isDrawnAlone()).toBe(true);
  contentStands();
  await vi.advanceTimersByTimeAsync(17);
  expect(isDrawnAlone()).toBe(false);
});

it('waits a second for a content that does not come, and for none where nobody said so', async () => {
  const { holdBack, came, wait } = await freshPage();
  holdBack();
  wait();
  await vi.advanceTimersByTimeAsync(999);
  expect(came.before).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(came.before).toBe(true);
  const other = await freshPage();
  other.wait();
  await vi.advanceTimersByTimeAsync(0);
  expect(other.came.before).toBe(true);
});
