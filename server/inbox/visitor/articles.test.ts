/** Articles: what customers may read of a bot's documents, and nothing else of them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Article, ArticleHit } from '../../../contract/entities/article.ts';
import { WIDGET_LIMITS } from '../../../contract/widget-limits.ts';
import { documentsChanged } from '../../assistant/documents/knowledge.ts';
import { sql } from '../../platform/database/database.ts';
import type { TestServer } from '../../testing.ts';
import { VisitorStage } from './testing.ts';

let stage: VisitorStage;
let server: TestServer;
let botId: number;

beforeAll(async () => {
  stage = await VisitorStage.open();
  ({ server } = stage);
});
afterAll(() => server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterEach(() => stage.hangUp());

async function addDocument(title: string, texts: readonly string[], marks: object = {}): Promise<string> {
  const { db, ids, clock } = server.app;
  const id = ids();
  await db.query(sql`
    insert into documents (id, bot_id, title, hash, status, passages, created_at)
    values (${id}, ${botId}, ${title}, ${id}, 'ready', ${texts.length}, ${clock.now()})`);
  for (const [at, text] of texts.entries())
    await db.query(sql`
      insert into document_passages (document_id, position, bot_id, text, place, heading)
      values (${id}, ${at}, ${botId}, ${text}, null, ${title})`);
  await documentsChanged(db, botId);
  await mark(id, marks);
  return id;
}
const mark = async (id: string, marks: object, as = stage.owner) =>
  (await server.call('PUT', `/svc/assistant/api/documents/${id}`, { as, body: marks })).status;

interface Answer {
  status: number;
  body: { articles?: ArticleHit[] } & Partial<Article>;
}
const get = async (
  what: string,
  query: Record<string, string>,
  token = `token-${botId}`,
): Promise<Answer> => {
  const answer = await fetch(
    `${server.url}/visitor/${what}/${botId}?${new URLSearchParams({ token, ...query })}`,
  );
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
};
const titles = async (q: string) => (await get('articles', { q })).body.articles?.map(({ title }) => title);

test('WID-13 only what is published and marked for customers is found, listed and opened; by its mark alone it comes and goes', async () => {
  const open = await addDocument(
    'Cambios y devoluciones',
    ['Tienes treinta días para cambiar un producto.'],
    {
      readable: true,
    },
  );
  const secret = await addDocument('Márgenes por producto', ['El margen de cada producto es secreto.']);
  const draft = await addDocument('Cambios del próximo año', ['Desde enero, sesenta días para cambiar.'], {
    readable: true,
    live: false,
  });
  expect(await titles('')).toEqual(['Cambios y devoluciones']);
  expect(await titles('cambiar un producto')).toEqual(['Cambios y devoluciones']);
  expect(await titles('margen secreto')).toEqual([]);
  expect((await get('article', { id: open })).body).toEqual({
    id: open,
    title: 'Cambios y devoluciones',
    parts: [
      { at: 0, heading: 'Cambios y devoluciones', text: 'Tienes treinta días para cambiar un producto.' },
    ],
    more: false,
  });
  for (const id of [secret, draft, 'x', '']) expect((await get('article', { id })).status).toBe(404);
  // Nobody is told of another bot's, with any token, and agents don't decide.
  const mine = botId;
  botId = await stage.nextBot();
  expect((await get('article', { id: open })).status).toBe(404);
  expect((await stage.page()).connected.articles).toBeUndefined();
  botId = mine;
  expect((await get('articles', { q: '' }, 'token-1')).status).toBe(404);
  expect(await mark(secret, { readable: true }, stage.ana)).toBe(403);
  expect(await mark(open, { readable: false })).toBe(200);
  expect(await titles('cambiar un producto')).toEqual([]);
  expect((await get('article', { id: open })).status).toBe(404);
});

test('WID-13 questions of any length and shape are answered within bounds', async () => {
  await addDocument(
    'Manual <img src=x onerror=alert(1)>',
    Array.from({ length: WIDGET_LIMITS.articleParts + 5 }, (_, at) => `Paso ${at}: gire la perilla.`),
    { readable: true },
  );
  expect((await stage.page()).connected.articles).toBe(true);
  for (const q of ['perilla '.repeat(1_000), "'; drop table documents; --", '\u0000%_\\', '🙂'])
    expect((await get('articles', { q })).status).toBeLessThan(500);
  const [hit] = (await get('articles', { q: 'gire la perilla' })).body.articles ?? [];
  const { parts, more } = (await get('article', { id: hit?.id ?? '' })).body;
  expect({ parts: parts?.length, more }).toEqual({ parts: WIDGET_LIMITS.articleParts, more: true });
  const many = await Promise.all(
    Array.from({ length: WIDGET_LIMITS.articleQuestions }, () => get('articles', { q: '' })),
  );
  expect(many.some(({ status }) => status === 429)).toBe(true);
});
