/**
 * What customers write by accident or on purpose stays a text: in the chat, the dashboard, the list, titles and notices.
 * Nothing runs, nothing is asked, nothing moves, and the policy of the pages would not let it.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { LIMITS } from '../contract/limits.ts';
import { HOSTILE_TEXTS } from '../contract/rules/hostile-texts.ts';
import { whole } from '../contract/rules/plain-line.ts';
import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';
import { Visitor } from './support/visitor.ts';

/** Notes dialogs, faults and what the policy refused, on every page of a context. */
async function watch(context: BrowserContext): Promise<string[]> {
  const alarms: string[] = [];
  await context.exposeFunction('noteAlarm', (alarm: string) => alarms.push(alarm));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note = (globalThis as unknown as { noteAlarm?: (alarm: string) => void }).noteAlarm;
      note?.(`policy: ${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  const listen = (page: Page) => {
    page.on('dialog', (dialog) => {
      alarms.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => alarms.push(`fault: ${error.message}`));
  };
  context.pages().forEach(listen);
  context.on('page', listen);
  return alarms;
}

/** Halves of characters don't survive the way into the browser: the page puts them together itself. */
async function write(visitor: Visitor, text: string): Promise<void> {
  const field = visitor.page.getByLabel('Escribe tu mensaje');
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  await field.evaluate((element, codes) => {
    const area = element as HTMLTextAreaElement;
    area.value = codes.map((code) => String.fromCharCode(code)).join('');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, units);
  await field.press('Enter');
}

const sent = (visitor: Visitor) => visitor.log.locator('.row.own');
const under = (visitor: Visitor) => visitor.log.getByText(/Enviando|Se enviará|No enviado/);

/** Nothing of a text became an element that does anything; every link leads to the web, into another window. */
async function expectHarmless(page: Page, log: string): Promise<void> {
  const found = await page.evaluate((selector) => {
    const root = document.querySelector(selector) ?? document;
    // The chat lives in a shadow of its page.
    const inside = [root, ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? [])];
    const all = (css: string) => inside.flatMap((part) => [...part.querySelectorAll(css)]);
    return {
      elements: all(
        ':is(article, .bubble) :is(script, style, iframe, object, embed, img, svg[onload], [onerror], form)',
      ).length,
      links: all(':is(article, .bubble) a').map((link) => [
        new URL((link as HTMLAnchorElement).href).protocol,
        (link as HTMLAnchorElement).target,
        (link as HTMLAnchorElement).rel,
      ]),
      wider: document.documentElement.scrollWidth > innerWidth,
    };
  }, log);
  expect(found.elements).toBe(0);
  for (const [protocol, target, rel] of found.links) {
    expect(['http:', 'https:']).toContain(protocol);
    expect(target).toBe('_blank');
    for (const word of ['noopener', 'noreferrer', 'nofollow']) expect(rel).toContain(word);
  }
  expect(found.wider).toBe(false);
}

test('hostile texts stay texts everywhere', async ({ browser, server }) => {
  const agent = await Agent.open(browser, server.url, 'admin@charla.test');
  const alarms = await watch(agent.context);
  await agent.tab.reload();
  await agent.ready();
  const half = Math.ceil(HOSTILE_TEXTS.length / 2);
  for (const texts of [HOSTILE_TEXTS.slice(0, half), HOSTILE_TEXTS.slice(half)]) {
    const visitor = await Visitor.open(browser, server.url);
    const alarmsThere = await watch(visitor.context);
    await visitor.page.reload();
    await visitor.say('quiero hablar con una persona');
    // A name is a text too, and stands in more places.
    await visitor.page.getByText('Déjanos tus datos').click();
    await visitor.page
      .getByLabel('Nombre')
      .fill('<img src=x onerror=alert(1)>\u202E\u0301\u0301\u0301\u0301\u0301');
    await visitor.page.getByRole('button', { name: 'Guardar datos' }).click();
    await agent.showState('pending');
    const id = visitor.conversation;
    const row = agent.row(id);
    await expect(row).toContainText('<img src=x onerror=alert(1)>');
    await agent.openConversation(id);
    const places = () =>
      Promise.all(
        [
          agent.tab.getByRole('toolbar', { name: 'Acciones de la conversación' }),
          agent.tab.getByRole('tablist', { name: 'Qué escribir' }),
          row,
        ].map((part) => part.boundingBox()),
      );
    const before = await places();
    const known = await sent(visitor).count();
    for (const [at, { text }] of texts.entries()) {
      await write(visitor, text);
      await expect(sent(visitor)).toHaveCount(known + at + 1);
    }
    await expect(under(visitor)).toHaveCount(0);
    const last = texts.at(-1)?.text ?? '';
    await expect(agent.tab.getByRole('log').locator('article').last()).toContainText(
      // Marks of bold and italics are drawn, not shown.
      whole(last.slice(0, 8)).replaceAll(/[_*]/g, '').trim(),
    );
    // Up through all of it, so that every one was drawn.
    await agent.tab.getByRole('log').hover();
    for (let step = 0; step < 12; step += 1) {
      await expectHarmless(agent.tab, '[role="log"]');
      await agent.tab.mouse.wheel(0, -700);
    }
    await expectHarmless(visitor.page, 'body');
    expect(await places()).toEqual(before);
    expect(await agent.tab.title()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/u);
    expect(alarmsThere).toEqual([]);
    await visitor.context.close();
  }
  // Whole characters on the server, in the browser's memory and after a reload from it.
  // A half character, not somebody's own backslash and letters.
  expect(await agent.kept()).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/i);
  await agent.tab.reload();
  await expect(agent.tab.getByRole('log').locator('article').last()).toBeVisible();
  expect(alarms).toEqual([]);
  await agent.context.close();
});

test('a message beyond the limit is refused in words, and the chat goes on', async ({ browser, server }) => {
  const visitor = await Visitor.open(browser, server.url);
  const field = visitor.page.getByLabel('Escribe tu mensaje');
  await field.evaluate((element, most) => {
    // What a page can be made to send, whatever its field allows.
    element.removeAttribute('maxlength');
    const area = element as HTMLTextAreaElement;
    area.value = '😀'.repeat(most);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, 10_000);
  await field.press('Enter');
  await expect(visitor.log.getByRole('alert')).toContainText('demasiado largo');
  await visitor.log.getByRole('button', { name: 'Descartar' }).click();
  await visitor.say('hola de nuevo');
  expect(LIMITS.messageText).toBeLessThan(10_000);
  // Who reads further up is brought to what they write.
  await visitor.say('palabra '.repeat(200).trim());
  // A reader scrolls on where the log grows in the same moment, which keeps its end in sight (CHAT-9).
  const latest = visitor.page.getByRole('button', { name: 'Ver lo último' });
  await expect
    .poll(async () => {
      await visitor.log.evaluate((box) => box.scrollTo({ top: 0 }));
      return latest.isVisible();
    })
    .toBe(true);
  await visitor.say('aquí abajo');
  await expect(visitor.log.getByText('aquí abajo')).toBeInViewport();
  await visitor.context.close();
});

test('the pages would not run a script that got into them', async ({ browser, server, request }) => {
  for (const path of ['/login', '/charla-live-2', '/preview_bot/64?token=demo-bot-token-64']) {
    const answer = await request.get(server.url + path, { headers: { accept: 'text/html' } });
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|data:|https?:|\*)/);
  }
  const visitor = await Visitor.open(browser, server.url);
  const agent = await Agent.open(browser, server.url, 'admin@charla.test');
  for (const page of [visitor.page, agent.tab]) {
    const ran = await page.evaluate(async () => {
      const refused = new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        });
      });
      const script = document.createElement('script');
      script.textContent = 'globalThis.hacked = true';
      document.body.append(script);
      const button = document.createElement('button');
      button.setAttribute('onclick', 'globalThis.hacked = true');
      button.click();
      return { refused: await refused, hacked: 'hacked' in globalThis };
    });
    expect(ran.refused).toMatch(/^script-src/);
    expect(ran.hacked).toBe(false);
  }
  await visitor.context.close();
  await agent.context.close();
});
