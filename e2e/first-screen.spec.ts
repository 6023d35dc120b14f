/** What a new page shows before its scripts have run: the inbox as this browser saw it last (workers/push/SPEC.md). */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const keptIn = (page: Page) => page.evaluate(() => localStorage.getItem('first-screen'));
const names = (page: Page, where: string) =>
  page.locator(`${where} [data-conversation] bdi`).allTextContents();

/** The same browser with its scripts held: what is seen then came before any of them. */
async function heldTab(browser: Browser, { context, tab }: Agent): Promise<Page> {
  const held = await browser.newContext({
    storageState: await context.storageState(),
    viewport: tab.viewportSize(),
    serviceWorkers: 'block',
    colorScheme: 'light',
  });
  const page = await held.newPage();
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  return page;
}

async function keeping(browser: Browser, url: string, state: 'pending' | 'taken'): Promise<Agent> {
  const ana = await Agent.open(browser, url, 'ana@charla.test');
  await ana.showState(state);
  // The page waits for a quiet moment, half a minute at most.
  await expect.poll(() => keptIn(ana.tab), { timeout: 90_000 }).toContain(`state=${state}`);
  return ana;
}

/** Whether at each step of the page's first seconds there was one copy of each row: the kept one, or its own. */
const watchCopies = (context: BrowserContext) =>
  context.addInitScript(() => {
    const steps: string[] = [];
    Object.assign(window, { steps });
    const look = () => {
      const kept = document.querySelectorAll('#first-screen [data-conversation]').length > 0;
      const own = document.querySelectorAll('#root [data-conversation]').length > 0;
      const step = kept && own ? 'both' : kept ? 'kept' : own ? 'own' : 'none';
      if (steps.at(-1) !== step) steps.push(step);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

test('FIRST-1 a new tab shows rows, counters and frame of the last time before any script, then its own in the same frame', async ({
  browser,
  server,
}) => {
  const ana = await keeping(browser, server.url, 'taken');
  const held = await heldTab(browser, ana);
  await held.goto(ana.tab.url());
  expect(await names(held, '#first-screen')).toEqual(await names(ana.tab, '#root'));
  await expect(held.locator('#first-screen').getByText('Tomadas').first()).toBeVisible();
  // Nothing of it can be reached by key or read out: it is a picture.
  await expect(held.getByRole('link')).toHaveCount(0);
  const box = (page: Page, where: string) =>
    page.locator(`${where} [data-conversation]`).first().boundingBox();
  expect(await box(held, '#first-screen')).toEqual(await box(ana.tab, '#root'));

  await watchCopies(ana.context);
  const tab = await ana.context.newPage();
  await tab.setViewportSize(ana.tab.viewportSize() ?? { width: 0, height: 0 });
  await tab.goto(ana.tab.url());
  await expect(tab.locator('#root [data-conversation]').first()).toBeVisible();
  await expect.poll(() => tab.evaluate('window.steps.at(-1)')).toBe('own');
  const steps = await tab.evaluate<string[]>('window.steps');
  expect(steps.slice(steps.indexOf('kept'))).toEqual(['kept', 'own']);
});

test('FIRST-2 nothing is kept of what is written in a conversation, and nothing at all after signing out or for somebody else', async ({
  browser,
  server,
}) => {
  const ana = await keeping(browser, server.url, 'taken');
  const [first = ''] = await names(ana.tab, '#root');
  await ana.tab.getByRole('link', { name: first }).first().click();
  const messages = ana.tab.getByRole('log').getByRole('article');
  await expect(messages.first()).toBeVisible();
  // Not the last one, whose beginning stands in the row.
  const said = (await messages.first().locator('[dir], bdi').last().textContent()) ?? '';
  await ana.tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const kept = (await keptIn(ana.tab)) ?? '';
  expect(kept).toContain(first);
  expect(said.length).toBeGreaterThan(10);
  expect(kept).not.toContain(said);

  // Another person in the same browser, whose storage still has it.
  const bruno = await heldTab(browser, ana);
  await bruno.goto(`${server.url}/color-scheme.js`);
  await bruno.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}');
    localStorage.setItem('user', JSON.stringify({ ...user, id: user.id + 1 }));
  });
  await bruno.goto(ana.tab.url());
  await expect(bruno.locator('#first-screen')).toHaveCount(0);

  await ana.tab.getByRole('button', { name: 'Menú de Ana Riquelme' }).click();
  await ana.tab.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(ana.tab).toHaveURL(/login/);
  await expect.poll(() => keptIn(ana.tab)).toBeNull();
  await ana.tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await keptIn(ana.tab)).toBeNull();
});

test('FIRST-3 what others wrote into the browser’s storage is shown as words at most: nothing in it runs or leads elsewhere', async ({
  browser,
  server,
}) => {
  const ana = await keeping(browser, server.url, 'taken');
  const held = await heldTab(browser, ana);
  await held.goto(`${server.url}/color-scheme.js`);
  await held.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('first-screen') ?? '{}');
    localStorage.setItem('broken', JSON.stringify({ ...kept, tree: [['div'], 7, null] }));
    kept.tree = [
      [
        'div',
        { 'data-conversation': 'x', onclick: 'window.ran = 1', onmouseover: 'window.ran = 1' },
        ['<img src=x onerror="window.ran=1">'],
      ],
      ['script', {}, ['window.ran = 1']],
      ['img', { src: 'x', onerror: 'window.ran = 1' }, []],
      ['iframe', { srcdoc: '<script>parent.ran = 1</script>' }, []],
      ['a', { href: 'javascript:window.ran = 1' }, ['premio']],
      ['form', { action: 'https://otro.test' }, [['button', {}, ['entrar']]]],
      [
        'svg',
        { onload: 'window.ran = 1' },
        [
          ['script', {}, ['window.ran = 1']],
          ['animate', { onbegin: 'window.ran = 1' }, []],
        ],
      ],
    ];
    localStorage.setItem('first-screen', JSON.stringify(kept));
  });
  await held.goto(ana.tab.url());
  await expect(held.locator('#first-screen')).toContainText('<img src=x onerror="window.ran=1">premio');
  await expect(
    held.locator('#first-screen :is(script, img, iframe, animate, [href], [action], [onclick])'),
  ).toHaveCount(0);
  expect(await held.evaluate('window.ran')).toBeUndefined();

  const broken = await held.evaluate(() => localStorage.getItem('broken') ?? '');
  for (const text of [broken, '{', 'null', '[]', '{"tree":1}', '{"tree":[["div"]]}']) {
    await held.evaluate((value) => localStorage.setItem('first-screen', value), text);
    await held.goto(ana.tab.url());
    await expect(held.locator('#first-screen')).toHaveCount(0);
    // And the page begins all the same.
    await expect(held.locator('script[type=module][src*="/index-"]')).toHaveCount(1);
  }
});
