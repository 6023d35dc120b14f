/** Signing in and out, sessions that end, and the guards of routes: in real browsers with several tabs. */
import type { Page } from '@playwright/test';
import { LIMITS } from '../contract/limits.ts';
import { SERVER_LIMITS } from '../contract/server-limits.ts';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
const AGENT = 'ana@charla.test';
const ENDED = /^Tu sesión terminó/;

/** What of the browser's local storage belongs to nobody: the look of the place. */
const NOBODYS = ['mantine-color-scheme-value', 'color-scheme', 'sidebar-collapsed', 'sounds'];

/** Rows that this origin keeps in IndexedDB, by database and store. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const count = await settled(database.transaction(store).objectStore(store).count());
        if (count > 0) rows.push(`${name}/${store}: ${count}`);
      }
      database.close();
    }
    return rows;
  });

test('links to a screen lead through the login and on to it; who is signed in sees no login', async ({
  browser,
  server,
}) => {
  const owner = await Person.open(browser, server.url);
  const { page } = owner;
  await owner.go('/agentes?x=1');
  await page.waitForURL('**/login?redirect=*');
  await expect(page.getByText(ENDED)).toHaveCount(0);
  const email = page.getByLabel('Correo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('Ingresa tu contraseña')).toBeVisible();
  await expect(email).toHaveAccessibleDescription('Ingresa tu correo');
  await expect(email).toBeFocused();
  await email.fill(OWNER);
  await expect(page.getByText('Ingresa tu correo')).toHaveCount(0);
  await page.getByLabel('Contraseña', { exact: true }).fill('no es esta');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('alert')).toHaveText('El correo o la contraseña no son correctos.');
  await expect(email).toHaveValue(OWNER);
  await page.getByRole('button', { name: new RegExp(OWNER) }).click();
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/agentes?x=1');

  for (const path of ['/login', '/signin', '/registro']) {
    await owner.go(path);
    await page.waitForURL('**/dashboard');
  }
  // With a query nobody is sent on: the page says who is signed in, and leads to no other site.
  const who = page.getByRole('heading', { level: 1, name: 'Ya iniciaste sesión' });
  await owner.go('/login?redirect=/profile');
  await expect(who).toBeVisible();
  await expect(page.getByText(OWNER)).toBeVisible();
  await owner.looksRightInBoth('signed in already');
  await page.getByRole('link', { name: 'Continuar donde ibas' }).click();
  await page.waitForURL('**/profile');
  for (const query of ['?redirect=https://example.com/', '?utm_source=mail']) {
    await owner.go(`/signin${query}`);
    await expect(who).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continuar donde ibas' })).toHaveCount(0);
    expect(new URL(page.url()).search).toContain(query.slice(1, 8));
  }
  await page.getByRole('link', { name: 'Ir al Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await owner.go('/');
  await page.waitForURL('**/dashboard');
  await owner.screen('/no-existe', 'No encontramos esta página');
  await owner.looksRightInBoth('not found');
  await owner.close();
});

test('a sign-out in one tab signs all of them out and leaves nothing of the person', async ({
  browser,
  server,
}) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  await ana.go('/charla-live-2?bot=64');
  await expect(ana.page.getByTestId('state-archived')).toHaveText(/\d/);
  const other = await ana.context.newPage();
  await other.goto(`${server.url}/profile`);
  await expect(other.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
  await expect.poll(() => server.sockets()).toEqual([AGENT]);
  await expect.poll(() => stored(other)).not.toEqual([]);
  const closings = async () =>
    (await server.events<{ status: string }>(64, 'AGENT_STATUS')).filter(
      ({ data }) => data.status === 'close_session',
    ).length;
  await expect.poll(() => server.leases(AGENT, 64)).not.toEqual([]);
  const before = await closings();
  await ana.page.getByRole('button', { name: /^Menú de/ }).click();
  await ana.page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  for (const tab of [ana.page, other]) {
    await tab.waitForURL('**/login*');
    await expect(tab.getByText(ENDED)).toHaveCount(0);
    const left = await tab.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
    expect(left[0]?.filter((key) => !NOBODYS.includes(key))).toEqual([]);
    expect(left[1]).toEqual([]);
  }
  await expect.poll(() => stored(other)).toEqual([]);
  await expect.poll(() => server.sockets()).toEqual([]);
  // Her session as an agent is closed with it, once.
  await expect.poll(() => server.leases(AGENT, 64)).toEqual([]);
  await expect.poll(closings).toBe(before + 1);
  await ana.close();
});

