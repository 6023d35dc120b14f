/** The log of a conversation: a long history both ways, jumps into it, notes of one's own, files, how far a message got. */
import type { Locator, Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';
import { below, Visitor } from './support/visitor.ts';
import { give, PICTURE } from './support/writing.ts';

const log = (page: Page) => page.getByRole('log');
const bubble = (page: Page, text: string | RegExp) => log(page).locator('article').filter({ hasText: text });
/** Whether some part of it is within the log's frame. */
const inSight = (page: Page, text: RegExp) => expect(bubble(page, text).first()).toBeInViewport();
/** Any of them: the first in the page may stand above what is shown. */
const anyInSight = async (page: Page, text: RegExp) =>
  expect(
    await bubble(page, text).evaluateAll((all) =>
      all.some((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }),
    ),
  ).toBe(true);

test('5,000 messages: a jump shows its place, and both directions lead on from there', async ({
  browser,
  server,
}) => {
  await server.fill(64, { conversations: 30, messages: 5_000 });
  const agent = await Agent.open(browser, server.url, 'admin@charla.test');
  const { tab } = agent;
  await tab.goto(`${server.url}/charla-live-2?bot=64&state=pending&conversation=big-1&message=big-1-2500`);
  await inSight(tab, /Mensaje 2500(?!\d)/);
  await expect(log(tab).locator('[data-found]')).toContainText('Mensaje 2500');
  // Older ones above …
  await log(tab).hover();
  await expect(async () => {
    await tab.mouse.wheel(0, -2_500);
    await anyInSight(tab, /Mensaje (1\d{3}|2[0-3]\d{2}|24[0-4]\d)(?!\d)/);
  }).toPass();
  // … and newer ones below, without a hole.
  await expect(async () => {
    await tab.mouse.wheel(0, 2_500);
    await anyInSight(tab, /Mensaje (25[6-9]\d|2[6-9]\d{2}|[34]\d{3})(?!\d)/);
  }).toPass();
  const numbers = await log(tab)
    .locator('article')
    .evaluateAll((all) =>
      all.map((one) => Number(/Mensaje (\d{4})/.exec(one.textContent ?? '')?.[1])).sort((a, b) => a - b),
    );
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  // The button leads to the newest.
  await tab.getByRole('button', { name: 'Ir al final' }).click();
  await inSight(tab, /Mensaje 5000/);
  await expect(tab).not.toHaveURL(/message=/);
  // A search finds what is not loaded, the newest first, marks it and steps on; letters count as letters in its field.
  await tab.locator('#conversation-title').click();
  await tab.keyboard.press('f');
  const find = tab.getByRole('search', { name: 'Buscar en la conversación' });
  const sought = find.getByRole('textbox');
  await expect(sought).toBeFocused();
  await sought.fill('MENSAJE 250');
  // 2509 … 2500, and 250.
  await expect(find.getByRole('status')).toHaveText('1 de 11');
  await expect(log(tab).locator('[data-found]')).toContainText('Mensaje 2509');
  await expect
    .poll(() => tab.evaluate(() => CSS.highlights.get('charla-found')?.size ?? 0))
    .toBeGreaterThanOrEqual(10);
  await sought.press('Enter');
  await expect(find.getByRole('status')).toHaveText('2 de 11');
  await sought.press('Shift+Enter');
  await sought.press('Shift+Enter');
  await expect(find.getByRole('status')).toHaveText('11 de 11');
  await expect(log(tab).locator('[data-found]')).toContainText('Mensaje 250');
  await inSight(tab, /Mensaje 250(?!\d)/);
  await sought.fill('esto no lo dijo nadie');
  await expect(find.getByRole('status')).toHaveText('Sin resultados');
  await sought.press('Escape');
  await expect(find).toBeHidden();
  await expect.poll(() => tab.evaluate(() => CSS.highlights.has('charla-found'))).toBe(false);
  await tab.getByRole('button', { name: 'Ir al final' }).click();
  await inSight(tab, /Mensaje 5000/);
  // What is written below takes it out of nobody's sight.
  await tab.getByRole('tab', { name: 'Nota interna' }).click();
  await give(tab, 'paste', 'textarea', [PICTURE]);
  await expect(tab.getByRole('list', { name: 'Archivos adjuntos' })).toBeVisible();
  await expect(bubble(tab, /Mensaje 5000/).first()).toBeInViewport({ ratio: 1 });
  await agent.context.close();
});

test('the replay tells the whole path and leads to each of its moments', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  // The latest first: other tests of this file have left customers who wait longer, and the list paints what is in sight.
  await ana.tab.goto(`${server.url}/charla-live-2?bot=64&state=pending&order=recent`);
  // While a customer waits the row shows their own last words.
  await expect(ana.row(visitor.conversation)).toContainText('quiero hablar con una persona');
  await ana.openConversation(visitor.conversation);
  await ana.act('Tomar');
  await ana.act('¿Por qué llegó aquí?');
  const steps = ana.tab.getByRole('list', { name: 'Recorrido de la conversación' }).getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText('El cliente inició la conversación');
  await expect(steps.nth(1)).toContainText('El cliente pidió hablar con una persona');
  await expect(steps.nth(2)).toContainText('Ana Riquelme la tomó');
  await expect(steps.nth(2)).toContainText(/\d\d:\d\d:\d\d/);
  await steps.nth(2).getByRole('button').click();
  await expect(log(ana.tab).locator('[data-found]')).toContainText('tomó la conversación');
  await ana.context.close();
  await visitor.context.close();
});

