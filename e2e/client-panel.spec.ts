/** The client beside the conversation, and their record. */
import type { Browser, Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { call, ownId } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Visitor } from './support/visitor.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Datos del cliente' });

/** A customer who asked for a person; their conversation is taken and open. */
async function served(
  browser: Browser,
  url: string,
  agent: Agent,
): Promise<{ id: string; leadId: string; visitor: Visitor }> {
  const visitor = await Visitor.open(browser, url);
  await visitor.say('quiero hablar con una persona');
  const id = await takeNewest(agent);
  const { body } = await call<{ conversation: { lead_id: string } }>(
    agent.tab,
    'GET',
    `/svc/conversations/conversations/${id}`,
  );
  return { id, leadId: body.conversation.lead_id, visitor };
}
async function takeNewest(agent: Agent): Promise<string> {
  const newest = async () => {
    const { body } = await call<{ conversations: { id: string }[] }>(
      agent.tab,
      'POST',
      '/svc/conversations/conversations/filter_conversation',
      { filters: { bot_id: 64, state: 'pending' }, items: 1 },
    );
    return body.conversations[0]?.id ?? '';
  };
  const id = await newest();
  const state = { state: 'taken', agent_id: await ownId(agent.tab) };
  expect((await call(agent.tab, 'PUT', `/svc/conversations/conversations/${id}`, state)).status).toBe(200);
  await agent.showState('taken');
  await agent.openConversation(id);
  return id;
}
async function edit(page: Page, field: string, text: string, scope = panel(page)): Promise<void> {
  await scope.getByRole('button', { name: `Editar ${field}` }).click();
  await scope.getByRole('textbox', { name: field }).fill(text);
  await scope.getByRole('textbox', { name: field }).press('Enter');
}

test('every field is corrected in place, by its own rule, and nothing typed is lost', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  const { id, leadId, visitor } = await served(browser, server.url, ana);
  const client = panel(tab);

  await test.step('their page is shown as it changes, without what opens something', async () => {
    const visit = client.getByRole('region', { name: 'En tu sitio' });
    await expect(visit.getByRole('link', { name: /preview_bot\/64$/ })).toBeVisible();
    await expect(visit).toContainText('Computador');
    await visitor.page.evaluate(() =>
      history.pushState({}, '', '/preview_bot/64?token=demo-bot-token-64&paso=pago'),
    );
    await expect(visit.getByRole('link', { name: /preview_bot\/64\?paso=pago$/ })).toBeVisible();
    await expect(visit).not.toContainText('token');
  });

  await expect(client.getByRole('button', { name: 'Editar RUT' })).toHaveCount(0);
  await client.getByRole('button', { name: 'Mostrar campos vacíos' }).click();
  await edit(tab, 'RUT', '12345678-9');
  await expect(client.getByRole('alert')).toContainText('dígito verificador');
  await client.getByRole('textbox', { name: 'RUT' }).fill('12345678-5');
  await client.getByRole('textbox', { name: 'RUT' }).press('Enter');
  await expect(client.getByText('12.345.678-5')).toBeVisible();
  await expect(client.getByRole('button', { name: 'Editar RUT' })).toBeFocused();

  await edit(tab, 'Teléfono', '1234');
  await expect(client.getByRole('alert')).toContainText('teléfono válido');
  await client.getByRole('textbox', { name: 'Teléfono' }).fill('9 7111 2233');
  await client.getByRole('textbox', { name: 'Teléfono' }).press('Enter');
  // Without a name they are known by it, too: in the heading as in the field.
  await expect(client.getByRole('heading', { name: '+56 9 7111 2233' })).toBeVisible();
  await expect(client.locator('dl').getByText('+56 9 7111 2233')).toBeVisible();

  await edit(tab, 'Correo', 'no es correo');
  await expect(client.getByRole('alert')).toContainText('correo válido');
  await client.getByRole('textbox', { name: 'Correo' }).press('Escape');
  await expect(client.getByRole('textbox', { name: 'Correo' })).toHaveCount(0);

  await edit(tab, 'Nombre', 'Rosa Espejo');
  // The card, and with it the list, follows.
  await expect(ana.row(id)).toContainText('Rosa Espejo');

  await test.step('a half-written note waits where one left it', async () => {
    await client.getByRole('button', { name: 'Editar Notas' }).click();
    await client.getByRole('textbox', { name: 'Notas' }).fill('Prefiere que la llamen por la');
    await tab.locator(`[data-conversation]:not([data-conversation="${id}"])`).first().click();
    await expect(client.getByRole('textbox', { name: 'Notas' })).toHaveCount(0);
    await ana.openConversation(id);
    await expect(client.getByRole('textbox', { name: 'Notas' })).toHaveValue('Prefiere que la llamen por la');
    await client.getByRole('textbox', { name: 'Notas' }).press('Escape');
  });

  await test.step('a refusal of the server stands at its field', async () => {
    await tab.route('**/svc/main/leads/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            json: {
              error: 'rule',
              message: 'Ese correo no.',
              details: { fields: { email: 'Ese correo no.' } },
            },
          })
        : route.continue(),
    );
    await edit(tab, 'Correo', 'rosa@correo.cl');
    await expect(client.getByRole('alert')).toHaveText('Ese correo no.');
    await expect(client.getByRole('textbox', { name: 'Correo' })).toHaveValue('rosa@correo.cl');
    await tab.unroute('**/svc/main/leads/*');
    await client.getByRole('textbox', { name: 'Correo' }).press('Enter');
    await expect(client.getByText('rosa@correo.cl')).toBeVisible();
  });

  await test.step('tags are added and taken away', async () => {
    await client.getByRole('textbox', { name: 'Agregar etiqueta al cliente' }).fill('mayorista');
    await client.getByRole('textbox', { name: 'Agregar etiqueta al cliente' }).press('Enter');
    await expect(client.getByRole('button', { name: 'Quitar la etiqueta mayorista' })).toBeEnabled();
    const tags = async () =>
      (await call<{ tags: string[] }>(tab, 'GET', `/svc/main/leads/${leadId}`)).body.tags;
    await expect.poll(tags).toEqual(['mayorista']);
    await client.getByRole('button', { name: 'Quitar la etiqueta mayorista' }).click();
    await expect.poll(tags).toEqual([]);
  });
  for (const { context } of [ana, visitor]) await context.close();
});

