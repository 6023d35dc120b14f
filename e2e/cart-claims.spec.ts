/** Carts of a shop that keeps none: a visitor on the shop's own page, its owner at the screen, and a link that brings it back. */
import type { Automation } from '../contract/entities/automation.ts';
import { startPlayground } from '../playground/playground.ts';
import { Api } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 64;

test('a cart that the page reports: seen as a claim, confirmed by the till, brought back by its link', async ({
  browser,
}) => {
  const playground = await startPlayground();
  const server = await ServerProcess.launch(
    '',
    {
      GRAPH_BASE_URL: playground.graphUrl,
      OUTBOUND_TRUSTED_ORIGINS: playground.url,
    },
    'postgres',
  );
  const visitor = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    const { whatsapp } = playground;
    const store = playground.shops.woocommerce;
    const cup = store.addProduct({ name: 'Taza esmaltada', price: '7990' });
    const number = whatsapp.addNumber({ hookUrl: `${server.url}/hooks/whatsapp` });
    whatsapp.addTemplate(number.businessAccountId, {
      name: 'carro',
      language: 'es',
      category: 'MARKETING',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: 'Dejaste algo en tu carro.' }],
    });
    const api = await Api.signIn(server.url, OWNER);
    await api.call('POST', '/svc/main/connections', {
      bot_id: BOT,
      provider: 'whatsapp',
      name: 'Ventas',
      credentials: {
        phone_number_id: number.phoneNumberId,
        business_account_id: number.businessAccountId,
        access_token: number.accessToken,
        app_secret: number.appSecret,
        verify_token: number.verifyToken,
      },
    });
    await api.call('POST', `/svc/waba/demo-bot-token-${BOT}/sync?botId=${BOT}`);
    await api.call('POST', '/svc/main/connections', {
      bot_id: BOT,
      provider: 'woocommerce',
      name: 'Tazas del Sur',
      credentials: store.credentials,
    });
    const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
    const { page } = owner;
    const reported = page.getByRole('region', { name: 'Carros que informa tu página' });

    await test.step('the code for the page, and what is missing', async () => {
      await owner.screen('/automatizaciones/carro-abandonado', 'Carro abandonado');
      await expect(page.getByText('pega en su página el código de más abajo')).toBeVisible();
      await expect(reported.getByText('Aún no llega ningún carro.')).toBeVisible();
      playground.pasted.html = await reported.getByLabel('Código de inserción').inputValue();
      expect(playground.pasted.html).toContain(`${server.url}/carts.js`);
      await owner.looksRightInBoth('the code for the page of a shop');
    });

    const shop = await visitor.newPage();
    const list = shop.getByRole('list', { name: 'Carro' });
    const taken = () =>
      shop.waitForResponse((answer) => answer.url().includes('/visitor/carts/') && answer.ok());

    await test.step('what is put into the cart is heard of, live; nobody says whose it is', async () => {
      await shop.goto(`${playground.url}/shops/woocommerce/`);
      const heard = taken();
      await shop.getByRole('button', { name: 'Agregar Taza esmaltada' }).click();
      await expect(list).toContainText('1 × Taza esmaltada');
      await heard;
      const claims = reported.getByRole('list', { name: 'Carros informados' });
      await expect(claims.getByRole('listitem')).toContainText(['1 producto']);
      await expect(page.getByRole('switch', { name: 'Encendida' })).toBeEnabled();
      await page.getByLabel('Plantilla de WhatsApp').selectOption({ label: 'carro (es)' });
      await page.getByRole('switch', { name: 'Encendida' }).check({ force: true });
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(claims).toContainText('Sin confirmar');
      await claims.getByRole('button', { name: '¿Por qué no se envió?' }).click();
      await expect(claims).toContainText(
        'La página no dice de quién es el carro, y el chat no lo ha identificado.',
      );
      await owner.looksRightInBoth('a claim that nobody confirms');
      await page.screenshot({ path: test.info().outputPath('claims.png'), fullPage: true });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: test.info().outputPath('claims-dark.png'), fullPage: true });
      await page.emulateMedia({ colorScheme: 'light' });
    });

    await test.step('what the buyer types at the till lets the shop confirm it', async () => {
      const heard = taken();
      await shop.getByLabel('Nombre').fill('Camila Rojas');
      await shop.getByLabel('Correo').fill('camila@correo.cl');
      await shop.getByLabel('Teléfono').fill('+56977770001');
      await shop.getByRole('button', { name: 'Seguir' }).click();
      await shop.getByLabel('Nombre').focus();
      await heard;
      await page.getByRole('button', { name: 'Ver con los carros de hoy' }).click();
      await expect(page.getByText('1 carro, 1 con teléfono')).toBeVisible();
      // Saved again, it looks at once; by itself it looks every five minutes.
      const path = `/svc/main/automations/carro-abandonado?bot_id=${BOT}`;
      const { on, steps, quiet, minimum, cooldown_hours, revision } = await api.call<Automation>('GET', path);
      await api.call('PUT', path, { on, steps, quiet, minimum, cooldown_hours, revision });
      const claims = reported.getByRole('list', { name: 'Carros informados' });
      await expect(claims).toContainText('Espera');
      await expect(page.getByRole('list', { name: 'Casos de Carro abandonado' })).toContainText(
        'Camila Rojas',
      );
      expect(whatsapp.memory.sent).toHaveLength(0);
    });

    await test.step('the link fills the cart in another browser, once', async () => {
      const other = await browser.newContext({ viewport: PHONE });
      const phone = await other.newPage();
      const link = `${playground.url}/shops/woocommerce/#charla-carro=${cup.id}:2`;
      await phone.goto(link);
      await phone.waitForURL(/\/carrito\/$/);
      const there = phone.getByRole('list', { name: 'Carro' });
      await expect(there).toContainText('2 × Taza esmaltada');
      await phone.goto(link);
      await phone.waitForURL(/\/carrito\/$/);
      await expect(there).toContainText('2 × Taza esmaltada');
      await other.close();
    });

    await test.step('a page without its shop, and a script without its server, break nothing', async () => {
      playground.pasted.html = playground.pasted.html.replace('data-root="/shops/', 'data-root="/nada/');
      await shop.goto(`${playground.url}/shops/woocommerce/`);
      await shop.getByRole('button', { name: 'Agregar Taza esmaltada' }).click();
      await expect(list).toContainText('2 × Taza esmaltada');
      playground.pasted.html = playground.pasted.html.replaceAll(server.url, 'http://127.0.0.1:9');
      await shop.goto(`${playground.url}/shops/woocommerce/`);
      await shop.getByRole('button', { name: 'Agregar Taza esmaltada' }).click();
      await expect(list).toContainText('3 × Taza esmaltada');
      await expect(shop.locator('#error')).toBeEmpty();
    });

    await test.step('on a phone', async () => {
      const phone = await Person.signedIn(browser, server.url, OWNER, { bot: BOT, viewport: PHONE });
      await phone.screen('/automatizaciones/carro-abandonado', 'Carro abandonado');
      await expect(phone.page.getByRole('list', { name: 'Carros informados' })).toBeVisible();
      await phone.looksRightInBoth('claims on a phone');
      await phone.page.screenshot({ path: test.info().outputPath('claims-phone.png'), fullPage: true });
      await phone.close();
    });
    await owner.close();
  } finally {
    await visitor.close();
    await server.close();
    await playground.close();
  }
});
