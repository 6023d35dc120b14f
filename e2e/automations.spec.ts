/** Automations against the playground: a cart that was left, what would be sent today, why, and a phone. */
import type { Automation } from '../contract/entities/automation.ts';
import type { Lead } from '../contract/entities/lead.ts';
import { startPlayground } from '../playground/playground.ts';
import { Api } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 64;

test('a cart that was left: seen beforehand, turned on, written about, with every reason; a phone', async ({
  browser,
}) => {
  const playground = await startPlayground();
  const server = await ServerProcess.launch(
    '',
    {
      GRAPH_BASE_URL: playground.graphUrl,
      JUMPSELLER_API_URL: `${playground.url}/shops/jumpseller/v1`,
      OUTBOUND_TRUSTED_ORIGINS: playground.url,
    },
    'postgres',
  );
  try {
    const { whatsapp } = playground;
    const number = whatsapp.addNumber({ hookUrl: `${server.url}/hooks/whatsapp` });
    whatsapp.addTemplate(number.businessAccountId, {
      name: 'carro',
      language: 'es',
      category: 'MARKETING',
      status: 'APPROVED',
      components: [
        {
          type: 'BODY',
          text: 'Hola {{1}}, dejaste {{2}} en tu carro. Termina tu compra cuando quieras.',
          example: { body_text: [['Ana', 'Polar']] },
        },
      ],
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
    const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
    const { page } = owner;

    await test.step('without a shop it says what is missing', async () => {
      await owner.screen('/automatizaciones/carro-abandonado', 'Carro abandonado');
      await expect(page.getByText('Conecta tu tienda en Integraciones para usarla.')).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Encendida' })).toBeDisabled();
    });

    const store = playground.shops.jumpseller;
    await api.call('POST', '/svc/main/connections', {
      bot_id: BOT,
      provider: 'jumpseller',
      name: 'Tienda',
      credentials: store.credentials,
    });
    const product = store.addProduct({ name: 'Polar azul', price: '29990' });
    const leave = (name: string, phone: string, minutes: number) => {
      const cart = store.fillCart({ name, email: `${phone}@correo.cl`, phone: `+${phone}` }, [
        { product, quantity: 1 },
      ]);
      cart.createdAt -= minutes * 60_000;
      cart.updatedAt -= minutes * 60_000;
    };
    const client = async (name: string, phone: string, consent: boolean) => {
      const lead = await api.call<Lead>('POST', '/svc/main/leads', {
        lead: { bot_id: BOT, name, phone: `+${phone}` },
      });
      if (consent)
        await api.call('POST', `/svc/main/leads/${lead._id}/consents`, {
          purpose: 'marketing',
          state: 'granted',
          source: 'Formulario',
        });
    };
    await client('Camila Rojas', '56977770001', true);
    await client('Pedro Soto', '56977770002', false);
    leave('Camila Rojas', '56977770001', 70);
    leave('Pedro Soto', '56977770002', 70);

    await test.step('what it would do today, before anything leaves', async () => {
      await page.reload();
      // Refused without words: the focus is where they go.
      await page.getByRole('switch', { name: 'Encendida' }).check({ force: true });
      await page.getByRole('button', { name: 'Guardar' }).press('Enter');
      await expect(page.getByText('Elige una plantilla o escribe un mensaje.')).toBeVisible();
      await expect(page.getByLabel('Plantilla de WhatsApp')).toBeFocused();
      await page.getByRole('switch', { name: 'Encendida' }).uncheck({ force: true });
      await page.getByLabel('Plantilla de WhatsApp').selectOption({ label: 'carro (es)' });
      await page.getByLabel('Dato 1').selectOption({ label: 'Primer nombre' });
      await page.getByLabel('Dato 2').selectOption({ label: 'Productos' });
      await page.getByLabel('No escribir desde').fill('00:00');
      await page.getByLabel('hasta').fill('00:00');
      await page.getByRole('button', { name: 'Ver con los carros de hoy' }).click();
      await expect(page.getByText('2 carros, 2 con teléfono, 1 se enviaría hoy.')).toBeVisible();
      await expect(page.getByText('1: Consentimiento')).toBeVisible();
      await expect(page.getByText('Hola Camila, dejaste Polar azul en tu carro.')).toBeVisible();
      expect(whatsapp.memory.sent).toHaveLength(0);
      await owner.looksRightInBoth('the rule of an automation with its preview');
      await page.screenshot({ path: test.info().outputPath('rule.png'), fullPage: true });
    });

    await test.step('turned on, one leaves and the other says why not, live', async () => {
      await page.getByRole('switch', { name: 'Encendida' }).check({ force: true });
      await page.getByRole('button', { name: 'Guardar' }).click();
      const cases = page.getByRole('list', { name: 'Casos de Carro abandonado' });
      const of = (name: string) => cases.getByRole('listitem').filter({ hasText: name });
      await expect(of('Camila Rojas')).toContainText('Enviado');
      await expect(of('Pedro Soto')).toContainText('No se envió. Consentimiento: falta.');
      await of('Pedro Soto').getByRole('button', { name: '¿Por qué no se envió?' }).click();
      await expect(page.getByRole('list', { name: 'Decisiones' })).toContainText('Consentimiento: falta');
      await expect.poll(() => whatsapp.memory.sent.map(({ to }) => to)).toEqual(['56977770001']);
      await owner.looksRightInBoth('cases of an automation');
      await page.screenshot({ path: test.info().outputPath('cases.png'), fullPage: true });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: test.info().outputPath('cases-dark.png'), fullPage: true });
      await page.emulateMedia({ colorScheme: 'light' });
    });

    await test.step('what a colleague saves meanwhile takes nothing that is typed', async () => {
      const path = `/svc/main/automations/carro-abandonado?bot_id=${BOT}`;
      await page.getByLabel('Monto mínimo del carro').fill('5000');
      const { on, steps, quiet, minimum, revision } = await api.call<Automation>('GET', path);
      await api.call('PUT', path, { on, steps, quiet, minimum, cooldown_hours: 12, revision });
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Otra persona guardó cambios mientras tanto.')).toBeVisible();
      // AU-11: as money of the shop.
      await expect(page.getByLabel('Monto mínimo del carro')).toHaveValue('$ 5.000');
      await page.reload();
      await expect(page.getByLabel('Horas entre mensajes a una misma persona')).toHaveValue('12');
    });

    await test.step('all of them at a glance, and on a phone', async () => {
      await owner.screen('/automatizaciones', 'Automatizaciones');
      await expect(page.getByRole('region', { name: 'Carro abandonado' })).toContainText('Encendida');
      await owner.looksRightInBoth('all automations');
      await page.screenshot({ path: test.info().outputPath('all.png'), fullPage: true });
      const phone = await Person.signedIn(browser, server.url, OWNER, { bot: BOT, viewport: PHONE });
      await phone.screen('/automatizaciones/carro-abandonado', 'Carro abandonado');
      await expect(phone.page.getByText('Camila Rojas')).toBeVisible();
      await phone.looksRightInBoth('an automation on a phone');
      await phone.page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
      await phone.page.emulateMedia({ colorScheme: 'dark' });
      await phone.page.screenshot({ path: test.info().outputPath('phone-dark.png'), fullPage: true });
      await phone.close();
    });
    await owner.close();
  } finally {
    await server.close();
    await playground.close();
  }
});
