/** The Chromium of the browser tests, with a profile on disk: a private window keeps IndexedDB in memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import playwrightConfig from '../../playwright.config.ts';
import type { AtEnd } from './bounded.ts';

/** An empty profile on disk, removed at the end. */
export async function makeProfile(atEnd: AtEnd): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'charla-bench-'));
  atEnd(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return profile;
}

/** A browser, closed at the latest at the end. @param profile one that was used before; default: a fresh one */
export async function openBrowser(atEnd: AtEnd, profile?: string): Promise<BrowserContext> {
  const launching = chromium.launchPersistentContext(profile ?? (await makeProfile(atEnd)), {
    ...playwrightConfig.use?.launchOptions,
    viewport: { width: 1440, height: 900 },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // Plain pages are put into an answer of the server's origin.
    bypassCSP: true,
    // `bounded` closes in its own order.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  atEnd(async () => (await launching).close());
  return launching;
}

/**
 * A tab in a window of its own. Of several tabs in one window Chromium draws only the front one at full rate and the
 * others once a second, though all of them are said to be visible.
 */
export async function openWindow(context: BrowserContext): Promise<Page> {
  const [first = await context.newPage()] = context.pages();
  const session = await context.newCDPSession(first);
  const opened = context.waitForEvent('page');
  await session.send('Target.createTarget', { url: 'about:blank', newWindow: true });
  const page = await opened;
  await session.detach();
  return page;
}

/** What figures depend on, in a line. */
export function machineLine(context: BrowserContext): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    new Date().toISOString().slice(0, 10),
    `${cores.length} cores ${cores[0]?.model.trim() ?? ''}`.trim(),
    `${memory} GB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.versions.node}`,
    `Chromium ${context.browser()?.version() ?? '(version unknown)'}`,
  ].join(' · ');
}