test('a record that does not come shows nothing, says so, and comes when asked again', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  await tab.route('**/svc/main/leads/**', (route) => route.abort());
  const { visitor } = await served(browser, server.url, ana);
  await expect(panel(tab).getByRole('alert')).toContainText('No pudimos cargar los datos del cliente', {
    timeout: 90_000,
  });
  await expect(panel(tab).getByRole('button', { name: 'Editar Nombre' })).toHaveCount(0);
  await tab.unroute('**/svc/main/leads/**');
  await panel(tab).getByRole('button', { name: 'Reintentar' }).first().click();
  await panel(tab).getByRole('button', { name: 'Mostrar campos vacíos' }).click();
  await expect(panel(tab).getByRole('button', { name: 'Editar Nombre' })).toBeVisible();
  for (const { context } of [ana, visitor]) await context.close();
});

test('duplicates by phone, earlier conversations, the record, and erasing', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  const first = await served(browser, server.url, ana);
  await ana.reply('Listo, quedó resuelto lo de Rosa');
  await expect(first.visitor.log).toContainText('quedó resuelto lo de Rosa');
  expect(
    (await call(tab, 'PUT', `/svc/conversations/conversations/${first.id}`, { state: 'closed' })).status,
  ).toBe(200);
  await first.visitor.say('quiero hablar con una persona otra vez');
  await takeNewest(ana);
  const client = panel(tab);
  await client.getByRole('button', { name: 'Mostrar campos vacíos' }).click();

  await test.step('the earlier conversation is read without leaving this one', async () => {
    await client.getByRole('button', { name: /Leer la conversación del .*Terminadas/ }).click();
    const reader = tab.getByRole('dialog', { name: /^Conversación con/ });
    await expect(reader.getByRole('log')).toContainText('quedó resuelto lo de Rosa');
    await expect(reader.getByRole('textbox')).toHaveCount(0);
    await tab.keyboard.press('Escape');
    await expect(reader).toHaveCount(0);
    await expect(client.getByRole('button', { name: /Leer la conversación del/ })).toBeFocused();
  });

  await test.step('another client with this phone stands beside', async () => {
    const twin = {
      lead: { bot_id: 64, name: 'Rosa Doble', phone: '+56 9 7222 3344', email: 'doble@correo.cl' },
    };
    const made = await call<{ _id: string }>(tab, 'POST', '/svc/main/leads', twin);
    await edit(tab, 'Teléfono', '972223344');
    const twins = client.getByRole('region', { name: 'Posible duplicado' });
    await expect(twins).toContainText('Rosa Doble');
    await expect(twins).toContainText('mismo teléfono');
    await expect(twins).toContainText('Este cliente');
    await expect(twins.getByRole('link', { name: 'Abrir ficha' })).toHaveAttribute(
      'href',
      `/clients/detail-lead/${made.body._id}`,
    );
  });

  await test.step('the record holds data, every conversation, and what happened', async () => {
    await edit(tab, 'Nombre', 'Rosa Quintero');
    await expect(client.getByRole('heading', { name: 'Rosa Quintero' })).toBeVisible();
    // The panel's own; another stands at the duplicate.
    await client.getByRole('link', { name: 'Abrir ficha' }).first().click();
    await expect(tab.getByRole('heading', { name: 'Rosa Quintero', level: 1 })).toBeVisible();
    const talks = tab.getByRole('region', { name: 'Conversaciones' });
    await expect(talks.getByRole('listitem')).toHaveCount(2);
    const changes = tab.getByRole('region', { name: 'Historia' });
    await expect(changes).toContainText('Ana Riquelme corrigió sus datos');
    await expect(changes).toContainText('Rosa Quintero');
    await looksRight(tab, 'record');
  });

  await test.step('erasing asks first, and takes the data everywhere', async () => {
    // What the browser keeps of the inbox has them, too. No other test of this file calls a client so.
    await expect.poll(() => ana.kept()).toContain('Rosa Quintero');
    await expect.poll(() => ana.kept()).toContain('Listo, quedó resuelto lo de Rosa');
    await tab.getByRole('button', { name: 'Eliminar cliente' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(tab.getByRole('heading', { name: 'Rosa Quintero', level: 1 })).toBeVisible();
    await tab.getByRole('button', { name: 'Eliminar cliente' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click();
    await expect(tab.getByRole('heading', { name: 'Cliente sin nombre', level: 1 })).toBeVisible();
    await expect(tab.getByRole('region', { name: 'Conversaciones' })).not.toContainText('lo de Rosa');
    const { body } = await call(tab, 'GET', `/svc/main/leads/${first.leadId}/changes`);
    expect(JSON.stringify(body)).not.toContain('Rosa');
    await expect.poll(() => ana.kept()).not.toMatch(/Rosa Quintero|Listo, quedó resuelto lo de Rosa/);
    await tab.goto(`${server.url}/charla-live-2?bot=64&state=taken`);
    await expect(tab.locator('[data-conversation]').first()).toContainText('Visitante');
  });
  for (const { context } of [ana, first.visitor]) await context.close();
});

test('a record that is not there says so; another bot ends it at the list', async ({ browser, server }) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { tab } = admin;
  await tab.goto(`${server.url}/clients/detail-lead/00000000-0000-7000-8000-000000000000`);
  await expect(tab.getByText('No encontramos a este cliente')).toBeVisible();
  const { body } = await call<{ leads: { _id: string; name: string }[] }>(
    tab,
    'GET',
    '/svc/main/leads?bot_id=64&items=1',
  );
  await tab.goto(`${server.url}/clients/detail-lead/${body.leads[0]?._id}`);
  await expect(tab.getByRole('button', { name: 'Escribir al cliente' })).toBeVisible();
  await tab.getByRole('button', { name: 'Outlet Andes' }).click();
  await tab.waitForURL(/\/clients-v2(\?|$)/);
  await admin.context.close();
});

test('a new client is looked up before they are written down', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  const open = async () => {
    await tab.keyboard.press('Control+k');
    await tab.getByRole('dialog', { name: 'Buscar en todo' }).getByRole('combobox').fill('Nuevo cliente');
    await tab.keyboard.press('Enter');
    return tab.getByRole('dialog', { name: 'Nuevo cliente' });
  };
  const dialog = await open();
  await dialog.getByRole('button', { name: 'Crear cliente' }).click();
  await expect(dialog.getByText('Escribe al menos el nombre')).toBeVisible();
  await dialog.getByLabel('Nombre').fill('Inés Nueva');
  await dialog.getByLabel('Teléfono').fill('9 7333 4455');
  await dialog.getByRole('button', { name: 'Crear cliente' }).click();
  await tab.waitForURL('**/clients/detail-lead/*');
  await expect(tab.getByRole('heading', { name: 'Inés Nueva', level: 1 })).toBeVisible();

  const again = await open();
  await again.getByLabel('Nombre').fill('Otra Inés');
  await again.getByLabel('Teléfono').fill('+56 9 7333-4455');
  await again.getByRole('button', { name: 'Crear cliente' }).click();
  await expect(again.getByRole('alert')).toContainText('Ya existe un cliente con estos datos: Inés Nueva');
  await ana.context.close();
});
