/**
 * Messenger and Instagram with the playground: connected, one account by two ways, a story answered, what was taken back
 * and what was written in the app, and how long a person may answer.
 */
import { startPlayground } from '../playground/playground.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 64;
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

test('a page and an account of Instagram are connected, written to and answered, each within its time', async ({
  browser,
}) => {
  const playground = await startPlayground();
  const server = await ServerProcess.launch(
    '',
    {
      GRAPH_BASE_URL: playground.graphUrl,
      INSTAGRAM_GRAPH_BASE_URL: playground.instagramUrl,
      OUTBOUND_TRUSTED_ORIGINS: playground.url,
    },
    'postgres',
  );
  try {
    const { messaging, faults } = playground;
    const instagram = messaging.addAccount('instagram', { hookUrl: `${server.url}/hooks/instagram` });
    const facebook = messaging.addAccount('messenger', {
      hookUrl: `${server.url}/hooks/messenger`,
      linkedInstagram: { id: instagram.hookId, username: instagram.username ?? '' },
    });
    const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
    const { page } = owner;
    const look = async (name: string) => {
      for (const [size, viewport] of [
        ['wide', WIDE],
        ['phone', PHONE],
      ] as const) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const path = test.info().outputPath(`${name}-${size}-${colorScheme}.png`);
          await page.screenshot({ path, animations: 'disabled' });
        }
      }
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    const open = async (name: string) => {
      await page.goto(`${server.url}/charla-live-2?bot=${BOT}&state=pending`);
      const row = page.locator('[data-conversation]').filter({ hasText: name });
      await expect(row).toBeVisible({ timeout: 30_000 });
      await row.click();
    };
    const take = () => page.getByRole('button', { name: 'Tomar', exact: true }).first().click();

    await test.step('an account is connected: a wrong token says what to do', async () => {
      await owner.screen('/whatsapp-business', 'WhatsApp API');
      await expect(page.getByText('Aún no hay cuentas de Instagram conectadas')).toBeVisible();
      await page.getByRole('button', { name: 'Conectar una cuenta' }).click();
      await page.getByLabel('Identificador de la cuenta').fill(instagram.id);
      await page.getByLabel('Token de acceso').fill('otro-token');
      await page.getByLabel('Secreto de la app').fill(instagram.appSecret);
      await page.getByLabel('Token de verificación').fill(instagram.verifyToken);
      await owner.looksRightInBoth('connecting an account of Instagram');
      await look('connect');
      await page.getByRole('button', { name: 'Conectar', exact: true }).click();
      await expect(page.getByText(/El token de Instagram venció o no es válido/)).toBeVisible();
      await page.getByLabel('Token de acceso').fill(instagram.accessToken);
      await page.getByRole('button', { name: 'Conectar', exact: true }).click();
      const list = page.getByRole('list', { name: 'Cuentas conectadas' });
      await expect(list.getByText('En orden')).toBeVisible();
      await expect(list).toContainText(`@${instagram.username}`);
    });

    await test.step('its page as well: both say that there are two ways', async () => {
      await page.getByRole('button', { name: 'Conectar una página' }).click();
      await page.getByLabel('Identificador de la página').fill(facebook.id);
      await page.getByLabel('Token de acceso').fill(facebook.accessToken);
      await page.getByLabel('Secreto de la app').fill(facebook.appSecret);
      await page.getByLabel('Token de verificación').fill(facebook.verifyToken);
      await page.getByRole('button', { name: 'Conectar', exact: true }).click();
      const pages = page.getByRole('list', { name: 'Páginas conectadas' });
      await expect(pages).toContainText('no suscribas esta página a los mensajes de Instagram');
      await expect(page.getByRole('list', { name: 'Cuentas conectadas' })).toContainText(
        `vinculada a la página «${facebook.name}»`,
      );
      await owner.looksRightInBoth('channels');
      await pages.scrollIntoViewIfNeeded();
      await look('channels');
    });

    await test.step('a story is answered; the agent’s words are read', async () => {
      const customer = { id: '7700090001', name: 'Rosa del Playground', username: 'rosa.cl' };
      const story = { id: '178', url: messaging.picture };
      const mid = messaging.customerWrites(instagram, customer, {
        message: { text: 'Quiero hablar con una persona', reply_to: { story } },
      });
      await open(customer.name);
      await expect(page.getByText('Respondió a tu historia')).toBeVisible();
      await take();
      await expect(page.getByText(/Quedan 2\d h.* para responder por Instagram/)).toBeVisible();
      faults.statusDelay = 300;
      await page.getByLabel('Respuesta', { exact: true }).fill('Hola Rosa, soy Paula');
      await page.keyboard.press('Enter');
      const mine = page.getByRole('article').filter({ hasText: 'Hola Rosa, soy Paula' });
      await expect(mine.getByText('Leído')).toBeVisible({ timeout: 30_000 });
      messaging.echo(instagram, customer.id, { text: 'Te llamo en un rato', app_id: 2 });
      const fromApp = page.getByRole('article').filter({ hasText: 'Te llamo en un rato' });
      await expect(fromApp.getByText('Desde la app')).toBeVisible({ timeout: 30_000 });
      await owner.looksRightInBoth('a conversation of Instagram');
      await look('instagram');
      messaging.customerWrites(instagram, customer, { message: { mid, is_deleted: true } });
      await expect(page.getByText('El cliente eliminó este mensaje.')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText('Quiero hablar con una persona')).toHaveCount(0);
    });

    const wrote = (name: string, id: string, ago: number) => {
      const text = 'Quiero hablar con una persona';
      const old = messaging.incoming(facebook, { id, name }, { message: { text } }, Date.now() - ago);
      messaging.deliver([old.change]);
    };

    await test.step('a day later a person still answers, and the message says that a person did', async () => {
      wrote('Tardía del Playground', '7700090002', 25 * HOUR);
      await open('Tardía del Playground');
      await take();
      await expect(
        page.getByText(/Pasaron 24 h: sale como respuesta de una persona\. Quedan 5 días/),
      ).toBeVisible();
      await look('tagged');
      await page.getByLabel('Respuesta', { exact: true }).fill('Perdona la espera');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => messaging.memory.sent.findLast(({ to }) => to === '7700090002')?.body)
        .toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    });

    await test.step('a week later nobody does', async () => {
      wrote('Perdida del Playground', '7700090003', 8 * DAY);
      await open('Perdida del Playground');
      await take();
      await expect(page.getByText('El plazo de 7 días de Messenger se cerró')).toBeVisible();
      await owner.looksRightInBoth('a conversation whose time is over');
      await look('over');
      expect(messaging.memory.sent.filter(({ to }) => to === '7700090003')).toEqual([]);
    });
    expect(owner.faults).toEqual([]);
  } finally {
    await server.close();
    await playground.close();
  }
});
