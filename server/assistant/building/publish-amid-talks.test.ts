/** A publication in the middle of conversations breaks none of them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { accepted, VisitorStage } from '../../inbox/visitor/testing.ts';

const API = '/svc/templates/api/client';
let stage: VisitorStage;
let botId: number;

beforeAll(async () => {
  stage = await VisitorStage.open();
}, 120_000);
afterAll(() => stage.server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterEach(() => stage.hangUp());

const call = async (method: string, path: string, body: object) => {
  const answer = await stage.server.call(method, `${API}${path}`, {
    as: stage.owner,
    body: { bot_id: botId, ...body },
  });
  expect(answer.status).toBe(200);
};
const rewrite = (text: string) =>
  call('PUT', '/nodes/custom/update', { node_id: 'horario', answers: [text] });

it('PUB-3 answers every message of many customers exactly once, by the old model or by the new one', async () => {
  const CUSTOMERS = 24;
  const TURNS = 8;
  const VERSIONS = 5;
  const pages = await Promise.all(Array.from({ length: CUSTOMERS }, () => stage.page()));
  const wanted = new Set([
    'Abrimos de 9 a 18.',
    ...Array.from({ length: VERSIONS }, (_, n) => `Versión ${n}.`),
  ]);
  const talks = pages.map(async (page, customer) => {
    for (let turn = 0; turn < TURNS; turn++)
      accepted(await page.write(customer % 2 === 0 ? { text: '¿a qué hora abren?' } : { button: 'horario' }));
  });
  const publishing = (async () => {
    for (let version = 0; version < VERSIONS; version++) {
      await rewrite(`Versión ${version}.`);
      await call('POST', '/draft/publish', {});
    }
  })();
  await Promise.all([...talks, publishing]);
  for (const page of pages) {
    await expect.poll(() => page.messages().length).toBe(2 * TURNS);
    const order = [...page.messages()].sort((a, b) => a.order - b.order);
    expect(order.map(({ from }) => from)).toEqual(
      Array.from({ length: TURNS }, () => ['Cliente', 'bot']).flat(),
    );
    const answers = order.filter(({ from }) => from === 'bot').map(({ text }) => text);
    expect(answers.filter((text) => !wanted.has(text))).toEqual([]);
    // Never back to an older version.
    const versions = answers.map((text) => [...wanted].indexOf(text));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  }
  const [last] = pages;
  accepted(await (last as (typeof pages)[number]).write({ text: '¿a qué hora abren?' }));
  await expect.poll(() => last?.messages().at(-1)?.text).toBe(`Versión ${VERSIONS - 1}.`);
}, 120_000);

it('PUB-4 understands buttons of messages that an older version sent', async () => {
  const page = await stage.page();
  const [old] = page.connected.bot.buttons;
  await call('PUT', '/nodes/welcome/update', { buttons: [{ label: 'Atención', node_id: 'persona' }] });
  await rewrite('De 8 a 20.');
  await call('POST', '/draft/publish', {});
  // The option is gone from the menu; its message is still on the customer's screen.
  const pressed = await page.write({ button: old?.id ?? '', text: old?.label ?? '' });
  accepted(pressed);
  await expect.poll(() => page.messages().at(-1)).toMatchObject({ from: 'bot', text: 'De 8 a 20.' });
});
