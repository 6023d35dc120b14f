/** The tutorial pages over HTTP (docs/product.md §7 'Other services'). */
import * as z from 'zod/mini';
import { CALLS } from '../../contract/calls/index.ts';
import { stepsOf, type TutorialPage } from '../../contract/entities/tutorial-page.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { type PageContent, pageContents } from './content.ts';
import { pageFinder } from './find-pages.ts';

/** Their videos, by page id, in `settings`. */
const VIDEOS = 'page_videos';
const stored = z.record(z.string(), z.string());

/** Mounts the calls. */
export function registerPagesService(app: App): void {
  const contents = pageContents(`/${app.config.product.slug}-live-2`);
  const find = (id: string): PageContent => {
    const page = contents.find((one) => one.id === id);
    if (!page) throw new Refused('not_found', { message: 'Ese tutorial no existe.' });
    return page;
  };
  const whole = (page: PageContent, videos: Record<string, string>): TutorialPage => ({
    ...page,
    url: videos[page.id] ?? null,
  });

  registerCall(app, CALLS.getPage, async ({ params }) => whole(find(params.id), await readVideos(app.db)));
  registerCall(app, CALLS.listPages, async () => {
    const videos = await readVideos(app.db);
    return contents.map((page) => {
      const { id, title, summary, url } = whole(page, videos);
      return { id, title, summary, url, steps: stepsOf(page).length };
    });
  });
  const findPages = pageFinder(contents);
  registerCall(app, CALLS.findPages, ({ query }) => findPages(query.question));
  registerCall(app, CALLS.setPageVideo, async ({ session, params, body }) => {
    const page = find(params.id);
    return app.db.transaction(async (tx) => {
      // Two who change different pages at once must not undo each other.
      await tx.query(sql`
        insert into settings (name, value) values (${VIDEOS}, ${json({})}) on conflict (name) do nothing`);
      const before = await readVideos(tx, true);
      const { [page.id]: old, ...others } = before;
      const after = body.url === null ? others : { ...others, [page.id]: body.url };
      await tx.query(sql`update settings set value = ${json(after)} where name = ${VIDEOS}`);
      await writeAudit(tx, app, {
        by: session.user,
        type: 'tutorial_page',
        id: page.id,
        botId: null,
        before: { url: old ?? null },
        after: { url: body.url },
      });
      return whole(page, after);
    });
  });
}

async function readVideos(db: Queryable, lock = false): Promise<Record<string, string>> {
  const [row] = await db.query<{ value: unknown }>(
    lock
      ? sql`select value from settings where name = ${VIDEOS} for update`
      : sql`select value from settings where name = ${VIDEOS}`,
  );
  return row ? stored.parse(row.value) : {};
}
