/** The flags of any bot, for internal accounts (docs/protocol.md 'Per-bot flags'). */
import * as z from 'zod/mini';
import type { FlaggedBot } from '../../contract/calls/settings.ts';
import { FLAG_NAMES, type FlagName, flagsOf } from '../../contract/flags.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { json, likeText, type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';

const stored = z.partialRecord(z.enum(FLAG_NAMES), z.boolean());
export const SETTINGS_PAGE = 20;

interface Row {
  id: number;
  bot_name: string;
  activated: boolean;
  owner: string | null;
  flags: unknown;
}

function toFlagged(row: Row): FlaggedBot {
  const switched = stored.parse(row.flags ?? {});
  return {
    ...row,
    flags: flagsOf(row.id, switched),
    switched: FLAG_NAMES.filter((name) => switched[name] !== undefined),
  };
}

const select = (db: Queryable, rest: Sql) =>
  db.query<Row>(sql`
    select b.id, b.bot_name, b.activated, b.flags,
      (select u.name from user_bots ub join roles r on r.id = ub.role_id join users u on u.id = ub.user_id
        where ub.bot_id = b.id and r.base = 'propietario' order by ub.id limit 1) as owner
    from bots b where b.deleted_at is null ${rest}`);

/** Every bot by id; `search` is part of a name, or an id. */
export async function flaggedBots(db: Queryable, search: string, page: number) {
  const text = search.trim();
  const wanted =
    text === ''
      ? sql``
      : sql`and (b.bot_name ilike ${`%${likeText(text)}%`} or b.id::text = ${text.replace(/^#/, '')})`;
  const [count] = await db.query<{ total: number }>(sql`
    select count(*)::int as total from bots b where b.deleted_at is null ${wanted}`);
  const rows = await select(
    db,
    sql`${wanted} order by b.id limit ${SETTINGS_PAGE} offset ${(page - 1) * SETTINGS_PAGE}`,
  );
  const total = count?.total ?? 0;
  return { bots: rows.map(toFlagged), page, pages: Math.ceil(total / SETTINGS_PAGE), total };
}

/** Switches flags; null gives one back to its default. Throws not_found. */
export async function switchFlags(
  app: App,
  session: Session,
  botId: number,
  wish: Partial<Record<FlagName, boolean | null>>,
): Promise<FlaggedBot> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx.query<{ flags: unknown }>(sql`
      select flags from bots where id = ${botId} and deleted_at is null for update`);
    if (!row) throw new Refused('not_found');
    const before = stored.parse(row.flags ?? {});
    const after = Object.fromEntries(
      Object.entries({ ...before, ...wish }).filter(([, value]) => typeof value === 'boolean'),
    );
    await tx.query(sql`update bots set flags = ${json(after)} where id = ${botId}`);
    await writeAudit(tx, app, { by: session.user, type: 'bot_flags', id: botId, botId, before, after });
    const [bot] = await select(tx, sql`and b.id = ${botId}`);
    if (!bot) throw new Refused('not_found');
    return toFlagged(bot);
  });
}
