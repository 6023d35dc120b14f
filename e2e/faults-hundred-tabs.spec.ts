/** A hundred tabs, ninety-nine of which die without a word. Nothing is recorded: that would cost more than the tabs. */
import { Agent, moved } from './support/agent.ts';
import { Customer } from './support/customer.ts';
import { fact, openDiagnostics } from './support/diagnostics.ts';
import { expect, test } from './support/fixtures.ts';
import { crash } from './support/processes.ts';
import { expectFresh } from './support/screen.ts';

test.use({ trace: 'off', screenshot: 'off' });

/** Without a graphics card each tab in sight is painted by the processor: most of the work of a hundred. */
const SMALL = { width: 160, height: 120 };

test('of a hundred tabs ninety-nine are killed without a word: the survivor works and is alone', async ({
  browser,
  server,
}) => {
  test.setTimeout(480_000);
  const survivor = await Agent.open(browser, server.url, 'ana@charla.test', 1, undefined, SMALL);
  const panel = await openDiagnostics(survivor.tab);
  const { context } = survivor;
  // Pages that open each other share a process, as tabs that a person opens from a tab do; it dies with all of them.
  // Of all screens this one costs a machine least: the shell with its link to the hub, and a word about permission.
  const roots = [await context.newPage(), await context.newPage(), await context.newPage()];
  await Promise.all(
    roots.map(async (root) => {
      await root.goto(`${server.url}/test-view`);
      await root.evaluate(() => {
        for (let n = 0; n < 32; n += 1) window.open(location.href);
      });
    }),
  );
  await expect(fact(panel, 'Pestañas')).toHaveText(/^100 /, { timeout: 240_000 });
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);

  for (const root of roots) await crash(root);
  await expect(fact(panel, 'Pestañas')).toHaveText(/^1 /);
  await survivor.tab.keyboard.press('Escape');
  const before = await survivor.counters();
  const customer = await Customer.asking(server.url);
  await survivor.expectCounters(moved(before, { pending: 1 }));
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);
  await survivor.showState('pending');
  await survivor.openConversation(customer.conversation);
  await expectFresh(browser, survivor.tab);
  customer.leave();
  await context.close();
});
