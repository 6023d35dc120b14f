/** A shop's products: connected by what is typed, read with its progress, listed, found in the chat. */
import { startPlayground } from '../playground/playground.ts';
import { stock } from '../playground/shops/make-stores.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';

const OWNER = 'propietaria@charla.test';
/** Sells nothing yet. */
const BOT = 101;

test('a shop is connected by its keys, its products are read, listed, and sold in the chat', async ({
  browser,
}, info) => {
  const playground = await startPlayground();
  const server = await ServerProcess.launch('', { OUTBOUND_TRUSTED_ORIGINS: playground.url }, 'postgres');
  const store = playground.shops.woocommerce;
  stock(store);
  const { url = '', consumer_key = '', consumer_secret = '' } = store.credentials;
  try {
    const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
    const { page } = owner;
    const shop = page.getByRole('region', { name: store.title });

    await test.step('nothing is there yet, and what is next is said', async () => {
      await owner.screen('/products', 'Productos');
      await expect(page.getByText('Aún no hay productos en este chatbot')).toBeVisible();
      await owner.looksRightInBoth('/products, empty');
    });

    await test.step('a wrong secret is refused with what to do, and what was typed stays', async () => {
      await owner.screen('/integraciones', 'Integraciones');
      await page.getByRole('button', { name: 'Conectar WooCommerce' }).click();
      const form = page.getByRole('dialog', { name: 'Conectar WooCommerce' });
      await form.getByLabel('Dirección de la tienda').fill(url);
      await form.getByLabel('Clave del consumidor').fill(consumer_key);
      await form.getByLabel('Secreto del consumidor').fill('cs_otro');
      await form.getByLabel('Nombre (opcional)').fill(store.title);
      await form.getByRole('button', { name: 'Conectar' }).click();
      await expect(form.getByRole('alert')).toBeVisible();
      await owner.looksRightInBoth('a refused shop');
      await expect(form.getByLabel('Dirección de la tienda')).toHaveValue(url);
      await form.getByLabel('Secreto del consumidor').fill(consumer_secret);
      await form.getByRole('button', { name: 'Conectar' }).click();
      await expect(shop).toContainText('En orden');
      await expect(page.locator('body')).not.toContainText(consumer_secret);
    });

    await test.step('its products are read and counted, and the bar waits until somebody has seen it', async () => {
      await page.getByRole('button', { name: 'Sincronizar productos' }).click();
      const log = page.getByRole('region', { name: 'Sincronizaciones', exact: true });
      await expect(log).toContainText('Completa');
      await expect(log).toContainText(`${store.products.length} nuevos`);
      await owner.looksRightInBoth('/integraciones with a shop');
      await page.screenshot({ path: info.outputPath('shop.png'), fullPage: true });
      await expect(page.getByText('Productos cargados')).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Entendido' }).click();
      await expect(page.getByText('Productos cargados')).toHaveCount(0);
    });

    await test.step('the list has prices, list prices, variants and what is sold out; a phone too', async () => {
      await owner.screen('/products', 'Productos');
      const list = page.getByRole('list', { name: 'Productos', exact: true });
      const polera = list.getByRole('listitem').filter({ hasText: 'Polera Piqué' }).first();
      await expect(polera).toContainText('$ 12.990');
      await expect(polera).toContainText('$ 15.990');
      await expect(polera).toContainText('3 variantes');
      await page.getByLabel('Disponibilidad').selectOption('unavailable');
      await expect(page.getByRole('status').filter({ hasText: /^1 producto$/ })).toBeVisible();
      await expect(list).toContainText('Mochila 30 L');
      await page.getByLabel('Disponibilidad').selectOption('');
      await page.getByRole('searchbox', { name: 'Buscar' }).fill('termica');
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await owner.looksRightInBoth('/products');
      const phone = await Person.signedIn(browser, server.url, OWNER, { bot: BOT, viewport: PHONE });
      await phone.screen('/products', 'Productos');
      await expect(phone.page.getByText('Polera Piqué')).toBeVisible();
      await phone.looksRightInBoth('/products on a phone');
      await phone.page.screenshot({ path: info.outputPath('phone.png') });
      await phone.close();
      await page.screenshot({ path: info.outputPath('list.png') });
    });

    await test.step('the bot shows them as cards with price and link', async () => {
      const visitor = await Visitor.open(browser, server.url, BOT);
      await visitor.say('polar azul talla M');
      const card = visitor.log.getByRole('listitem').filter({ hasText: 'Polar azul' });
      await expect(card).toContainText('$ 29.990');
      await expect(card.getByRole('link').first()).toHaveAttribute('href', /polar-azul/);
      await visitor.page.screenshot({ path: info.outputPath('chat.png') });
    });

    await test.step('a second reading waits for the next day', async () => {
      await owner.screen('/products', 'Productos');
      await page.getByRole('button', { name: 'Sincronizar productos' }).click();
      await expect(page.getByRole('dialog')).toContainText('Ya se ha realizado la sincronización hoy');
      await page.screenshot({ path: info.outputPath('again.png') });
    });
    await owner.close();
  } finally {
    await server.close();
    await playground.close();
  }
});
