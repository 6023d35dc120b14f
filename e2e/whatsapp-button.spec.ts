/** The button that leads a site's visitors to WhatsApp: from the form to somebody's site, without anything of a third party. */
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { Site } from './support/site.ts';

const CAFE = { id: 101, token: 'demo-bot-token-101' };

test('an owner sets the button, sees it beside the form, and a site shows it as saved', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: CAFE.id });
  const { page } = owner;
  const site = await Site.open(browser, server.url, CAFE);
  const outside: string[] = [];
  site.page.on('request', (request) => outside.push(new URL(request.url()).hostname));
  const onSite = site.page.locator('#charla-whatsapp');
  // Two numbers: the button opens a list, and the keyboard alone leads through it.
  await onSite.getByRole('button', { name: 'Escríbenos por WhatsApp' }).press('Enter');
  const numbers = onSite.getByRole('dialog', { name: 'WhatsApp' });
  await expect(numbers.getByRole('link', { name: /El local/ })).toBeFocused();
  await expect(numbers.getByRole('link', { name: /El local/ })).toHaveAttribute(
    'href',
    'https://wa.me/56961234510?text=Hola%2C%20les%20escribo%20desde%20Mi%20tienda.',
  );
  await site.page.keyboard.press('Escape');
  await expect(numbers).toBeHidden();
  await expect(onSite.getByRole('button')).toBeFocused();
  // It stands above the chat's own button.
  const [ours, chat] = await Promise.all([
    onSite.getByRole('button').boundingBox(),
    site.launcher.boundingBox(),
  ]);
  expect((ours?.y ?? 0) + (ours?.height ?? 0)).toBeLessThanOrEqual(chat?.y ?? 0);

  await owner.screen('/widgetWhatsapp', 'Widget WhatsApp');
  const preview = page.frameLocator('iframe[title="Así se verá el botón de WhatsApp"]');
  await expect(preview.getByRole('button', { name: 'Escríbenos por WhatsApp' })).toBeVisible();
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(2);
  await owner.looksRightInBoth('the WhatsApp button');
  await page.getByRole('button', { name: 'Quitar número 2' }).click();
  await page.getByLabel('Teléfono, número 1').fill('9 8765 43');
  await page.getByLabel('Texto del botón').fill('Escríbenos');
  await page.getByRole('button', { name: 'Guardar botón' }).click();
  await expect(page.getByText('Ingresa un teléfono válido, por ejemplo +56 9 1234 5678')).toBeVisible();
  await page.getByLabel('Teléfono, número 1').fill('9 8765 4321');
  await page.getByRole('radio', { name: 'Solo en algunas' }).check();
  await page.getByLabel('Páginas', { exact: true }).fill('/contacto');
  // One number that attends: the button itself is the link.
  const link = 'https://wa.me/56987654321';
  await expect(preview.getByRole('link', { name: 'Escríbenos' })).toHaveAttribute('href', RegExp(link));
  await page.getByRole('button', { name: 'Guardar botón' }).click();
  await expect(page.getByText('Botón guardado')).toBeVisible();
  await expect(page.getByText('+56 9 8765 4321')).toBeVisible();

  await site.visit();
  await expect(site.launcher).toBeVisible();
  await expect(onSite.getByRole('link')).toHaveCount(0);
  // A site of one page changes its address without loading again.
  await site.page.evaluate(() => history.pushState(null, '', '/contacto'));
  await expect(onSite.getByRole('link', { name: 'Escríbenos' })).toHaveAttribute('href', RegExp(link));
  // Pressed: our own server counts it, and nobody else hears of it.
  const heard = site.page.waitForRequest(/\/visitor\/whatsapp\/101\/press/);
  await site.page.context().route('https://wa.me/**', (route) => route.abort());
  await onSite.getByRole('link', { name: 'Escríbenos' }).click();
  await heard;
  expect(new Set(outside)).toEqual(new Set(['localhost', '127.0.0.1']));

  await owner.screen('/widgetWhatsapp', 'Widget WhatsApp');
  await expect(page.getByRole('region', { name: 'Cuántas veces lo presionaron' })).toContainText(
    '+56987654321 1',
  );

  await page.setViewportSize(PHONE);
  await owner.screen('/widgetWhatsapp', 'Widget WhatsApp');
  await expect(page.getByLabel('Teléfono, número 1')).toHaveValue('+56 9 8765 4321');
  await owner.looksRight('the WhatsApp button on a phone');
  await site.close();
  await owner.close();
});
