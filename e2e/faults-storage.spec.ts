/** What this browser keeps goes wrong: deleted, unreadable, of a newer format, full, held up. The inbox goes on. */
import type { Page } from '@playwright/test';
import { logName } from '../workers/hub/bot-log/log-database.ts';
import { Agent, moved } from './support/agent.ts';
import { Customer } from './support/customer.ts';
import { expectFact } from './support/diagnostics.ts';
import { expect, test } from './support/fixtures.ts';
import { expectFresh } from './support/screen.ts';

const LOG = logName('ana@charla.test', 64);
const IN_MEMORY = 'Sin copia local en este navegador: tus borradores sí se guardan';

/** Events go on and are shown; what is on screen then is what a fresh load shows. */
async function goesOn(ana: Agent, url: string): Promise<void> {
  const before = await ana.counters();
  const customer = await Customer.asking(url);
  await ana.expectCounters(moved(before, { pending: 1 }));
  await ana.showState('pending');
  await ana.openConversation(customer.conversation);
  customer.leave();
}
/** The local log's base and what follows it are stored. */
const isStored = (ana: Agent) => expect.poll(() => ana.kept()).toContain('"inbox"');

test('the local log is deleted under the worker: it is built again, from what is known', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  await isStored(ana);
  await ana.tab.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const asked = indexedDB.deleteDatabase(name);
        asked.onsuccess = resolve;
        asked.onerror = reject;
      }),
    LOG,
  );
  await goesOn(ana, server.url);
  await isStored(ana);
  await expectFact(ana.tab, 'Registro local', /copia del evento \d/);
  await expect(ana.tab.getByText(IN_MEMORY)).toHaveCount(0);
  await expectFresh(browser, ana.tab);
  // A start from what was written again.
  await ana.tab.reload();
  await ana.ready();
  await expectFresh(browser, ana.tab);
  await ana.context.close();
});

for (const [what, spoil] of [
  [
    'unreadable',
    async (page: Page) =>
      await page.evaluate(async (name) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const asked = indexedDB.open(name);
          asked.onsuccess = () => resolve(asked.result);
          asked.onerror = reject;
        });
        const change = database.transaction(['snapshots', 'segments'], 'readwrite');
        change.objectStore('snapshots').put({ key: 'inbox', state: { bot_id: 64, seq: 7, cards: 'nada' } });
        change.objectStore('segments').put({ from: 8, to: 9, count: 2, conversations: [], text: 'nada' });
        await new Promise((resolve, reject) => {
          change.oncomplete = resolve;
          change.onerror = reject;
        });
        database.close();
      }, LOG),
  ],
  [
    'of a newer format under the same name',
    async (page: Page) =>
      await page.evaluate(
        (name) =>
          new Promise<void>((resolve, reject) => {
            const gone = indexedDB.deleteDatabase(name);
            gone.onerror = reject;
            gone.onsuccess = () => {
              const asked = indexedDB.open(name, 9_990);
              asked.onupgradeneeded = () => asked.result.createObjectStore('bricks');
              asked.onerror = reject;
              asked.onsuccess = () => {
                asked.result.close();
                resolve();
              };
            };
          }),
        LOG,
      ),
  ],
] as const) {
  test(`a local log that is ${what} is thrown away, and the inbox starts from the server`, async ({
    browser,
    server,
  }) => {
    const ana = await Agent.open(browser, server.url, 'ana@charla.test');
    await isStored(ana);
    // No worker holds it while it is spoilt: the page is one that has none.
    const outside = await ana.context.newPage();
    await outside.goto(`${server.url}/client-config.json`);
    await ana.tab.close();
    ana.tabs.length = 0;
    await spoil(outside);
    await ana.openTab();
    await outside.close();
    await ana.ready();
    await goesOn(ana, server.url);
    await expect(ana.tab.getByText(IN_MEMORY)).toHaveCount(0);
    await expectFact(ana.tab, 'Registro local', /copia del evento \d/);
    await expectFresh(browser, ana.tab);
    await ana.context.close();
  });
}

test('no room on the disk: the inbox says that it keeps nothing, and goes on', async ({
  browser,
  server,
}) => {
  const { origin } = new URL(server.url);
  // From the beginning: for a while the browser goes by the room that there was before.
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 1, async (context) => {
    const page = await context.newPage();
    await page.goto(`${origin}/client-config.json`);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  });
  await goesOn(ana, server.url);
  await expect(ana.tab.getByText(IN_MEMORY)).toBeVisible();
  await expectFact(ana.tab, 'Registro local', 'Sin registro: solo en memoria');
  await expectFresh(browser, ana.tab);
  // What was written can't be kept either, and that is said before it could be lost.
  await ana.act('Tomar');
  await ana.tab.getByLabel('Respuesta', { exact: true }).fill('No cabe en el disco');
  await expect(ana.tab.getByText('los borradores se pierden al cerrar')).toBeVisible();
  await ana.tab.getByLabel('Respuesta', { exact: true }).press('Enter');
  await expect(ana.tab.getByRole('log').getByText('No cabe en el disco')).toHaveCount(1);
  // The row of what was taken stays in this list until one leaves it.
  await ana.showState('taken');
  await expectFresh(browser, ana.tab);
  await ana.context.close();
});

test('another connection holds the log up: the inbox does not wait for it, nor does a sign-out', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  await isStored(ana);
  const outside = await ana.context.newPage();
  await outside.goto(`${server.url}/client-config.json`);
  await ana.tab.close();
  ana.tabs.length = 0;
  // It upgrades and never comes to an end: a tab that opens the log now waits.
  await outside.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const asked = indexedDB.open(name, 9_990);
        asked.onupgradeneeded = () => {
          const store = asked.result.createObjectStore('held');
          const again = () => {
            store.get('never').onsuccess = again;
          };
          again();
          resolve();
        };
      }),
    LOG,
  );
  await ana.openTab();
  await ana.ready();
  await expect(ana.tab.getByText(IN_MEMORY)).toBeVisible();
  await goesOn(ana, server.url);
  await expectFresh(browser, ana.tab);

  await ana.tab.getByRole('button', { name: 'Menú de Ana Riquelme' }).click();
  await ana.tab.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await ana.tab.waitForURL(/\/login/);
  await ana.tab.getByLabel('Correo').fill('ana@charla.test');
  await ana.tab.getByLabel('Contraseña', { exact: true }).fill('charla-demo');
  await ana.tab.getByRole('button', { name: 'Iniciar sesión' }).click();
  await ana.tab.waitForURL((address) => address.pathname !== '/login');
  await ana.tab.goto(`${server.url}/charla-live-2?bot=64`);
  await ana.ready();
  await expectFresh(browser, ana.tab);
  // Once it is let go, nothing of before is left.
  await outside.close();
  await ana.context.close();
});
