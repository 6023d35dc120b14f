/**
 * Articles in the chat: documents that the bot's owner has marked for customers to read whole. Searched as one types, by
 * any site that shows the bot's token; of any other document not even its being there is told (WID-13).
 */
import type { Article, ArticleHit } from '../../../contract/entities/article.ts';
import { WIDGET_LIMITS } from '../../../contract/widget-limits.ts';
import type { DocumentKnowledge } from '../../assistant/documents/knowledge.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { registerForSites } from './for-sites.ts';

/** Passages that are looked at for the documents that they are of. */
const LOOKED_AT = 40;
/** Characters of a hit's beginning. */
const EXCERPT = 160;

/** Readable: published, and marked for customers. */
const READABLE = sql`d.live and d.readable and d.passages > 0`;

/** Whether there is anything to read. */
export async function hasArticles(db: Queryable, botId: number): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 as found from documents d where d.bot_id = ${botId} and ${READABLE} limit 1`);
  return rows.length > 0;
}

async function search(
  db: Queryable,
  knowledge: DocumentKnowledge,
  botId: number,
  text: string,
): Promise<ArticleHit[]> {
  const found = await knowledge.find(db, botId, text, LOOKED_AT, 'readable');
  const hits = new Map<string, ArticleHit>();
  for (const { passage } of found)
    if (!hits.has(passage.documentId))
      hits.set(passage.documentId, {
        id: passage.documentId,
        title: passage.title,
        excerpt: passage.text.replace(/\s+/g, ' ').slice(0, EXCERPT),
      });
  return [...hits.values()].slice(0, WIDGET_LIMITS.articleHits);
}

/** Those that stand there before anything was typed. */
const newest = (db: Queryable, botId: number): Promise<ArticleHit[]> =>
  db.query<ArticleHit>(sql`
    select d.id, d.title, '' as excerpt from documents d where d.bot_id = ${botId} and ${READABLE}
    order by d.created_at desc, d.id desc limit ${WIDGET_LIMITS.articleHits}`);

async function read(db: Queryable, botId: number, id: string): Promise<Article | null> {
  const [document] = await db.query<{ title: string }>(sql`
    select d.title from documents d where d.id = ${id} and d.bot_id = ${botId} and ${READABLE}`);
  if (!document) return null;
  const { articleParts } = WIDGET_LIMITS;
  const parts = await db.query<Article['parts'][number]>(sql`
    select p.position as at, p.heading, p.text from document_passages p
    where p.document_id = ${id} and p.bot_id = ${botId} order by p.position limit ${articleParts + 1}`);
  return {
    id,
    title: document.title,
    parts: parts.slice(0, articleParts),
    more: parts.length > articleParts,
  };
}

/** Mounts `GET /visitor/articles/{bot}?token=&q=` and `GET /visitor/article/{bot}?token=&id=`. */
export function registerArticles(app: App, knowledge: DocumentKnowledge): void {
  const ofAddress = app.sharedLimit('visitors.articles', WIDGET_LIMITS.articleQuestions, 60);
  const why = 'what a bot lets customers read, for any web page; it checks the bot token';
  registerForSites(app, 'articles', why, async (botId, request) => {
    await ofAddress.take(request.ip);
    const { q } = request.query as { q?: unknown };
    const text = typeof q === 'string' ? (cleanLine(q.slice(0, WIDGET_LIMITS.articleQuery)) ?? '') : '';
    return {
      articles: text === '' ? await newest(app.db, botId) : await search(app.db, knowledge, botId, text),
    };
  });
  registerForSites(app, 'article', why, async (botId, request) => {
    await ofAddress.take(request.ip);
    const { id } = request.query as { id?: unknown };
    return typeof id === 'string' && id.length <= 64 ? read(app.db, botId, id) : null;
  });
}
