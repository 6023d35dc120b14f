/** Questions that the published bot could not answer, from the customer's sentence to the owner's example. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { UnansweredQuestion } from '../../../contract/entities/unanswered.ts';
import { accepted, VisitorStage } from '../../inbox/visitor/testing.ts';
import { sql } from '../../platform/database/database.ts';

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

const call = (method: string, path: string, body?: object) =>
  stage.server.call(method, `${API}${path}`, { as: stage.owner, ...(body ? { body } : {}) });
const list = async (query = '') =>
  ((await call('GET', `/unanswered/${botId}${query}`)).body as { questions: UnansweredQuestion[] }).questions;
const ask = async (...texts: string[]) => {
  const page = await stage.page();
  for (const text of texts) accepted(await page.write({ text }));
};
const teach = (key: string, more: object) =>
  call('POST', '/unanswered/teach', { bot_id: botId, key, ...more });
const preview = async (text: string) =>
  (await call('POST', '/draft/preview', { bot_id: botId, text })).body as {
    messages: { text: string }[];
    trace: { via: string };
  };

it('counts the same question once however it is written, and keeps nothing of who asked', async () => {
  await ask('¿Arriendan bicicletas de montaña?', '¿a qué hora abren?');
  await ask('arriendan BICICLETAS de montana', 'mi correo es paz@correo.cl, arreglan paraguas');
  const questions = await list();
  expect(questions.map(({ text, count }) => [text, count])).toEqual([
    ['arriendan BICICLETAS de montana', 2],
    ['mi correo es [correo] arreglan paraguas', 1],
  ]);
  const rows = await stage.server.app.db.query(sql`select * from bot_unanswered where bot_id = ${botId}`);
  expect(JSON.stringify(rows)).not.toContain('paz@');
});

it('takes a question off the list and back', async () => {
  await ask('¿Arriendan bicicletas?');
  const [question] = await list();
  const dismiss = (dismissed: boolean) =>
    call('PUT', '/unanswered/dismiss', { bot_id: botId, keys: [question?.key], dismissed });
  expect((await dismiss(true)).body).toMatchObject({ changed: 1 });
  expect(await list()).toEqual([]);
  await ask('¿Arriendan bicicletas?');
  expect(await list()).toEqual([]);
  expect(await list('?standing=dismissed')).toMatchObject([{ count: 2 }]);
  await dismiss(false);
  expect(await list()).toMatchObject([{ count: 2 }]);
});

it('makes it an example of an intent of the draft, and opens it again when the next version fails, too', async () => {
  await ask('¿Arriendan bicicletas?');
  const [question] = await list();
  const { key = '' } = question ?? {};
  const intents = (await call('GET', `/intents/list/${botId}`)).body as { intent_name: string }[];
  const [intent] = intents;
  expect((await teach(key, {})).status).toBe(422);
  expect((await teach(key, { intent_name: 'nadie' })).status).toBe(404);
  expect((await teach('otra', { intent_name: intent?.intent_name })).status).toBe(404);
  expect((await teach(key, { intent_name: intent?.intent_name })).body).toMatchObject({
    intent_name: intent?.intent_name,
    revision: 1,
  });
  expect((await preview('arriendan bicicletas')).trace.via).toBe('intent');
  expect(await list()).toEqual([]);
  // Customers still get the old one: that it does not know is no news.
  await ask('¿Arriendan bicicletas?');
  expect(await list()).toEqual([]);
  await call('POST', '/draft/discard', { bot_id: botId });
  await stage.server.app.db.query(sql`update bot_models set version = version + 1 where bot_id = ${botId}`);
  await ask('¿Arriendan bicicletas?');
  // The new version answers only once it is trained: the old one may have been asked a last time.
  await expect
    .poll(async () => {
      await ask('¿Arriendan bicicletas?');
      return (await list()).length;
    })
    .toBe(1);
});

it('makes it a new interaction', async () => {
  await ask('¿Arriendan bicicletas?');
  const [question] = await list();
  const create = { title: 'Arriendo de bicicletas', answers: ['Sí, por día.'] };
  expect((await teach(question?.key ?? '', { create })).body).toMatchObject({
    intent_name: 'arriendo_de_bicicletas',
    node_id: 'arriendo_de_bicicletas',
  });
  expect((await preview('arriendan bicicletas')).messages[0]?.text).toBe('Sí, por día.');
});

it('forgets what nobody asked for long, and the oldest beyond the limit', async () => {
  const { db, clock } = stage.server.app;
  const old = new Date(clock.now().getTime() - (BOT_LIMITS.botUnansweredDays + 1) * 86_400_000);
  await db.query(sql`
    insert into bot_unanswered (bot_id, key, text, count, first_at, last_at)
    select ${botId}, 'k' || n, 'K', 1, ${clock.now()}::timestamptz - n * interval '1 second',
      ${clock.now()}::timestamptz - n * interval '1 second' from generate_series(1, ${BOT_LIMITS.botUnanswered + 5}) n`);
  await db.query(sql`update bot_unanswered set last_at = ${old} where bot_id = ${botId} and key = 'k1'`);
  await list();
  const [row] = await db.query<{ count: number; newest: boolean }>(sql`
    select count(*)::int as count, bool_or(key = 'k2') as newest from bot_unanswered where bot_id = ${botId}`);
  expect(row).toEqual({ count: BOT_LIMITS.botUnanswered, newest: true });
});
