/** The demo for tests: what all domains of a server write, at a moment of one's own. */
import { compose } from '../compose.ts';
import type { App } from '../platform/app.ts';
import type { Database } from '../platform/database/database.ts';
import { startTestServer } from '../testing.ts';
import { writeDemo } from './write-demo.ts';

/** A database with the demo as it is made at this moment. */
export async function demoDatabase(now: Date): Promise<{ app: App; db: Database; close(): Promise<void> }> {
  const { app, close } = await startTestServer();
  const { domains } = compose(app, {});
  const later = await app.db.transaction((tx) =>
    writeDemo(tx, domains, { now, ids: app.ids, slug: app.config.product.slug }),
  );
  for (const keep of later) await keep();
  return { app, db: app.db, close };
}
