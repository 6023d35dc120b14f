/** Shops installed with a click: from our side by an owner, from the shop's by somebody who has to sign in first. */
import { type Listening, listen } from '../playground/http.ts';
import { OauthShops } from '../playground/oauth-shops/oauth-shops.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

let shops: OauthShops;
let shop: Listening;
const launch = () =>
  ServerProcess.launch('', {
    OUTBOUND_TRUSTED_ORIGINS: shop.url,
    SHOPIFY_BASE_URL: shop.url,
    JUMPSELLER_API_URL: `${shop.url}/v1`,
    JUMPSELLER_ACCOUNTS_URL: shop.url,
    SHOPIFY_CLIENT_ID: shops.clientId,
    SHOPIFY_CLIENT_SECRET: shops.clientSecret,
    JUMPSELLER_CLIENT_ID: shops.clientId,
    JUMPSELLER_CLIENT_SECRET: shops.clientSecret,
  });
// Each test has a server of its own: a shop that one chatbot has is no other's.
let server: ServerProcess;
test.beforeEach(async () => {
  shops = new OauthShops();
  shop = await listen(0, async (request, response, url) => {
    if (!(await shops.serve(request, response, url))) response.writeHead(404).end('{}');
  });
  server = await launch();
});
test.afterEach(async () => {
  await server.close();
  await shop.close();
});

test('an owner installs Shopify with a click; the merchant refuses once, an old way back is told', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  const { page } = owner;
  await owner.screen('/integraciones', 'Integraciones');
  await owner.looksRightInBoth('/integraciones');
  await page.getByRole('button', { name: 'Instalar la app en Shopify' }).click();
  await expect(page.getByRole('heading', { name: 'Conecta tu tienda en Shopify' })).toBeVisible();
  await page.getByLabel('Dirección de tu tienda').fill('cafe-norte');
  await owner.looksRightInBoth('/integration-install of a shop');
  shops.faults.refuse = true;
  await page.getByRole('button', { name: 'Continuar en Shopify' }).click();
  await expect(page.getByText('No diste el permiso en la tienda')).toBeVisible();
  shops.faults.refuse = false;
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click();
  await page.waitForURL('**/integraciones');
  await expect(page.getByRole('region', { name: 'Café Norte' })).toContainText('En orden');
  await owner.close();
});

test('from the shop: who is not signed in signs in, and the shop is connected where they choose', async ({
  browser,
}) => {
  const owner = await Person.open(browser, server.url, { viewport: PHONE });
  const { page } = owner;
  await owner.screen('/indexjumpseller', 'Conecta tu tienda en Jumpseller');
  await owner.looksRightInBoth('/indexjumpseller on a phone');
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Correo').fill('propietaria@charla.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('charla-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('¿Qué chatbot la atenderá?').selectOption('101');
  await page.getByRole('button', { name: 'Continuar en Jumpseller' }).click();
  await page.waitForURL('**/integraciones');
  await expect(page.getByRole('region', { name: 'Té del Sur' })).toContainText('En orden');
  await owner.close();
});

test('from the shop: who has no account makes one, and the shop waits until there is a chatbot', async ({
  browser,
}) => {
  const email = 'tendera@charla.test';
  const eva = await Person.open(browser, server.url);
  const { page } = eva;
  await eva.screen('/indexjumpseller', 'Conecta tu tienda en Jumpseller');
  await page.getByRole('link', { name: 'Crear mi cuenta' }).click();
  await page.getByLabel('Nombre').fill('Eva Tendera');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('otra frase larga 7');
  await page.getByLabel('Confirma la contraseña').fill('otra frase larga 7');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.getByLabel('Nombre del chatbot').fill('Té de Eva');
  await page.getByLabel('Genérica').check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 3 de 5')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 4 de 5')).toBeVisible();
  await expect.poll(() => server.mailTo(email)).toContain('/confirm/');
  const link = /\/confirm\/[\w-]+/.exec(await server.mailTo(email))?.[0] ?? '';
  const mail = await eva.context.newPage();
  await mail.goto(`${server.url}${link}`);
  await expect(mail.getByText('Confirmaste')).toBeVisible();
  await mail.close();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Terminar' }).click();
  // The shop waited; going on and back again begins anew and connects once.
  await expect(page.getByRole('heading', { name: 'Conecta tu tienda en Jumpseller' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar en Jumpseller' }).click();
  await page.waitForURL('**/integraciones');
  await expect(page.getByRole('region', { name: 'Té del Sur' })).toContainText('En orden');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await eva.screen('/integraciones', 'Integraciones');
  await expect(page.getByRole('region', { name: 'Té del Sur' })).toHaveCount(1);
  await eva.close();
});