test('an own note is corrected and taken back in place, for everybody', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  await ana.showState('pending');
  const row = ana.tab.locator('[data-conversation]').first();
  const id = (await row.getAttribute('data-conversation')) ?? '';
  await ana.openConversation(id);
  await carla.tab.goto(`${server.url}/charla-live-2?bot=64&conversation=${id}`);
  await ana.tab.getByRole('tab', { name: 'Nota interna' }).click();
  const field = ana.tab.getByRole('textbox', { name: 'Nota interna' });
  await field.fill('cliente **frecuente**');
  await field.press('Enter');
  await expect(bubble(carla.tab, 'cliente frecuente').locator('strong')).toHaveText('frecuente');
  // Only its author can change it.
  await expect(bubble(carla.tab, 'cliente frecuente').getByRole('button', { name: 'Editar' })).toHaveCount(0);
  await bubble(ana.tab, 'cliente frecuente').getByRole('button', { name: 'Editar' }).click();
  await ana.tab.getByRole('textbox', { name: 'Texto de la nota' }).fill('cliente nuevo');
  await ana.tab.getByRole('button', { name: 'Guardar nota' }).first().click();
  for (const { tab } of [ana, carla]) await expect(bubble(tab, 'cliente nuevo')).toContainText('editada');
  await bubble(ana.tab, 'cliente nuevo').getByRole('button', { name: 'Eliminar' }).click();
  await ana.tab.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  for (const { tab } of [ana, carla]) await expect(bubble(tab, 'Nota eliminada')).toBeVisible();
  await ana.context.close();
  await carla.context.close();
});

test('a reply is delivered when the chat has it, and read when somebody looks', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  // The latest first: other tests of this file have left customers who wait longer, and the list paints what is in sight.
  await ana.tab.goto(`${server.url}/charla-live-2?bot=64&state=pending&order=recent`);
  // While a customer waits the row shows their own last words.
  await expect(ana.row(visitor.conversation)).toContainText('quiero hablar con una persona');
  await ana.openConversation(visitor.conversation);
  await ana.act('Tomar');
  await visitor.page.goto('about:blank');
  await ana.reply('¿Sigues ahí?');
  await expect(bubble(ana.tab, '¿Sigues ahí?')).toContainText('Enviado');
  await visitor.page.goto(`${server.url}/preview_bot/64?token=demo-bot-token-64`);
  await expect(visitor.log).toContainText('¿Sigues ahí?');
  await expect(bubble(ana.tab, '¿Sigues ahí?')).toContainText(/Entregado|Leído/);
  await visitor.page.bringToFront();
  await visitor.page.getByLabel('Escribe tu mensaje').click();
  await expect(bubble(ana.tab, '¿Sigues ahí?')).toContainText('Leído');

  await test.step('CHAT-9 both histories keep their end, whatever changes their height', async () => {
    // What a late picture does to its message.
    const grow = (what: Locator) => what.evaluate((element) => element.style.setProperty('height', '400px'));
    await visitor.page.setViewportSize({ width: 390, height: 520 });
    await expect.poll(() => visitor.below()).toBeLessThan(2);
    await grow(visitor.log.getByText('¿Sigues ahí?'));
    await expect.poll(() => visitor.below()).toBeLessThan(2);
    await ana.tab.setViewportSize({ width: 1280, height: 520 });
    const log = ana.tab.getByRole('log');
    await expect.poll(() => below(log)).toBeLessThan(2);
    await grow(bubble(ana.tab, '¿Sigues ahí?'));
    await expect.poll(() => below(log)).toBeLessThan(2);
    // Who reads further up stays there, until they write themselves.
    await visitor.log.hover();
    await visitor.page.mouse.wheel(0, -300);
    await expect.poll(() => visitor.below()).toBeGreaterThan(100);
    await ana.reply('Te leo');
    await expect(visitor.page.getByRole('button', { name: 'Ver lo último ↓' })).toBeVisible();
    await expect(visitor.log).toContainText('Te leo');
    expect(await visitor.below()).toBeGreaterThan(100);
    await visitor.say('Sigo aquí');
    await expect.poll(() => visitor.below()).toBeLessThan(2);
    // The form of the end takes its place from the history.
    await ana.act('Cerrar');
    await expect(visitor.page.getByText('¿Cómo te atendimos?')).toBeVisible();
    await visitor.page.getByText('5 estrellas').click({ force: true });
    await expect.poll(() => visitor.below()).toBeLessThan(2);
  });
  await ana.context.close();
  await visitor.context.close();
});

