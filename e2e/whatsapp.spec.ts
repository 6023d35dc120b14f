/** The five minutes of README with the playground: connect, the customer writes, an agent answers, after 24 h a template. */
import { startPlayground } from '../playground/playground.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 64;
const HOUR = 60 * 60_000;
/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const text = (body: string) => ({ type: 'text', text: { body } });

test('a newcomer connects a number and sees the whole way: written, answered, read, and after 24 h a template', async ({
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
  try {
    const { whatsapp, faults } = playground;
    const number = whatsapp.addNumber({ hookUrl: `${server.url}/hooks/whatsapp` });
    whatsapp.addTemplate(number.businessAccountId, {
      name: 'pedido_listo',
      language: 'es_CL',
      category: 'UTILITY',
      status: 'APPROVED',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['1042'] } },
        { type: 'BODY', text: 'Hola {{1}}, ya puedes retirarlo.', example: { body_text: [['Ana']] } },
        {
          type: 'BUTTONS',
          buttons: [{ type: 'URL', text: 'Ver', url: 'https://tienda.cl/{{1}}' }],
        },
      ],
    });
    const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
    const { page } = owner;

    await test.step('connects the number: a wrong token says what to do', async () => {
      await owner.screen('/whatsapp-business', 'WhatsApp API');
      await expect(page.getByText('Aún no hay números conectados')).toBeVisible();
      await page.getByRole('button', { name: 'Conectar un número' }).click();
      await page.getByLabel('Identificador del número').fill(number.phoneNumberId);
      await page.getByLabel('Cuenta de WhatsApp Business').fill(number.businessAccountId);
      await page.getByLabel('Token de acceso').fill('otro-token');
      await page.getByLabel('Secreto de la app').fill(number.appSecret);
      await page.getByLabel('Token de verificación').fill(number.verifyToken);
      await owner.looksRightInBoth('connecting a number');
      await page.getByRole('button', { name: 'Conectar', exact: true }).click();
      await expect(page.getByText(/El token de acceso venció o no es válido/)).toBeVisible();
      await page.getByLabel('Token de acceso').fill(number.accessToken);
      await page.getByRole('button', { name: 'Conectar', exact: true }).click();
      const own = page.getByRole('list', { name: 'Números conectados' });
      await expect(own.getByText('En orden')).toBeVisible();
      await expect(page.getByRole('link', { name: 'pedido_listo' })).toBeVisible({ timeout: 30_000 });
      await owner.looksRightInBoth('numbers and templates');
    });

    await test.step('writes a template: the provider’s rules come first', async () => {
      await page.getByRole('button', { name: 'Nueva plantilla' }).click();
      await page.getByLabel('Nombre').fill('Aviso de retiro');
      await page.getByLabel('Texto', { exact: true }).fill('Hola {{1}}, te esperamos.');
      await page.getByRole('button', { name: 'Enviar a revisión' }).click();
      await expect(page.getByRole('alert')).toContainText('necesita un ejemplo de cada variable');
      await page.getByLabel('{{1}}', { exact: true }).fill('Camila');
      await expect(page.getByRole('figure')).toContainText('Hola Camila, te esperamos.');
      await page.getByLabel('Encabezado', { exact: true }).selectOption('Imagen');
      const file = page.getByLabel('Archivo de ejemplo del encabezado');
      await file.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') });
      await expect(page.getByText('Ese tipo de archivo no sirve aquí: JPG o PNG, hasta 5 MB.')).toBeVisible();
      await file.setInputFiles({ name: 'tienda.png', mimeType: 'image/png', buffer: PICTURE });
      await expect(page.getByRole('figure').getByRole('img', { name: 'tienda.png' })).toBeVisible();
      await owner.looksRightInBoth('a new template');
      await page.getByRole('button', { name: 'Enviar a revisión' }).click();
      const made = page.getByRole('listitem').filter({ hasText: 'aviso_de_retiro' });
      await expect(made.getByText('En revisión')).toBeVisible();
      expect([...whatsapp.memory.handles.values()][0]?.bytes).toEqual(PICTURE);
    });

    await test.step('the customer writes, the agent answers, and it is read', async () => {
      const customer = { phone: '56987650001', name: 'Rosa del Playground' };
      const referral = { headline: 'Liquidación de invierno', source_url: 'https://fb.me/anuncio' };
      whatsapp.customerWrites(number, customer, { ...text('Quiero hablar con una persona'), referral });
      await page.goto(`${server.url}/charla-live-2?bot=${BOT}&state=pending`);
      const row = page.locator('[data-conversation]').filter({ hasText: customer.name });
      await expect(row).toBeVisible({ timeout: 30_000 });
      await row.click();
      await expect(page.getByText('Llegó por un anuncio')).toBeVisible();
      await expect(page.getByText(/Quedan 2\d h .*para responder por WhatsApp|Quedan 24 h/)).toBeHidden();
      await page.getByRole('button', { name: 'Tomar', exact: true }).first().click();
      await expect(page.getByText(/Quedan 2\d h/)).toBeVisible();
      const words = page.getByRole('article', { name: customer.name });
      await words.hover();
      await words.getByRole('button', { name: 'Responder' }).click();
      await expect(page.getByText('Respondes a: Quiero hablar con una persona')).toBeVisible();
      faults.statusDelay = 400;
      await page.getByLabel('Respuesta', { exact: true }).fill('Hola Rosa, soy Paula');
      await page.keyboard.press('Enter');
      const mine = page.getByRole('article').filter({ hasText: 'Hola Rosa, soy Paula' });
      await expect(mine.getByText('Leído')).toBeVisible({ timeout: 30_000 });
      await expect(mine.getByText('Responde a')).toBeVisible();
      const sent = whatsapp.memory.sent.findLast(({ to, type }) => to === customer.phone && type === 'text');
      expect(sent?.body['context']).toBeTruthy();
      await words.hover();
      await words.getByRole('button', { name: 'Reaccionar' }).click();
      await words.getByRole('button', { name: 'Reaccionar con 👍' }).click();
      await expect(words.getByRole('list', { name: 'Reacciones' })).toContainText('👍');
      await expect
        .poll(() => whatsapp.memory.sent.some(({ to, type }) => to === customer.phone && type === 'reaction'))
        .toBe(true);
      // A picture is shown before it is here (WhatsApp fails at first), and opens by itself once it is.
      const media = whatsapp.addMedia(PICTURE, 'image/png');
      faults.broken = 2;
      const { sha256 } = whatsapp.memory.media.get(media) ?? { sha256: '' };
      whatsapp.customerWrites(number, customer, {
        type: 'image',
        image: { id: media, mime_type: 'image/png', sha256, caption: 'Así llegó' },
      });
      const picture = page.getByRole('article').filter({ hasText: 'Así llegó' });
      await expect(picture.getByRole('button', { name: /^Ampliar/ })).toBeVisible({ timeout: 30_000 });
      await owner.looksRightInBoth('a conversation of WhatsApp');
      await page.screenshot({ path: test.info().outputPath('conversation.png') });
    });

    await test.step('a day later only a template goes, with header and button', async () => {
      const late = { phone: '56987650002', name: 'Tardía del Playground' };
      const old = whatsapp.incoming(
        number,
        late,
        text('Quiero hablar con una persona'),
        Date.now() - 25 * HOUR,
      );
      whatsapp.deliver([old.change]);
      await page.goto(`${server.url}/charla-live-2?bot=${BOT}&state=pending`);
      const row = page.locator('[data-conversation]').filter({ hasText: late.name });
      await expect(row).toBeVisible({ timeout: 30_000 });
      await row.click();
      await page.getByRole('button', { name: 'Tomar', exact: true }).first().click();
      await expect(page.getByText('La ventana de 24 h de WhatsApp se cerró')).toBeVisible();
      await page.getByLabel('Plantilla').selectOption({ label: 'pedido_listo (es_CL)' });
      await page.getByLabel('Dato del encabezado').fill('1042');
      await page.getByLabel('Final del enlace de «Ver»').fill('p/1042');
      await page.screenshot({ path: test.info().outputPath('template.png') });
      await owner.looksRightInBoth('a template in the composer’s place');
      await page.getByRole('button', { name: 'Enviar plantilla' }).click();
      await expect(page.getByRole('log')).toContainText('Hola Tardía, ya puedes retirarlo.');
      await expect
        .poll(() => whatsapp.memory.sent.findLast(({ to }) => to === late.phone)?.type)
        .toBe('template');
    });

    await test.step('what was compared, and a template from its own page', async () => {
      await page.goto(`${server.url}/whatsapp-business?bot=${BOT}`);
      await page.getByText('Sincronizaciones anteriores').click();
      const past = page.getByRole('list', { name: 'Sincronizaciones anteriores' });
      await expect(past).toContainText('Al conectar el número: 1 nueva.');
      await expect(past).toContainText('pedido_listo (es_CL): nueva, aprobada');
      await owner.looksRightInBoth('past comparisons');
      await page.screenshot({ path: test.info().outputPath('syncs.png'), fullPage: true });
      await page.getByRole('link', { name: 'pedido_listo' }).click();
      await page.getByRole('button', { name: 'Enviar…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Enviar pedido_listo' });
      await dialog.getByLabel('Cliente', { exact: true }).fill('Tardía del');
      await dialog.getByRole('button', { name: /Tardía del Playground/ }).click();
      await dialog.getByLabel('Dato del encabezado').fill('2042');
      await dialog.getByLabel('Final del enlace de «Ver»').fill('p/2042');
      await owner.looksRightInBoth('a template from its own page');
      await page.screenshot({ path: test.info().outputPath('from-template.png') });
      await dialog.getByRole('button', { name: 'Enviar plantilla' }).click();
      await expect(page.getByText('Plantilla enviada a 1 cliente')).toBeVisible();
      await expect
        .poll(() => whatsapp.memory.sent.filter(({ body }) => JSON.stringify(body).includes('2042')).length)
        .toBe(1);
    });

    await test.step('no secret of the number stays in the browser', async () => {
      const kept = await page.evaluate(async () => {
        const databases = await indexedDB.databases();
        const rows = databases.map(
          ({ name = '' }) =>
            new Promise<unknown[]>((resolve, reject) => {
              const opening = indexedDB.open(name);
              opening.onerror = () => reject(opening.error);
              opening.onsuccess = () => {
                const stores = [...opening.result.objectStoreNames];
                const reading = stores.map(
                  (store) =>
                    new Promise<unknown>((done, failed) => {
                      const all = opening.result.transaction(store).objectStore(store).getAll();
                      all.onsuccess = () => done(all.result);
                      all.onerror = () => failed(all.error);
                    }),
                );
                resolve(Promise.all(reading) as never);
              };
            }),
        );
        return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await Promise.all(rows)]);
      });
      expect(kept).toContain('Tardía');
      for (const secret of [number.accessToken, number.appSecret, number.verifyToken])
        expect(kept).not.toContain(secret);
    });

    await test.step('a dead token stands in the menu, and the screen fits a phone', async () => {
      faults.deadToken = true;
      await page.goto(`${server.url}/whatsapp-business?bot=${BOT}`);
      await page.getByRole('button', { name: 'Comprobar' }).click();
      await expect(
        page.getByRole('list', { name: 'Números conectados' }).getByText('Hay que reconectar'),
      ).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Principal' })).toContainText(
        'Un número hay que reconectarlo',
      );
      await page.goto(`${server.url}/charla-live-2?bot=${BOT}&state=taken`);
      await page.locator('[data-conversation]').filter({ hasText: 'Rosa del Playground' }).click();
      await expect(page.getByText(/perdió su conexión: lo que escribas queda en cola/)).toBeVisible();
      await owner.looksRightInBoth('a conversation whose number is broken');
      await page.screenshot({ path: test.info().outputPath('broken.png') });
      await page.goto(`${server.url}/whatsapp-business?bot=${BOT}`);
      await page.setViewportSize(PHONE);
      await owner.looksRightInBoth('a broken number on a phone');
      await page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    });
    expect(owner.faults).toEqual([]);
  } finally {
    await server.close();
    await playground.close();
  }
});
