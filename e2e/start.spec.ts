/** How a tab starts: what it waits for before it shows something. */
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';

const rowsOf = (page: Page) => page.locator('[data-conversation]');
/** Without the time of each, which goes on meanwhile. */
const shownIn = (page: Page) =>
  rowsOf(page).evaluateAll((all) =>
    all.map((row) => row.textContent?.replace(row.querySelector('time')?.textContent ?? '', '')),
  );

test('a new tab shows its first row though the server answers nothing but its document and files', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  await ana.showState('taken');
  await expect(rowsOf(ana.tab).first()).toBeVisible();
  const names = await shownIn(ana.tab);

  const address = ana.tab.url();
  const document = await (
    await ana.context.request.get(address, { headers: { accept: 'text/html' } })
  ).text();
  expect(document.match(/<link rel="modulepreload"/g)?.length).toBeGreaterThan(4);

  const tab = await ana.context.newPage();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  // Held back: every call, and each script that the document does not name, which would come in a row after another.
  for (const held of ['**/svc/**', '**/client-config.json', '**/socket.io/**', '**/assets/*.js']) {
    await tab.route(held, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (!document.includes(`"${pathname}"`)) {
        asked.push(pathname);
        await answered;
      }
      await route.continue();
    });
  }
  // Its parts that come later are on their way: the page is never done loading.
  await tab.goto(address, { waitUntil: 'commit' });
  await expect(rowsOf(tab).first()).toBeVisible();
  await expect.poll(() => shownIn(tab)).toEqual(names);

  // What was shown is asked for behind it.
  expect(asked.some((path) => path.includes('bots'))).toBe(true);
  answer();
  await expect(tab.getByTestId('state-archived')).toHaveText(/\d/);
  await ana.context.close();
});

test('what everybody waits for is asked for while the page’s own script is still on its way, and shown once it is here', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  // As on a first visit: nothing of the last page is kept but who is signed in.
  await ana.tab.evaluate(() => {
    for (const key of ['places', 'first-screen']) localStorage.removeItem(key);
  });
  const address = ana.tab.url();
  await ana.tab.close();
  const tab = await ana.context.newPage();
  let hand: () => void = () => undefined;
  const handed = new Promise<void>((resolve) => {
    hand = resolve;
  });
  await tab.route('**/assets/index-*.js', async (route) => {
    await handed;
    await route.continue();
  });
  const bots = tab.waitForResponse(/show_assigned_bots/);
  const links = tab.waitForResponse(/find_user_bot_with_permissions/);
  await tab.goto(address, { waitUntil: 'commit' });
  expect((await bots).status()).toBe(200);
  expect((await links).status()).toBe(200);
  await expect(tab.locator('#root > *')).toHaveCount(0);
  hand();
  await expect(tab.locator('[data-conversation]').first()).toBeVisible();
  await ana.context.close();
});

test('TAB-16 a first visit shows its rows before there is any worker, and the worker’s once there is', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  await ana.showState('taken');
  await expect(rowsOf(ana.tab).first()).toBeVisible();
  const names = await shownIn(ana.tab);
  await ana.tab.evaluate(() => {
    for (const key of ['places', 'first-screen']) localStorage.removeItem(key);
  });
  const address = ana.tab.url();
  await ana.tab.close();
  const tab = await ana.context.newPage();
  // As where a browser can't start the worker: the page says so after some tries.
  await tab.addInitScript(() => {
    const places: number[] = [];
    new MutationObserver((_, watch) => {
      const row = document.querySelector('[data-conversation]');
      if (!row) return;
      watch.disconnect();
      const { x, width } = row.getBoundingClientRect();
      places.push(x, width);
    }).observe(document, { subtree: true, childList: true });
    const Real = window.SharedWorker;
    const broken = () => {
      throw new Error('no worker');
    };
    Object.assign(window, {
      rowPlace: places,
      SharedWorker: broken,
      mendWorker: () => Object.assign(window, { SharedWorker: Real }),
    });
  });
  await tab.goto(address, { waitUntil: 'commit' });
  await expect(rowsOf(tab).first()).toBeVisible();
  expect(await shownIn(tab)).toEqual(names);
  await expect(tab.getByTestId('state-taken')).not.toHaveText(/\d/);
  // What stands around them came a frame later, into its own place.
  await expect(tab.getByRole('navigation').getByText('Clientes')).toBeVisible();
  const row = await rowsOf(tab).first().boundingBox();
  expect(await tab.evaluate('window.rowPlace')).toEqual([row?.x, row?.width]);

  const again = tab.getByRole('button', { name: 'Reintentar' });
  await expect(again.first()).toBeVisible({ timeout: 30_000 });
  expect(await shownIn(tab)).toEqual(names);
  await tab.evaluate('window.mendWorker()');
  await again.first().click();
  await expect(tab.getByTestId('state-taken')).toHaveText(/\d/);
  expect(await shownIn(tab)).toEqual(names);
  await ana.context.close();
});

test('who may no longer work at a bot sees it go when the answer is there; nothing of it is kept for the next person', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const kept = () => ana.tab.evaluate(() => localStorage.getItem('places') ?? '');
  await expect.poll(kept).toContain('"bot_name"');
  // As if the last page had known a bot that is hers no more.
  await ana.tab.evaluate(() => {
    const text = localStorage.getItem('places') ?? '';
    localStorage.setItem('places', text.replace(/"bot_name":"[^"]*"/, '"bot_name":"Ya no es suyo"'));
  });
  await ana.tab.reload();
  await ana.ready();
  await expect.poll(kept).not.toContain('Ya no es suyo');
  await expect(ana.tab.getByText('Ya no es suyo')).toHaveCount(0);
  // Of another person, or not to be read: asked for.
  for (const other of ['{"user":999999,"places":[]}', '{"user"', '[]']) {
    await ana.tab.evaluate((text) => localStorage.setItem('places', text), other);
    await ana.tab.reload();
    await ana.ready();
    await expect.poll(kept).toContain('"bot_name"');
  }
  await ana.context.close();
});
