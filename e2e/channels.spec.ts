import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';

test('choosing the same channel twice clears the channel filter (docs/product.md §2)', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { tab } = admin;
  await admin.showState('closed');
  const web = tab.getByTestId('channel-web');
  await web.click();
  await expect(web).toHaveAttribute('aria-pressed', 'true');
  await expect(tab.locator('[data-conversation]').first()).toContainText('Web');
  await web.click();
  await expect(web).toHaveAttribute('aria-pressed', 'false');
  await admin.context.close();
});

test('the other -live routes lead to the inbox', async ({ browser, server }) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  for (const route of ['/charla-live', '/charla-live-4']) {
    await admin.tab.goto(`${server.url}${route}`);
    await admin.tab.waitForURL('**/charla-live-2*');
  }
  await admin.context.close();
});
