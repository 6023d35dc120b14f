/** Orders against the playground: a customer asks in the widget, the team sees them beside the client and in the record. */
import { startPlayground } from '../playground/playground.ts';
import { Agent } from './support/agent.ts';
import { Api } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 64;
const EMAIL = 'camila.pedidos@correo.cl';

test('where is my order: asked for number and e-mail, never another’s, told in words; the team sees it, a phone too', async ({
  browser,
}) => {
  const playground = await startPlayground();
  const server = await ServerProcess.launch(
    '',
    {
      JUMPSELLER_API_URL: `${playground.url}/shops/jumpseller/v1`,
      OUTBOUND_TRUSTED_ORIGINS: playground.url,
    },
    'postgres',
  );
  try {
    const api = await Api.signIn(server.url, OWNER);
    const lead = await api.call<{ _id: string }>('POST', '/svc/main/leads', {
      lead: { bot_id: BOT, name: 'Camila Pedidos', email: EMAIL },
    });
    const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
    const { page } = owner;

    await test.step('without a shop the record says how to get one', async () => {
      await owner.screen(`/clients/detail-lead/${lead._id}`, 'Camila Pedidos');
      await expect(page.getByText('No hay una tienda conectada')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Conectar una tienda' })).toBeVisible();
    });

    const store = playground.shops.jumpseller;
    await api.call('POST', '/svc/main/connections', {
      bot_id: BOT,
      provider: 'jumpseller',
      name: 'Tienda Aysén',
      credentials: store.credentials,
    });
    const product = store.addProduct({ name: 'Polar azul', price: '29990' });
    const buy = (name: string, email: string, phone: string) =>
      store.checkout(store.fillCart({ name, email, phone }, [{ product, quantity: 2 }]), 'paid');
    const order = buy('Camila', EMAIL, '+56977770011');
    const foreign = buy('Diego', 'diego@correo.cl', '+56977770012');
    const parcel = store.ship(order, 'Starken', 'ST4821');

    const visitor = await Visitor.open(browser, server.url, BOT);
    await test.step('the bot asks for what it needs, and tells nothing of another’s order', async () => {
      await visitor.say('¿dónde está mi pedido?');
      await expect(visitor.log).toContainText('necesito su número y el correo con que lo compraste');
      await visitor.say(`${foreign.number} ${EMAIL}`);
      await expect(visitor.log).toContainText('No encontré un pedido con esos datos.');
      await expect(visitor.log).not.toContainText('Polar azul');
    });
    await test.step('its buyer is told state, parcel and link', async () => {
      await visitor.say(`#${order.number}`);
      await expect(visitor.log).toContainText('está en camino');
      await expect(visitor.log).toContainText('2 × Polar azul');
      await expect(visitor.log).toContainText('Total: $ 59.980');
      await expect(visitor.log.getByRole('link', { name: parcel.url })).toBeVisible();
      await visitor.page.screenshot({ path: test.info().outputPath('widget.png') });
    });

    await test.step('the record shows it, light and dark, and says when the shop is silent', async () => {
      await owner.screen(`/clients/detail-lead/${lead._id}`, 'Camila Pedidos');
      const orders = page.getByRole('region', { name: 'Pedidos' });
      await expect(orders.getByText('en camino', { exact: true })).toBeVisible();
      await expect(orders.getByRole('link', { name: 'Starken ST4821' })).toHaveAttribute('href', parcel.url);
      await expect(orders).not.toContainText(foreign.number);
      await owner.looksRightInBoth('orders of a client');
      await page.screenshot({ path: test.info().outputPath('record.png'), fullPage: true });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: test.info().outputPath('record-dark.png'), fullPage: true });
      await page.emulateMedia({ colorScheme: 'light' });
      const phone = await Person.signedIn(browser, server.url, OWNER, { bot: BOT, viewport: PHONE });
      await phone.screen(`/clients/detail-lead/${lead._id}`, 'Camila Pedidos');
      await expect(
        phone.page.getByRole('region', { name: 'Pedidos' }).getByText('en camino', { exact: true }),
      ).toBeVisible();
      await phone.looksRightInBoth('orders of a client on a phone');
      await phone.page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
      await phone.close();
    });

    await test.step('beside the conversation they stand as well', async () => {
      const { conversation } = await api.call<{ conversation: { lead_id: string } }>(
        'GET',
        `/svc/conversations/conversations/${visitor.conversation}`,
      );
      await api.call('PUT', `/svc/main/leads/${conversation.lead_id}`, {
        lead: { name: 'Visita', phone: '+56977770012' },
      });
      const agent = await Agent.open(browser, server.url, OWNER);
      await agent.showState('active');
      await agent.openConversation(visitor.conversation);
      const panel = agent.tab.getByRole('complementary', { name: 'Datos del cliente' });
      await expect(panel.getByRole('region', { name: 'Pedidos' }).getByText('pagado')).toBeVisible();
      await agent.tab.screenshot({ path: test.info().outputPath('panel.png') });
    });
    await owner.close();
  } finally {
    await server.close();
    await playground.close();
  }
});
