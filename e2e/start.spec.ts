/** How a tab starts: what it waits for before it shows something. */
import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';

test('a new tab shows its first row though the server answers nothing but its document and files', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  await ana.showState('taken');
  const rows = (page = ana.tab) => page.locator('[data-conversation]');
  await expect(rows().first()).toBeVisible();
  const names = await rows().allTextContents();

  const tab = await ana.context.newPage();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  const scripts: string[] = [];
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script' && pathname.startsWith('/assets/')) scripts.push(pathname);
  });
  for (const held of ['**/svc/**', '**/client-config.json', '**/socket.io/**']) {
    await tab.route(held, async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await answered;
      await route.continue();
    });
  }
  const document = await (await tab.goto(ana.tab.url()))?.text();
  await expect(rows(tab).first()).toBeVisible();
  // Nothing came in a row: each script of the first row stands in the document.
  const beforeRow = await tab.evaluate(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < first)
      .map(({ name }) => new URL(name).pathname);
  });
  expect(beforeRow.length).toBeGreaterThan(3);
  for (const script of beforeRow) expect(document).toContain(script);
  expect(scripts).toEqual(expect.arrayContaining(beforeRow.filter((path) => path.startsWith('/assets/'))));
  await expect.poll(() => rows(tab).allTextContents()).toEqual(names);

  // What was shown is asked for behind it.
  expect(asked.some((path) => path.includes('bots'))).toBe(true);
  answer();
  await expect(tab.getByTestId('state-archived')).toHaveText(/\d/);
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
