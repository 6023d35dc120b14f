/** A bot whose trial is over is paid for at a till of the playground, and works again; what was paid stands in Facturación. */
import { startPlayground } from '../playground/playground.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 102;

test('an expired bot is paid for, works again, and its plan is cancelled and taken back', async ({
  browser,
}) => {
  const playground = await startPlayground();
  const { flow, stripe } = playground;
  const server = await ServerProcess.launch('', {
    FLOW_API_URL: `${playground.url}/flow/api`,
    FLOW_API_KEY: flow.apiKey,
    FLOW_SECRET_KEY: flow.secretKey,
    STRIPE_API_URL: playground.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  });
  stripe.hookUrl = `${server.url}/hooks/stripe`;
  try {
    const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
    const { page } = owner;

    await test.step('compares the plans and goes to the till', async () => {
      await owner.screen('/checkout', 'Planes');
      await expect(page.getByText('$ 59.990')).toBeVisible();
      await page.getByText('Anual', { exact: true }).click();
      await expect(page.getByText('$ 599.900')).toBeVisible();
      await page.getByText('Mensual', { exact: true }).click();
      await page.getByRole('button', { name: 'Elegir Crece' }).click();
      await page.getByLabel(/Pago de prueba con Stripe/).check();
      await owner.looksRightInBoth('paying');
      await page.setViewportSize(PHONE);
      await owner.looksRightInBoth('paying on a phone');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Ir a pagar' }).click();
      await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    });

    await test.step('waits for the fact, and the bot works again', async () => {
      await expect(page.getByText('¡Listo!')).toBeVisible();
      await expect(page.getByText(/Activo y pagado hasta/)).toBeVisible();
      await owner.screen('/dashboard', /^Hola/);
      await expect(page.getByText('Activa tu chatbot con un plan.')).toHaveCount(0);
    });

    await test.step('shows what was paid, and whom receipts are made out to', async () => {
      await owner.screen('/facturacion', 'Facturación');
      await expect(page.getByRole('cell', { name: '$ 59.990' })).toBeVisible();
      const receipt = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Comprobante' }).click();
      expect((await receipt).suggestedFilename()).toMatch(/^comprobante-.+\.pdf$/);
      await page.getByLabel('Razón social').fill('Tienda SpA');
      await page.getByLabel('RUT').fill('76123456-1');
      await page.getByLabel('Giro').fill('Comercio');
      await page.getByLabel('Dirección').fill('Av. Uno 123');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText(/Ingresa un RUT válido/)).toBeVisible();
      await page.getByLabel('RUT').fill('76123456-0');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByLabel('RUT')).toHaveValue('76.123.456-0');
      await owner.looksRightInBoth('billing');
      await page.setViewportSize(PHONE);
      await owner.looksRightInBoth('billing on a phone');
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('cancels at the end of the period, and takes it back', async () => {
      await page.getByRole('button', { name: 'Cancelar la suscripción' }).click();
      await page.getByLabel(/Por qué la cancelas/).fill('Probamos otra cosa');
      await page.getByRole('button', { name: 'Cancelar la suscripción' }).click();
      await owner.dialog.getByRole('button', { name: 'Cancelar el plan' }).click();
      await expect(page.getByText(/Cancelado: funciona hasta/)).toBeVisible();
      await page.getByRole('button', { name: 'Reactivar' }).click();
      await expect(page.getByText(/Activo y pagado hasta/)).toBeVisible();
    });
    await owner.close();
  } finally {
    await server.close();
    await playground.close();
  }
});
