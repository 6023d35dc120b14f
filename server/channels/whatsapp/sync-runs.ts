/** What past comparisons of templates found: kept for those who ask why one changed. */
import type { FaultKind } from '../../../contract/entities/connection.ts';
import type { SyncCause, TemplateSync } from '../../../contract/entities/waba-template.ts';
import type { App } from '../../platform/app.ts';
import { json, type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';

/** Rows of a connection, and named changes of a row. */
const KEPT = 100;
const NAMED = 30;
const SHOWN = 50;

export type Found = Pick<TemplateSync, 'added' | 'changed' | 'gone' | 'changes'>;
export const NOTHING: Found = { added: 0, changed: 0, gone: 0, changes: [] };

interface Of {
  id: string;
  bot_id: number;
}

/** Notes how one went. One after another that changed nothing are one. */
export async function noteSync(
  tx: Transaction,
  app: App,
  of: Of,
  cause: SyncCause,
  { added, changed, gone, changes }: Found,
  error: FaultKind | null = null,
): Promise<void> {
  const now = app.clock.now();
  const [last] = await tx.query<{ id: string; same: boolean }>(sql`
    select id, added + changed + gone = 0 and cause = ${cause} and error is not distinct from ${error}::text as same
    from template_sync_runs where connection_id = ${of.id} order by at desc, id desc limit 1 for update`);
  if (last?.same && added + changed + gone === 0) {
    await tx.query(sql`update template_sync_runs set at = ${now}, times = times + 1 where id = ${last.id}`);
    return;
  }
  await tx.query(sql`
    insert into template_sync_runs (id, connection_id, bot_id, at, cause, added, changed, gone, changes, error)
    values (${app.ids()}, ${of.id}, ${of.bot_id}, ${now}, ${cause}, ${added}, ${changed}, ${gone},
      ${json(changes.slice(0, NAMED))}, ${error})`);
  await tx.query(sql`
    delete from template_sync_runs where id in (
      select id from template_sync_runs where connection_id = ${of.id} order by at desc, id desc offset ${KEPT}::int)`);
}

/** One that the provider did not let through. */
export const noteFailedSync = (app: App, of: Of, cause: SyncCause, error: FaultKind): Promise<void> =>
  app.db.transaction(async (tx) => {
    // The connection may have been removed meanwhile.
    const there = await tx.query(sql`select 1 from connections where id = ${of.id} for key share`);
    if (there.length === 0) return;
    await noteSync(tx, app, of, cause, NOTHING, error);
    touch(tx, app, of.bot_id, ['templates']);
  });

/** The latest of all numbers of the bot. */
export const listSyncs = (db: Queryable, botId: number): Promise<TemplateSync[]> =>
  db.query<TemplateSync>(sql`
    select r.id, c.name as connection, r.at, r.cause, r.times, r.added, r.changed, r.gone, r.changes, r.error
    from template_sync_runs r join connections c on c.id = r.connection_id
    where r.bot_id = ${botId} order by r.at desc, r.id desc limit ${SHOWN}::int`);