test('a conversation is linked to; a message is copied, linked to, quoted, noted, made a ticket and a quick reply from its own menu', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  await tab.goto(`${server.url}/charla-live-2?bot=64&state=pending&order=recent`);
  await ana.openConversation(visitor.conversation);
  await ana.act('Tomar');
  const asked = bubble(tab, 'quiero hablar con una persona').first();
  const choose = async (of: Locator, item: string | RegExp) => {
    await of.hover();
    await of.getByRole('button', { name: 'Acciones del mensaje' }).click();
    await tab.getByRole('menuitem', { name: item }).click();
  };
  const copied = () => tab.evaluate(() => navigator.clipboard.readText());
  await choose(asked, 'Copiar texto');
  await expect.poll(copied).toBe('quiero hablar con una persona');
  await choose(asked, 'Copiar enlace al mensaje');
  await expect.poll(copied).toContain(`conversation=${visitor.conversation}&message=`);
  // The link leads a colleague who may see it to the message.
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  await admin.tab.goto(await copied());
  await expect(log(admin.tab).locator('[data-found]')).toContainText('quiero hablar con una persona');
  // A letter that comes before the opened menu has the focus is not the inbox's ('p' asks for the priority).
  const more = ana.tab.getByRole('button', { name: 'Más acciones', exact: true });
  await more.focus();
  await more.evaluate((button) => {
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return new Promise<void>((pressed) =>
      requestAnimationFrame(() => {
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true, cancelable: true }));
        pressed();
      }),
    );
  });
  await expect(ana.tab.getByRole('menuitem', { name: 'Copiar enlace a la conversación' })).toBeVisible();
  await expect(ana.tab.getByRole('dialog')).toHaveCount(0);
  await ana.tab.keyboard.press('Escape');
  await ana.act('Copiar enlace a la conversación');
  await expect.poll(copied).not.toContain('message=');
  expect(new URL(await copied()).searchParams.get('conversation')).toBe(visitor.conversation);
  await admin.tab.goto(await copied());
  await expect(bubble(admin.tab, 'quiero hablar con una persona').first()).toBeVisible();
  await expect(log(admin.tab).locator('[data-found]')).toHaveCount(0);
  await admin.context.close();

  await choose(asked, 'Citar en la respuesta');
  const reply = tab.getByRole('textbox', { name: 'Respuesta' });
  await expect(reply).toHaveValue('> quiero hablar con una persona\n\n');
  await reply.pressSequentially('Soy Ana, te ayudo');
  await reply.press('Enter');
  await expect(bubble(tab, 'Soy Ana, te ayudo').locator('blockquote')).toHaveText(
    'quiero hablar con una persona',
  );
  await choose(asked, 'Nota sobre este mensaje');
  await expect(tab.getByRole('textbox', { name: 'Nota interna' })).toHaveValue(/^> quiero hablar/);
  await choose(asked, 'Crear ticket del mensaje…');
  const ticket = tab.getByRole('dialog', { name: /^Crear ticket de/ });
  await expect(ticket.getByLabel('Asunto')).toHaveValue('quiero hablar con una persona');
  await tab.keyboard.press('Escape');
  await choose(bubble(tab, 'Soy Ana, te ayudo').first(), 'Guardar como respuesta rápida…');
  await expect(
    tab.getByRole('dialog', { name: 'Guardar como respuesta rápida' }).getByLabel('Texto'),
  ).toHaveValue(/Soy Ana, te ayudo$/);
  await ana.context.close();
  await visitor.context.close();
});
