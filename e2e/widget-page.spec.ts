/** What a page may ask of the chat that stands in it (docs/widget.md): window.Charla, pages that change without loading. */
import { createHmac } from 'node:crypto';
import { addDays, dayIn } from '../contract/days.ts';
import { looksRightInBoth } from './support/axe.ts';
import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';
import { Site } from './support/site.ts';

const BOT = { id: 64, token: 'demo-bot-token-64' };

/** The page keeps what it hears. */
const LISTENS = `
  <script>
    window.Charla = window.Charla || function () { (Charla.q = Charla.q || []).push(arguments); };
    window.heard = [];
    for (const event of ['ready', 'opened', 'closed', 'message', 'unread', 'ended', 'identified', 'rejected'])
      Charla('on', event, (detail) => heard.push([event, detail]));
    Charla('prefill', 'Hola, vengo del carrito');
  </script>`;

type Charla = Record<string, (...given: unknown[]) => void> & ((...given: unknown[]) => void);
declare global {
  interface Window {
    Charla?: Charla;
    heard: [string, object][];
  }
}

const names = (site: Site) => site.page.evaluate(() => window.heard.map(([event]) => event));

test('WID-1 a page asks before the chat is there, opens and closes it, fills the field and hears what happens, never what is said', async ({
  browser,
  server,
}) => {
  const site = await Site.open(browser, server.url, BOT, { before: LISTENS });
  const { page } = site;
  const field = page.getByLabel('Escribe tu mensaje');
  await expect(site.launcher).toBeVisible();
  await expect.poll(() => names(site)).toEqual(['ready']);
  await page.evaluate(() => window.Charla?.['open']?.());
  await expect(field).toHaveValue('Hola, vengo del carrito');
  // What somebody typed stays; what a page gives is text, and bounded.
  await page.evaluate(() => window.Charla?.['prefill']?.('otra cosa'));
  await expect(field).toHaveValue('Hola, vengo del carrito');
  await field.fill('');
  await page.evaluate(() => window.Charla?.['prefill']?.('<img src=x onerror=alert(1)>'.repeat(400_000)));
  await expect.poll(async () => (await field.inputValue()).length).toBe(4_096);
  await field.fill('¿a qué hora abren?');
  await field.press('Enter');
  await expect(page.getByRole('log').locator('.row.bot')).not.toHaveCount(1);
  await expect.poll(() => names(site)).toContain('message');
  await page.evaluate(() => window.Charla?.('close'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => names(site)).toContain('closed');
  const heard = JSON.stringify(await page.evaluate(() => window.heard));
  for (const said of ['abren', 'carrito', 'roomToken', 'mid']) expect(heard).not.toContain(said);
  // Nonsense does nothing but tell the developer.
  const told: string[] = [];
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
  await page.evaluate(() => {
    window.Charla?.('constructor');
    window.Charla?.('on', 'nada', 1);
    window.Charla?.('prefill', { toString: () => 'x' });
    window.Charla?.('identify', { name: 'x'.repeat(10_000_000) });
    window.Charla?.('on', 'opened', () => {
      throw new Error('la página falla');
    });
  });
  await expect.poll(() => told.length).toBe(4);
  await page.evaluate(() => window.Charla?.('toggle'));
  await expect(page.getByRole('dialog')).toBeVisible();
  await site.close();
});

test('WID-2 a page that changes without loading: its address follows, its body may be another one, there is one chat, and after destroy nothing of it', async ({
  browser,
  server,
}) => {
  const site = await Site.open(browser, server.url, BOT, { before: LISTENS });
  const { page } = site;
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await site.launcher.click();
  const field = page.getByLabel('Escribe tu mensaje');
  await field.fill('hola');
  await field.press('Enter');
  await expect(page.getByRole('log').locator('.row.own')).toHaveCount(1);
  // What the socket says of the page: looked at in its frames.
  await page.evaluate(() => history.pushState({}, '', '/zapatos'));
  await expect
    .poll(() => sent.some((frame) => frame.includes('PAGE') && frame.includes('/zapatos')))
    .toBe(true);
  // The whole body goes, as in sites that swap pages; the same script comes again.
  await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src*="widget.js"]');
    const body = document.createElement('body');
    body.innerHTML = '<h1>Otra página</h1>';
    document.body.replaceWith(body);
    for (let times = 0; times < 3; times += 1) {
      const again = document.createElement('script');
      again.src = script?.src ?? '';
      Object.assign(again.dataset, script?.dataset);
      body.append(again);
    }
  });
  await expect(page.getByRole('heading', { name: 'Otra página' })).toBeVisible();
  await expect(page.getByRole('log').locator('.row.own')).toHaveCount(1);
  await expect(page.locator('#charla-widget')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#charla-widget')).toHaveCount(1);
  await page.evaluate(() => window.Charla?.('destroy'));
  await expect(page.locator('#charla-widget')).toHaveCount(0);
  expect(await page.evaluate(() => window.Charla)).toBeUndefined();
  // It may come again, with what it had.
  await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src*="widget.js"]');
    const again = document.createElement('script');
    again.src = script?.src ?? '';
    Object.assign(again.dataset, script?.dataset);
    document.body.append(again);
  });
  await expect(page.getByRole('log').locator('.row.own')).toHaveCount(1);
  await site.close();
});

