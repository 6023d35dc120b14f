/** A deploy while tabs are open: two builds of the client side by side, one of which writes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Agent, moved } from './support/agent.ts';
import { Customer } from './support/customer.ts';
import { expectFact } from './support/diagnostics.ts';
import { expect, test } from './support/fixtures.ts';
import { otherBuild } from './support/other-build.ts';
import { sharedWorkers } from './support/processes.ts';
import { expectFresh } from './support/screen.ts';

test('the newer build announces itself, the older one stops writing and offers a reload, one writes at any moment', async ({
  browser,
  serverOfTest: server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'charla-build-'));
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const [old, alsoOld] = ana.tabs as [Page, Page];
  const customer = await Customer.asking(server.url);
  await ana.showState('pending', old);
  await ana.openConversation(customer.conversation, old);
  await ana.act('Tomar', old);
  await ana.showState('taken', old);
  await ana.openConversation(customer.conversation, old);
  await old.getByLabel('Respuesta', { exact: true }).fill('a medio escri');

  // Looked at before the deploy, whose server has no longer what this page has not loaded yet.
  await expectFact(old, 'Escribe en este equipo', 'Sí');

  await otherBuild(join(folder, 'client'));
  await server.deploy(join(folder, 'client'));
  const young = await ana.openTab();
  for (const tab of [old, alsoOld]) {
    await expect(tab.getByText('Hay una versión nueva')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Recargar' })).toBeVisible();
  }
  expect(await sharedWorkers(browser)).toHaveLength(2);
  await expect(young.getByTestId('state-archived')).toHaveText(/\d/);
  await expect(young.getByText('Hay una versión nueva')).toHaveCount(0);
  await expectFact(young, 'Escribe en este equipo', 'Sí');
  await expectFact(old, 'Escribe en este equipo', 'No: otra versión lo hace');
  // Its figures come from the disk, before its socket is open.
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);

  // Nobody is interrupted in mid-sentence; what is sent from the old page leaves by the new writer, once.
  await expect(old.getByLabel('Respuesta', { exact: true })).toHaveValue('a medio escri');
  await ana.reply('a medio escribir, y enviado', old);
  await expect
    .poll(() => customer.heard.filter((text) => text === 'a medio escribir, y enviado'))
    .toHaveLength(1);
  const before = await ana.counters(young);
  const second = await Customer.asking(server.url);
  await expect.poll(() => ana.counters(young)).toEqual(moved(before, { pending: 1 }));
  // Never two at a time, not even at the handover.
  expect(await server.mostSockets('ana@charla.test')).toBe(1);
  await ana.showState('taken', young);
  await ana.openConversation(customer.conversation, young);
  await expect(young.getByLabel('Respuesta', { exact: true })).toHaveValue('');
  await expectFresh(browser, young);

  for (const tab of [old, alsoOld]) await tab.getByRole('button', { name: 'Recargar' }).click();
  await expect.poll(() => sharedWorkers(browser)).toHaveLength(1);
  await ana.ready();
  await expect(old.getByText('Hay una versión nueva')).toHaveCount(0);
  await expectFresh(browser, old);
  await expectFact(old, 'Pestañas', /^3 /);
  expect(await server.sockets()).toEqual(['ana@charla.test']);
  expect(customer.heard.filter((text) => text === 'a medio escribir, y enviado')).toHaveLength(1);
  for (const each of [customer, second]) each.leave();
  await ana.context.close();
  await rm(folder, { recursive: true, force: true });
});

test('a client of an older wire than the server’s goes on, and is offered a reload', async ({
  browser,
  serverOfTest: server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'charla-wire-'));
  await otherBuild(join(folder, 'client'), { olderWire: true });
  await server.deploy(join(folder, 'client'));
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const page = ana.tab;
  await expect(page.getByText('Hay una versión nueva')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recargar' })).toBeVisible();
  const before = await ana.counters();
  const customer = await Customer.asking(server.url);
  await expect.poll(() => ana.counters()).toEqual(moved(before, { pending: 1 }));
  customer.leave();
  await ana.context.close();
  await rm(folder, { recursive: true, force: true });
});
