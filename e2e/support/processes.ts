/** The browser from outside: its workers, its processes, and a browser of one's own that can be killed whole. */
import { type Browser, chromium, expect, type LaunchOptions, type Page } from '@playwright/test';

/** Target ids of the shared workers that live. */
export async function sharedWorkers(browser: Browser): Promise<string[]> {
  const devtools = await browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send('Target.getTargets');
  await devtools.detach();
  return targetInfos.filter(({ type }) => type === 'shared_worker').map(({ targetId }) => targetId);
}

/** Ends a worker without a word. @param id one of `sharedWorkers` */
export async function killWorker(browser: Browser, id: string): Promise<void> {
  const devtools = await browser.newBrowserCDPSession();
  await devtools.send('Target.closeTarget', { targetId: id });
  await devtools.detach();
}

/** The renderer process of a page dies, and with it every page and worker that lives there. */
export async function crash(page: Page): Promise<void> {
  await expect(page.goto('chrome://crash')).rejects.toThrow(/crash/i);
}

/** Process ids of the renderers: pages and workers run there. */
export async function renderers(browser: Browser): Promise<number[]> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

interface OwnBrowser {
  browser: Browser;
  /** The whole of it ends at once, as when the machine loses power. */
  kill(): Promise<void>;
}

/** @param options the run's own launch options */
export async function launchBrowser(options: LaunchOptions): Promise<OwnBrowser> {
  const running = await chromium.launchServer(options);
  return {
    browser: await chromium.connect(running.wsEndpoint()),
    kill: () => running.kill(),
  };
}
