/** A bot whose trial is over is paid for at a till of the playground, and works again; what was paid stands in Facturación. */
import { startPlayground } from '../playground/playground.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const STAFF = 'admin@charla.test';
const BOT = 102;
const LINKED = 101;
const PAID_ONCE = 64;
const CARD = 3126;

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
    STAFF_EMAILS: STAFF,
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
    });

    await test.step('comes back from the till without paying, and goes there again', async () => {
      await page.getByRole('button', { name: 'Rechazar' }).click();
      await expect(page.getByText('Volviste sin pagar y no se cobró nada.')).toBeVisible();
      await owner.looksRightInBoth('back without paying');
      await page.getByRole('link', { name: 'Intentarlo de nuevo' }).click();
      await page.getByRole('button', { name: 'Elegir Crece' }).click();
      await page.getByLabel(/Pago de prueba con Stripe/).check();
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

    await test.step('puts another card in place of the one on file', async () => {
      await page.getByRole('button', { name: 'Cambiar la tarjeta' }).click();
      await page.getByRole('button', { name: 'Usar otra tarjeta' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Facturación' })).toBeVisible();
      await expect(page.getByText(/terminada en 4444/)).toBeVisible();
    });

    await test.step('takes a larger plan at once for what was shown, and a smaller one later', async () => {
      await owner.screen('/checkout', 'Planes');
      await page.getByRole('button', { name: 'Elegir Empresa' }).click();
      const today = page.getByText(/Hoy se cobran/);
      await expect(today).toBeVisible();
      await owner.looksRightInBoth('changing the plan');
      // It falls with every second that is used, and is asked again when the bot's billing changes: read last.
      const shown = /Hoy se cobran (\$ [\d.]+)/.exec((await today.textContent()) ?? '')?.[1] ?? '';
      await page.getByRole('button', { name: 'Cambiar de plan' }).click();
      await expect(page.getByRole('heading', { name: 'Plan Empresa' })).toBeVisible();
      await expect(page.getByRole('cell', { name: shown, exact: true })).toBeVisible();
      await owner.screen('/checkout', 'Planes');
      await page.getByRole('button', { name: 'Elegir Crece' }).click();
      await page.getByRole('button', { name: 'Programar el cambio' }).click();
      await expect(page.getByText(/Cambia al plan Crece el/)).toBeVisible();
      await page.getByRole('button', { name: 'Dejar el cambio sin efecto' }).click();
      await expect(page.getByText(/Cambia al plan Crece el/)).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Quién cambió qué' })).toBeVisible();
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
    await test.step('an internal account sees what is sold, writes a version and a coupon', async () => {
      const staff = await Person.signedIn(browser, server.url, STAFF);
      await staff.screen('/settings/planes', 'Planes y cobros');
      await staff.page.getByRole('button', { name: 'Editar Emprende' }).click();
      await staff.page.getByLabel('Precio mensual, IVA incluido').fill('27990');
      await staff.page.getByRole('button', { name: 'Guardar como versión 2' }).click();
      await expect(staff.page.getByText(/\$ 27\.990 al mes/)).toBeVisible();
      await staff.page.getByRole('button', { name: 'Nuevo cupón' }).click();
      await staff.page.getByLabel('Código').fill('promo10');
      await staff.page.getByLabel('Descuento en porcentaje').fill('10');
      const last = staff.page.getByLabel('Último día (opcional)');
      await last.fill('31/02/2099');
      await staff.page.getByRole('button', { name: 'Guardar cupón' }).press('Enter');
      await expect(staff.page.getByText('Escribe una fecha, por ejemplo 31/12/2026.')).toBeVisible();
      await expect(last).toHaveValue('31/02/2099');
      await last.fill('28-2-2099');
      await staff.page.getByRole('button', { name: 'Guardar cupón' }).press('Enter');
      await expect(staff.page.getByText('PROMO10', { exact: true })).toBeVisible();
      await expect(staff.page.getByText(/hasta el 28\/02\/2099/)).toBeVisible();
      await staff.looksRightInBoth('plans of the installation');
      await staff.close();
    });

    await test.step('somebody without an account pays by a link, with the bot of the same owner', async () => {
      await owner.show(LINKED);
      await owner.screen('/checkout', 'Planes');
      await page.getByRole('button', { name: 'Elegir Emprende' }).click();
      await page.getByLabel(/Código de descuento/).fill('promo10');
      await page.getByRole('button', { name: 'Aplicar' }).click();
      await expect(page.getByText(/\$ 25\.191/)).toBeVisible();
      await page.getByRole('button', { name: 'Que pague otra persona, con un enlace' }).click();
      const link = await page.getByLabel(/Enlace de pago/).inputValue();
      const friend = await Person.open(browser, server.url);
      await friend.page.goto(link);
      await expect(friend.page.getByText(/PROMO10: 10 % de descuento/)).toBeVisible();
      await friend.page.getByLabel('Correo de quien paga').fill('socia@tienda.cl');
      await friend.looksRightInBoth('paying by a link');
      await friend.page.getByRole('button', { name: 'Ir a pagar' }).click();
      await friend.page.getByRole('button', { name: 'Pagar', exact: true }).click();
      await expect(friend.page.getByText(/Recibimos el pago/)).toBeVisible();
      await friend.close();
    });
    await test.step('one period is paid by one payment, and nothing is collected after it', async () => {
      await owner.show(PAID_ONCE);
      await owner.screen('/checkout', 'Planes');
      await page.getByRole('button', { name: 'Elegir Crece' }).click();
      await page.getByLabel(/Flow: pagar una vez/).check();
      await expect(page.getByText(/No se guarda tu tarjeta ni se cobra de nuevo/)).toBeVisible();
      await owner.looksRightInBoth('paying once');
      await page.getByRole('button', { name: 'Ir a pagar' }).click();
      await page.getByRole('button', { name: 'Pagar', exact: true }).click();
      await expect(page.getByText('¡Listo!')).toBeVisible();
      await owner.screen('/facturacion', 'Facturación');
      await expect(page.getByText(/No se cobra por sí solo/)).toBeVisible();
      await expect(page.getByText(/El período siguiente se puede pagar desde/)).toBeVisible();
      await owner.looksRightInBoth('paid once');
    });
    await test.step('a larger plan is had for what is left of it, by the difference', async () => {
      await owner.screen('/checkout', 'Planes');
      await page.getByRole('button', { name: 'Elegir Empresa' }).click();
      const upgrade = page.getByRole('region', { name: 'Pasar ahora al plan Empresa' });
      const words = upgrade.getByText(/Hoy se pagan/);
      await expect(words).toBeVisible();
      await owner.looksRightInBoth('the difference of a larger plan');
      await page.setViewportSize(PHONE);
      await owner.looksRightInBoth('the difference of a larger plan, on a phone');
      await page.setViewportSize({ width: 1440, height: 900 });
      const shown = /Hoy se pagan (\$ [\d.]+)/.exec((await words.textContent()) ?? '')?.[1] ?? '';
      await upgrade.getByRole('button', { name: /^Pagar la diferencia/ }).click();
      await page.getByRole('button', { name: 'Pagar', exact: true }).click();
      await expect(page.getByText('¡Listo!')).toBeVisible();
      await owner.screen('/facturacion', 'Facturación');
      await expect(page.getByRole('heading', { name: 'Plan Empresa' })).toBeVisible();
      await expect(page.getByRole('cell', { name: shown, exact: true })).toBeVisible();
    });
    await test.step('a card at Flow is replaced, its subscription cancelled and taken back', async () => {
      await owner.show(CARD);
      await owner.screen('/checkout', 'Planes');
      await page.getByRole('button', { name: 'Elegir Crece' }).click();
      await page.getByLabel(/Flow: tarjeta guardada/).check();
      await page.getByRole('button', { name: 'Ir a pagar' }).click();
      await page.getByRole('button', { name: 'Pagar', exact: true }).click();
      await expect(page.getByText('¡Listo!')).toBeVisible();
      await owner.screen('/facturacion', 'Facturación');
      await expect(page.getByText(/terminada en 6623/)).toBeVisible();
      await page.getByRole('button', { name: 'Cambiar la tarjeta' }).click();
      await page.getByRole('button', { name: 'Pagar', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Facturación' })).toBeVisible();
      await expect(page.getByText(/terminada en 4425/)).toBeVisible();
      await page.getByRole('button', { name: 'Cancelar la suscripción' }).click();
      await page.getByRole('button', { name: 'Cancelar la suscripción' }).click();
      await owner.dialog.getByRole('button', { name: 'Cancelar el plan' }).click();
      await expect(page.getByText(/Cancelado: funciona hasta/)).toBeVisible();
      await page.getByRole('button', { name: 'Reactivar' }).click();
      await expect(page.getByText(/Cancelado: funciona hasta/)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Cancelar la suscripción' })).toBeVisible();
    });
    await owner.close();
  } finally {
    await server.close();
    await playground.close();
  }
});
