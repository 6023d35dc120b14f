/** The inbox where nobody answers: it opens from what the browser keeps, and says so (workers/push/SPEC.md). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { Customer } from './support/customer.ts';
import { expect, test } from './support/fixtures.ts';
import { otherBuild } from './support/other-build.ts';
import { expectFresh } from './support/screen.ts';

test.use({ serviceWorkers: 'allow' });

/** Addresses of the files that the browser keeps for a page without network. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('charla-files')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

test('OFF-1 a browser whose server is gone opens the inbox with its rows, says so, and sends what was written meanwhile once it is back', async ({
  browser,
  serverOfTest: server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const customer = await Customer.asking(server.url);
  await ana.showState('pending');
  await ana.openConversation(customer.conversation);
  await ana.act('Tomar');
  await ana.showState('taken');
  await ana.openConversation(customer.conversation);
  await expect.poll(() => keptFiles(ana.tab)).toContain('/index.html');
  const address = ana.tab.url();

  // The last tab closes, and with it the hub: what follows starts from the disk.
  const tab = await ana.context.newPage();
  await ana.tab.close();
  await server.stop();
  await tab.goto(address);
  await expect(tab.getByText('Sin conexión con el servidor')).toBeVisible();
  const row = tab.locator(`[data-conversation="${customer.conversation}"]`);
  await expect(row).toBeVisible();
  await expect(tab.getByText('puede faltar algo')).toBeVisible();
  await expect(tab.getByText('Es la única conversación')).toHaveCount(0);
  await expect(tab.getByText('los mensajes se cargan cuando vuelva')).toBeVisible();

  const field = tab.getByLabel('Respuesta', { exact: true });
  await field.fill('Escrito sin conexión');
  await field.press('Enter');
  await expect(tab.getByText('Escrito sin conexión').first()).toBeVisible();

  await server.start();
  await expect(tab.getByText('Sin conexión con el servidor')).toHaveCount(0, { timeout: 90_000 });
  await expect
    .poll(() => customer.heard.filter((text) => text === 'Escrito sin conexión'), { timeout: 90_000 })
    .toHaveLength(1);
  await expectFresh(browser, tab);
  customer.leave();
  await ana.context.close();
});

test('OFF-2 the files of one build and the document of another are never kept together', async ({
  browser,
  serverOfTest: server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'charla-offline-'));
  // In the middle of a deploy: the document is of another build than the service worker's list.
  await otherBuild(join(folder, 'client'));
  await server.deploy(join(folder, 'client'));
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const ended = await ana.tab.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/push.js', { scope: '/' });
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(ended).toBe('redundant');
  expect(await keptFiles(ana.tab)).not.toContain('/index.html');
  await ana.context.close();
  await rm(folder, { recursive: true, force: true });
});

test('OFF-3 while the server answers every document is its own; pages for strangers are never the kept one', async ({
  browser,
  serverOfTest: server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'charla-offline-'));
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  await expect.poll(() => keptFiles(ana.tab)).toContain('/index.html');
  await otherBuild(join(folder, 'client'));
  await server.deploy(join(folder, 'client'));
  const page = await ana.context.newPage();
  await page.goto(`${server.url}/agentes`);
  expect(await page.locator('script[type=module][src*="/index-"]').getAttribute('src')).toMatch(/^\/later\//);
  await server.stop();
  for (const open of ['/registro', '/registro?plan=1', '/ticket/x?y=1']) {
    const stranger = await ana.context.newPage();
    await expect(stranger.goto(server.url + open)).rejects.toThrow(/ERR_/);
  }
  const alone = await ana.context.newPage();
  await alone.goto(`${server.url}/agentes`);
  expect(await alone.locator('script[type=module][src*="/index-"]').getAttribute('src')).toMatch(
    /^\/assets\//,
  );
  await ana.context.close();
  await rm(folder, { recursive: true, force: true });
});