test('a sign-out asks first when something is unsent: Cancelar keeps it, going on wipes it', async ({
  browser,
  server,
}) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  const { page } = ana;
  await ana.go('/charla-live-2?bot=64');
  await expect(page.getByTestId('state-archived')).toHaveText(/\d/);
  await page.getByTestId('state-taken').click();
  await page.locator('[data-conversation]').first().click();
  const field = page.getByLabel('Respuesta', { exact: true });
  await field.fill('Reviso su pedido y le');
  const other = await ana.context.newPage();
  await other.goto(`${server.url}/profile`);
  await expect(other.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
  const leave = async () => {
    await other.getByRole('button', { name: /^Menú de/ }).click();
    await other.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  };
  // From another tab than the one it was written in.
  await leave();
  const question = other.getByRole('dialog', { name: '¿Cerrar sesión?' });
  await expect(question).toContainText('Tienes 1 borrador. Si cierras sesión ahora, se perderá.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toHaveCount(0);
  await expect(field).toHaveValue('Reviso su pedido y le');
  await leave();
  await question.getByRole('button', { name: 'Borrar y cerrar sesión' }).click();
  for (const tab of [page, other]) await tab.waitForURL('**/login*');
  await expect.poll(() => stored(other)).toEqual([]);
  await ana.close();
});

test('any 401 ends the session in every tab, exactly once, says why, and never ends the next one', async ({
  browser,
  serverOfTest: server,
}) => {
  const ana = await Person.open(browser, server.url);
  // Each page counts its arrivals at the login, and all of them together the times that credentials were taken away. A
  // tab that is reloaded may hear the end of the session from another one before its new page is there: its old page
  // arrives, and then the new one.
  await ana.context.addInitScript(() => {
    const remove = Storage.prototype.removeItem;
    Storage.prototype.removeItem = function (key) {
      const wiped = this === localStorage && key === 'access-token' && this.getItem(key) !== null;
      remove.call(this, key);
      if (wiped) localStorage.setItem('test-wiped', `${localStorage.getItem('test-wiped') ?? ''}x`);
    };
    if (window !== top || !location.protocol.startsWith('http')) return;
    const pages = JSON.parse(sessionStorage.getItem('test-arrivals') ?? '[]') as number[];
    const here = pages.push(location.pathname === '/login' ? 1 : 0) - 1;
    const keepCount = () => sessionStorage.setItem('test-arrivals', JSON.stringify(pages));
    keepCount();
    for (const way of ['pushState', 'replaceState'] as const) {
      const go = History.prototype[way];
      History.prototype[way] = function (data, unused, url) {
        go.call(this, data, unused, url);
        if (url && location.pathname === '/login') pages[here] = (pages[here] ?? 0) + 1;
        keepCount();
      };
    }
  });
  const arrivalsOf = (tab: Page) =>
    tab.evaluate(() => JSON.parse(sessionStorage.getItem('test-arrivals') ?? '[]') as number[]);
  await ana.signIn(AGENT);
  await ana.show(64);
  const tabs = [ana.page, await ana.context.newPage(), await ana.context.newPage()];
  for (const [index, path] of ['/dashboard', '/charla-live-2?bot=64', '/profile'].entries()) {
    const tab = tabs[index] as Page;
    await tab.goto(`${server.url}${path}`);
    await expect(tab.getByRole('button', { name: /^Tu estado: Conectado|^Tu estado/ })).toBeVisible();
  }
  await ana.page.evaluate(() => localStorage.setItem('registration', JSON.stringify({ step: 'bot' })));
  const closings = async () =>
    (await server.events<{ status: string }>(64, 'AGENT_STATUS')).filter(
      ({ data }) => data.status === 'close_session',
    ).length;

  const pagesBefore = await Promise.all(tabs.map(async (tab) => (await arrivalsOf(tab)).length - 1));
  // The token is gone at the server; every tab asks several things at once. The first 401 may well be the worker's: the
  // pages then hear it from there, before they have asked.
  await server.endTokens(AGENT);
  await Promise.all(tabs.map((tab) => tab.reload()));
  for (const tab of tabs) {
    await tab.waitForURL('**/login*');
    await expect(tab.getByText(ENDED)).toBeVisible();
  }
  const kept = await ana.page.evaluate(() => ({ ...localStorage }));
  expect(kept['test-wiped']).toBe('x');
  expect(Object.keys(kept)).not.toContain('registration');
  expect(Object.keys(kept)).not.toContain('user');
  await expect.poll(() => stored(ana.page)).toEqual([]);
  await expect.poll(() => server.sockets()).toEqual([]);
  await ana.looksRightInBoth('the login after a session that ended');
  for (const [index, tab] of tabs.entries()) {
    const arrivals = (await arrivalsOf(tab)).slice(pagesBefore[index]);
    // The page that is shown came here once, the one before it once at most.
    expect(arrivals.at(-1)).toBe(1);
    expect(Math.max(...arrivals)).toBe(1);
  }

  // Signing in again in one tab signs all of them in, and nothing late ends it.
  await ana.page.getByLabel('Correo').fill(AGENT);
  await ana.page.getByLabel('Contraseña', { exact: true }).fill('charla-demo');
  await ana.page.getByRole('button', { name: 'Iniciar sesión' }).click();
  for (const tab of tabs) await tab.waitForURL((url) => url.pathname !== '/login');
  for (const tab of tabs) {
    await expect(tab.getByRole('button', { name: /^Menú de Ana/ })).toBeVisible();
    expect(new URL(tab.url()).pathname).not.toBe('/login');
  }
  expect(await ana.page.evaluate(() => localStorage.getItem('test-wiped'))).toBe('x');

  // A session that is closed from elsewhere closes the agent's session at the bot, once.
  const elsewhere = await Person.signedIn(browser, server.url, AGENT, { bot: 3126 });
  await elsewhere.screen('/profile', 'Mi cuenta');
  await expect
    .poll(async () => {
      // Whatever pages were left on the way has run out: one browser of hers is at the bot.
      await server.advance(LIMITS.farewellGrace);
      return (await server.leases(AGENT, 64)).length;
    })
    .toBe(1);
  const before = await closings();
  await elsewhere.page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await elsewhere.dialog.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  for (const tab of tabs) await expect(tab.getByText(ENDED)).toBeVisible();
  await expect.poll(() => server.leases(AGENT, 64)).toEqual([]);
  await expect.poll(closings).toBe(before + 1);
  await server.advance(SERVER_LIMITS.presenceLease);
  expect(await closings()).toBe(before + 1);
  await elsewhere.close();
  await ana.close();
});

test('a forgotten password: the mail, the new password; an expired, a used and a wrong link', async ({
  browser,
  serverOfTest: server,
}) => {
  const person = await Person.open(browser, server.url);
  const { page } = person;
  const ask = async (email: string) => {
    await person.go('/login');
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
    await page.getByRole('button', { name: 'Enviar enlace' }).click();
    await expect(page.getByText('Ingresa el correo')).toBeVisible();
    await page.getByLabel('Correo').fill(email);
    await page.getByRole('button', { name: 'Enviar enlace' }).click();
    await expect(page.getByText('Si existe una cuenta con ese correo')).toBeVisible();
  };
  const linkTo = async (email: string) => {
    await expect.poll(() => server.mailTo(email)).toContain('/password_resets/');
    return /\/password_resets\/[\w-]+\/\d+/.exec(await server.mailTo(email))?.[0] ?? '';
  };
  await ask('nadie@charla.test');
  expect(await server.mailTo('nadie@charla.test')).toBe('');
  await ask('carla@charla.test');
  await person.looksRightInBoth('/password_resets');
  const late = await linkTo('carla@charla.test');
  await person.screen(late, 'Crea una nueva contraseña');
  await expect(page.getByLabel('Nueva contraseña')).toBeVisible();
  await server.advance(61 * 60 * 1000);
  await page.getByLabel('Nueva contraseña').fill('una clave bien larga 3');
  await page.getByLabel('Confirma la contraseña').fill('una clave bien larga 3');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByRole('alert')).toContainText('Este enlace venció. Pide uno nuevo.');
  await person.screen(late, 'Crea una nueva contraseña');
  await expect(page.getByRole('alert')).toContainText('Este enlace venció. Pide uno nuevo.');
  await person.looksRightInBoth('an expired link');
  await page.getByRole('link', { name: 'Pedir un enlace nuevo' }).click();
  await page.waitForURL('**/password_resets');

  await ask('bruno@charla.test');
  const link = await linkTo('bruno@charla.test');
  await person.screen(link, 'Crea una nueva contraseña');
  await page.getByLabel('Nueva contraseña').fill('qwerty');
  await page.getByLabel('Confirma la contraseña').fill('qwerty');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('más difícil de adivinar')).toBeVisible();
  await page.getByLabel('Nueva contraseña').fill('una clave bien larga 3');
  await page.getByLabel('Confirma la contraseña').fill('una clave bien larga 4');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible();
  await person.looksRightInBoth('a new password with a fault');
  await page.getByLabel('Confirma la contraseña').fill('una clave bien larga 3');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Tu contraseña cambió')).toBeVisible();
  await person.go(link);
  await expect(page.getByText('Este enlace ya se usó')).toBeVisible();
  await person.go('/password_resets/nada/1234');
  await expect(page.getByText('Este enlace no es válido')).toBeVisible();
  await person.signIn('bruno@charla.test', 'una clave bien larga 3');
  await person.close();
});
