/** What lives on the JavaScript heaps of a browser, after a collection: of a page, and of the hub's shared worker. */
import type { CDPSession, Page } from '@playwright/test';

/** One command to a target, through the browser's own session. */
async function send<A>(browser: CDPSession, sessionId: string, id: number, method: string): Promise<A> {
  const answer = new Promise<A>((resolve, reject) => {
    const hear = ({ sessionId: from, message }: { sessionId: string; message: string }) => {
      const said = JSON.parse(message) as { id?: number; result?: A; error?: { message: string } };
      if (from !== sessionId || said.id !== id) return;
      browser.off('Target.receivedMessageFromTarget', hear);
      if (said.result === undefined) reject(new Error(said.error?.message ?? method));
      else resolve(said.result);
    };
    browser.on('Target.receivedMessageFromTarget', hear);
  });
  await browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
  return answer;
}

/** Bytes in use by a page. */
export async function pageHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Bytes in use by the shared worker; NaN when there is none. */
export async function workerHeap(page: Page): Promise<number> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('The browser has no session of its own.');
  const { targetInfos } = await browser.send('Target.getTargets');
  const worker = targetInfos.find(({ type }) => type === 'shared_worker');
  if (!worker) return Number.NaN;
  const { sessionId } = await browser.send('Target.attachToTarget', {
    targetId: worker.targetId,
    flatten: false,
  });
  await send(browser, sessionId, 1, 'HeapProfiler.collectGarbage');
  const { usedSize } = await send<{ usedSize: number }>(browser, sessionId, 2, 'Runtime.getHeapUsage');
  await browser.detach();
  return usedSize;
}
