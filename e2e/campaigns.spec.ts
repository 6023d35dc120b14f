/** Campaigns against the playground: from a template to the last status, live in every tab, and on a phone. */
import type { CampaignDetail } from '../contract/entities/campaign.ts';
import { startPlayground } from '../playground/playground.ts';
import { Api } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 64;

test('a campaign: chosen, counted, tried out, sent with its progress in every tab, its failures mended; a draft, a time; what an agent may', async ({
  browser,
}) => {
  const playground = await startPlayground();
  const server = await ServerProcess.launch('', {
    GRAPH_BASE_URL: playground.graphUrl,
    OUTBOUND_TRUSTED_ORIGINS: playground.url,
  });
  try {
    const { whatsapp, faults } = playground;
    const number = whatsapp.addNumber({ hookUrl: `${server.url}/hooks/whatsapp` });
    const template = (name: string, category: string) =>
      whatsapp.addTemplate(number.businessAccountId, {
        name,
        language: 'es',
        category,
        status: 'APPROVED',
        components: [
          { type: 'BODY', text: 'Hola {{1}}, tu código es {{2}}.', example: { body_text: [['Ana', 'X']] } },
          { type: 'FOOTER', text: 'Escribe BAJA para no recibir más' },
        ],
      });
    template('oferta', 'MARKETING');
    template('aviso', 'UTILITY');
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
    const next = () => page.getByRole('button', { name: 'Continuar' }).click();
    const choose = async (name: string) => {
      await page.getByRole('combobox', { name: 'Plantilla' }).selectOption(`es ${name}`);
    };
    const filled = async () => {
      await page
        .getByRole('group', { name: 'Dato 1' })
        .getByLabel('Si el cliente no lo tiene')
        .fill('cliente');
      await page.getByRole('group', { name: 'Dato 2' }).getByLabel('Texto').fill('CYBER10');
    };

    await test.step('the list of the demo, and a figure that opens its recipients with their file', async () => {
      await owner.screen('/plantillas-programadas', 'Plantillas programadas');
      await expect(page.getByRole('list', { name: 'Campañas' })).toContainText(
        'Despacho gratis de noviembre',
      );
      await owner.looksRightInBoth('the list of campaigns');
      await page.screenshot({ path: test.info().outputPath('list.png'), fullPage: true });
      await page.getByRole('link', { name: 'Despacho gratis de noviembre' }).click();
      const counts = page.getByRole('list', { name: 'Destinatarios por resultado' });
      await expect(counts).toContainText('Leídos (al menos)');
      await owner.looksRightInBoth('a campaign that is done');
      await page.screenshot({ path: test.info().outputPath('done.png'), fullPage: true });
      const skipped = counts.getByRole('listitem').filter({ hasText: 'Omitidos' }).getByRole('button');
      const n = (await skipped.textContent()) ?? '';
      await skipped.click();
      await expect(owner.dialog.getByText(`${n} destinatarios`, { exact: true })).toBeVisible();
      await expect(owner.dialog.getByRole('list', { name: 'Destinatarios' })).toContainText(
        'sin consentimiento',
      );
      await owner.looksRightInBoth('recipients of a campaign');
      await owner.dialog.getByRole('button', { name: 'Exportar CSV' }).click();
      const tray = page.getByRole('complementary', { name: 'Exportaciones' });
      await expect(tray).toContainText(`Listo: ${n} destinatarios`);
      const download = page.waitForEvent('download');
      await tray.getByRole('button', { name: 'Descargar' }).click();
      expect((await download).suggestedFilename()).toMatch(/^destinatarios-.*\.csv$/);
    });

    await test.step('four steps: each says what it wants, the last one who gets it and who not', async () => {
      await page.goto(`${server.url}/plantillas-programadas`);
      await page.getByRole('button', { name: 'Nueva campaña' }).click();
      await expect(page.getByText('Elige una plantilla aprobada.', { exact: true })).toBeVisible();
      await choose('oferta');
      await expect(page.getByText('la reciben solo quienes dieron su consentimiento')).toBeVisible();
      await page.getByLabel('Nombre de la campaña').fill('Cyber de noviembre');
      await owner.looksRightInBoth('the first step of a campaign');
      await page.screenshot({ path: test.info().outputPath('template.png'), fullPage: true });
      await next();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
      await page.getByRole('radio', { name: /^Un filtro/ }).check();
      await page
        .getByRole('form', { name: 'Filtros' })
        .getByRole('button', { name: 'Quitar la condición' })
        .click();
      await page.getByRole('button', { name: 'Aplicar' }).click();
      await expect(page.getByText(/^Todos los clientes/)).toBeVisible();
      await owner.looksRightInBoth('the audience of a campaign');
      await page.screenshot({ path: test.info().outputPath('audience.png'), fullPage: true });
      await next();
      await expect(page.getByText('Falta: Dato 2.')).toBeVisible();
      await filled();
      await expect(page.getByRole('figure')).toContainText('tu código es CYBER10');
      await owner.looksRightInBoth('the slots of a campaign');
      await page.screenshot({ path: test.info().outputPath('content.png'), fullPage: true });
      await next();
      await expect(page.getByText('No la reciben: sin consentimiento')).toBeVisible();
      await expect(
        page.getByRole('list', { name: 'Ejemplos' }).getByText(/tu código es CYBER10/),
      ).toHaveCount(5);
      await owner.looksRightInBoth('the last step of a campaign');
      await page.screenshot({ path: test.info().outputPath('send.png'), fullPage: true });
    });

    await test.step('a test reaches one’s own phone alone', async () => {
      await page.getByRole('button', { name: 'Enviarme una prueba' }).click();
      await expect(page.getByText(/WhatsApp la recibió para \+56961234501/)).toBeVisible();
      expect(whatsapp.memory.sent.map(({ to }) => to)).toEqual(['56961234501']);
    });

    await test.step('a time of the calendar: how long until then, what the clock does, and a draft that keeps it', async () => {
      await page.getByRole('radio', { name: /^A una hora/ }).check();
      await expect(page.getByText(/^sale en \d/)).toBeVisible();
      const day = page.getByLabel('Día', { exact: true });
      const tomorrow = await day.inputValue();
      await day.fill('01/01/2020');
      await expect(page.getByRole('alert')).toHaveText('Elige una hora que todavía no pasa.');
      await day.fill(tomorrow);
      await page.getByLabel('Hora', { exact: true }).fill('09:15');
      await page.getByRole('button', { name: 'Guardar borrador' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Cyber de noviembre' })).toBeVisible();
      await expect(page.getByText(/^Borrador: nada sale/)).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('draft.png'), fullPage: true });
    });

    await test.step('sent: more than a hundred are typed, the progress stands in every tab, failures by cause', async () => {
      await next();
      await next();
      // The count comes while a radio below it is being pressed.
      const count = await owner.hold('POST', '/svc/main/campaigns/preview');
      await next();
      const now = page.getByRole('radio', { name: /^Ahora/ });
      await now.hover();
      await page.mouse.down();
      count();
      await expect(page.getByText(/^\d+ clientes?$/)).toBeVisible();
      await page.mouse.up();
      await expect(now).toBeChecked();
      faults.statusDelay = 200;
      const total = Number(((await page.getByText(/^\d+ clientes?$/).textContent()) ?? '').split(' ')[0]);
      const other = await owner.context.newPage();
      await other.goto(`${server.url}/plantillas-programadas`);
      await expect(other.getByRole('link', { name: 'Cyber de noviembre' })).toBeVisible();
      await page.getByRole('button', { name: 'Enviar ahora' }).click();
      if (total > 100) {
        await expect(owner.dialog.getByRole('button', { name: 'Enviar' })).toBeDisabled();
        await owner.dialog.getByLabel(/Escribe cuántos son/).fill(String(total));
      }
      await owner.dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
      await expect(page.getByText('Enviando.').or(page.getByText('Preparando destinatarios.'))).toBeVisible();
      await page.getByRole('button', { name: 'Pausar' }).click();
      await expect(page.getByText('En pausa.', { exact: true })).toBeVisible();
      const row = other.getByRole('listitem').filter({ hasText: 'Cyber de noviembre' });
      await expect(row.getByText('En pausa')).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('paused.png'), fullPage: true });
      await page.getByRole('button', { name: 'Reanudar' }).click();
      await expect(row.getByText('Terminada')).toBeVisible({ timeout: 120_000 });
      await expect(page.getByText('Terminada.')).toBeVisible();
      const sent = page.getByRole('list', { name: 'Destinatarios por resultado' });
      await expect(sent.getByRole('button', { name: `Enviados: ver ${total}` })).toBeVisible();
      // The one beside them is the test to oneself.
      expect(new Set(whatsapp.memory.sent.map(({ to }) => to)).size).toBe(total + 1);
      expect(whatsapp.memory.sent).toHaveLength(total + 1);
    });

    await test.step('an agent drafts and sends to few; the screen fits a phone', async () => {
      const [done] = await api.call<CampaignDetail[]>('GET', `/svc/main/campaigns?bot_id=${BOT}`);
      const agent = await Person.signedIn(browser, server.url, 'ana@charla.test', {
        bot: BOT,
        viewport: PHONE,
      });
      await agent.screen(`/plantillas-programadas/${done?.id}`, 'Cyber de noviembre');
      await agent.looksRightInBoth('a campaign on a phone');
      await agent.page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
      await agent.screen('/plantillas-programadas', 'Plantillas programadas');
      await agent.looksRightInBoth('campaigns on a phone');
      await agent.page.screenshot({ path: test.info().outputPath('phone-list.png'), fullPage: true });
      await agent.close();
    });
    await owner.close();
  } finally {
    await server.close();
    await playground.close();
  }
});