test('WID-3 a page of strict policy has the whole chat, and the chat blocks nothing of any page: its first file is small and late', async ({
  browser,
  server,
}) => {
  const policy = `default-src 'none'; script-src ${server.url}; connect-src ${server.url} ${server.url.replace('http', 'ws')}; img-src ${server.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const site = await Site.open(browser, server.url, BOT, { policy });
  const { page } = site;
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await site.visit();
  await expect(site.launcher).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/widget/'))).toEqual([]);
  await site.launcher.click();
  const field = page.getByLabel('Escribe tu mensaje');
  await field.fill('hola');
  await field.press('Enter');
  await expect(page.getByRole('log').locator('.row.own')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.getByRole('dialog').evaluate((panel) => getComputedStyle(panel).position)).toBe(
    'absolute',
  );
  expect(faults.filter((fault) => !fault.includes('favicon'))).toEqual([]);
  await site.close();
});

test('WID-9 the owner makes a secret, the site signs: the same history on another device, nothing of it after signing out, and a wrong signature leaves all as it was', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  await owner.screen('/chatbot/sitio', 'El chat en tu sitio');
  await owner.page.getByRole('button', { name: 'Crear secreto' }).click();
  const shown = owner.page.getByLabel('Secreto de identidad');
  await expect(shown).toBeVisible();
  const secret = await shown.inputValue();
  await owner.looksRightInBoth('the chat on a site');
  const sign = (id: string) => createHmac('sha256', secret).update(id).digest('hex');
  const user = { id: 'cliente-77', hash: sign('cliente-77'), name: 'Carla <b>Rojas</b>' };
  const says = (who: object | null) => (site: Site) =>
    site.page.evaluate((given) => window.Charla?.('identify', given), who);
  const kept = (site: Site) =>
    site.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const own = (site: Site) => site.page.getByRole('log').locator('.row.own');

  const laptop = await Site.open(browser, server.url, BOT, { before: LISTENS });
  await laptop.launcher.click();
  const write = async (site: Site, text: string) => {
    const field = site.page.getByLabel('Escribe tu mensaje');
    await field.fill(text);
    await field.press('Enter');
    await expect(own(site).last()).toContainText(text);
  };
  await write(laptop, 'escrito antes de iniciar sesión');
  await says(user)(laptop);
  await expect.poll(() => names(laptop)).toContain('identified');
  await expect(own(laptop)).toHaveCount(1);
  await write(laptop, 'mi pedido llegó roto');

  const phone = await Site.open(browser, server.url, BOT, {
    before: LISTENS,
    viewport: { width: 390, height: 700 },
  });
  await says(user)(phone);
  await phone.launcher.click();
  await expect(own(phone)).toHaveCount(2);
  // A stranger in another browser has nothing of it, and a wrong signature gives nothing and takes nothing away.
  const stranger = await Site.open(browser, server.url, BOT, { before: LISTENS });
  await stranger.launcher.click();
  await write(stranger, 'soy otra persona');
  await says({ ...user, hash: sign('cliente-78') })(stranger);
  await expect.poll(() => names(stranger)).toContain('rejected');
  await expect(own(stranger)).toHaveText([/soy otra persona/]);
  expect(await kept(stranger)).not.toContain('cliente-77');

  // Signing out: nothing of them stays, in this page and after the next one has loaded.
  await says(null)(phone);
  await expect(phone.page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => kept(phone)).not.toMatch(/cliente-77|pedido|roomToken":"/);
  await phone.launcher.click();
  await expect(
    phone.page.getByText('Escribe tu mensaje').or(phone.page.getByLabel('Escribe tu mensaje')),
  ).toBeVisible();
  await expect(own(phone)).toHaveCount(0);
  // The page that the site shows after signing out says so before anything else.
  await laptop.visit('salir');
  await says(null)(laptop);
  await laptop.visit();
  await expect.poll(() => kept(laptop)).not.toMatch(/cliente-77|pedido|roomToken":"/);
  await laptop.launcher.click();
  await expect(laptop.page.getByLabel('Escribe tu mensaje')).toBeVisible();
  await expect(own(laptop)).toHaveCount(0);
  await owner.page.reload();
  await expect(owner.page.getByText('Firmas rechazadas: 1')).toBeVisible();
  await expect(owner.page.getByLabel('Secreto de identidad')).toHaveCount(0);
});

test('WID-11, WID-13 out of hours the chat takes a word and gives its number, and what the owner lets customers read is found and opened in it', async ({
  browser,
  serverOfTest: server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  const { page } = owner;
  type Doc = { id: string; title: string; live: boolean; passages: number };
  const documents = (await call<Doc[]>(page, 'GET', '/svc/assistant/api/documents?bot_id=64')).body;
  const document = documents.find(({ live, passages }) => live && passages > 0);
  await owner.screen(`/documento-conocimiento/detail/${document?.id}`, document?.title ?? '');
  await page.getByLabel('Dejar leer en el chat').click({ force: true });
  await expect(page.getByLabel('Dejar leer en el chat')).toBeChecked();
  const calendar = (await call<{ revision: number }>(page, 'GET', '/svc/main/bot/64/calendar')).body;
  const today = dayIn(Date.now());
  const days = [0, 1].map((more) => ({ day: addDays(today, more), name: 'Cerrado', spans: [] }));
  const saved = await call(page, 'PUT', '/svc/main/bot/64/calendar', { revision: calendar.revision, days });
  expect(saved.status).toBe(200);
  // Who is connected would answer: nobody is.
  await page.getByRole('button', { name: /^Menú de / }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await page.waitForURL(/\/login/);
  await owner.close();

  const site = await Site.open(browser, server.url, BOT, { viewport: { width: 390, height: 800 } });
  const chat = site.page;
  await site.launcher.click();
  await chat.getByRole('button', { name: 'Artículos' }).click();
  const sought = chat.getByLabel('Buscar en los artículos');
  await expect(sought).toBeFocused();
  const hit = chat.getByRole('dialog').getByRole('button', { name: document?.title ?? '' });
  await expect(hit).toBeVisible();
  await sought.fill('xyzzy');
  await expect(chat.getByText('No encontramos artículos.')).toBeVisible();
  await sought.fill('');
  await looksRightInBoth(chat, 'articles');
  await hit.click();
  await expect(chat.getByRole('heading', { level: 2, name: document?.title ?? '' })).toBeFocused();
  await looksRightInBoth(chat, 'an article');
  await chat.screenshot({ path: 'test-results/article.png' });
  await chat.getByRole('button', { name: 'Volver a los artículos' }).click();
  await chat.getByRole('button', { name: 'Volver al chat' }).click();

  const field = chat.getByLabel('Escribe tu mensaje');
  await field.fill('quiero hablar con una persona');
  await field.press('Enter');
  await expect(chat.getByText('Déjanos tu mensaje y te respondemos')).toBeVisible();
  const send = chat.getByRole('button', { name: 'Enviar mensaje al equipo' });
  await send.click();
  await expect(chat.getByText('Escribe tu nombre.')).toBeVisible();
  await expect(chat.getByLabel('Nombre')).toBeFocused();
  await chat.getByLabel('Nombre').fill('Rosa <b>Díaz</b>');
  await expect(chat.getByText('Escribe tu nombre.')).toHaveCount(0);
  await chat.getByLabel('Correo').fill('rosa@correo.cl');
  await chat.getByLabel('Mensaje', { exact: true }).fill('¿Despachan a Arica?');
  await looksRightInBoth(chat, 'the form out of hours');
  await chat.screenshot({ path: 'test-results/form.png' });
  await send.click();
  await expect(
    chat.getByText(/Recibimos tu mensaje \(.+\)\. Te responderemos apenas abramos\./),
  ).toBeVisible();
  await site.close();

  // A page in English of a bot whose owner lets the page choose.
  const other = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  await other.screen('/chatbot/sitio', 'El chat en tu sitio');
  await other.page.getByLabel('Idioma del chat').selectOption({ label: 'El de la página' });
  await expect(other.page.getByText('Idioma del chat guardado')).toBeVisible();
  await other.page.getByRole('button', { name: /^Menú de / }).click();
  await other.page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await other.page.waitForURL(/\/login/);
  await other.close();
  const english = await Site.open(browser, server.url, BOT, {
    lang: 'en',
    viewport: { width: 390, height: 800 },
  });
  await inEnglish(english);
  await english.close();
});

/** Opens the chat, asks for a person while nobody attends and leaves a word. */
async function inEnglish({ page }: Site): Promise<void> {
  await page.getByRole('button', { name: /Open chat/ }).click();
  await expect(page.getByRole('dialog', { name: /^Chat with / })).toHaveAttribute('lang', 'en');
  const field = page.getByLabel('Write your message');
  await field.fill('quiero hablar con una persona');
  await field.press('Enter');
  await expect(page.getByText('Leave us your message and we will answer you')).toBeVisible();
  await expect(page.getByText(/^We are closed right now\. We will be back on /)).toBeVisible();
  const send = page.getByRole('button', { name: 'Send message to the team' });
  await send.click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await page.getByLabel('Name').fill('Rose');
  await page.getByLabel('E-mail').fill('rose@mail.com');
  await page.getByLabel('Message', { exact: true }).fill('Do you ship to Arica?');
  await looksRightInBoth(page, 'the form out of hours in English');
  await page.screenshot({ path: 'test-results/form-en.png' });
  await send.click();
  await expect(page.getByText(/We have received your message \(.+\)\. We will answer you/)).toBeVisible();
}

test('WID-15, WID-16 the tag of the script says the language over the owner’s choice, and a language that does not come leaves the chat in Spanish', async ({
  browser,
  server,
}) => {
  const site = await Site.open(browser, server.url, BOT, { lang: 'en', tag: 'data-lang="pt-BR"' });
  await site.page.getByRole('button', { name: 'Abrir chat' }).click();
  await expect(site.page.getByPlaceholder('Escreva sua mensagem')).toBeVisible();
  await expect(site.page.getByRole('button', { name: 'Fechar chat' }).first()).toBeVisible();
  await site.close();

  const broken = await Site.open(browser, server.url, BOT, { tag: 'data-lang="en"' });
  const told: string[] = [];
  broken.page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
  await broken.context.route(/\/widget\/part-en-/, (route) => route.abort());
  await broken.page.getByRole('button', { name: 'Open chat' }).click();
  await expect(broken.page.getByPlaceholder('Escribe tu mensaje')).toBeVisible();
  await expect(broken.page.getByRole('dialog')).toHaveAttribute('lang', 'es');
  expect(told.some((line) => line.includes('habla español'))).toBe(true);
  await broken.close();

  const hostile = await Site.open(browser, server.url, BOT, { tag: 'data-lang="__proto__"' });
  await hostile.launcher.click();
  await expect(hostile.page.getByPlaceholder('Escribe tu mensaje')).toBeVisible();
  await hostile.close();
});
