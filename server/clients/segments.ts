/** Segments: stored filters, evaluated whenever they are used. */
import type { Segment } from '../../contract/calls/clients.ts';
import { readLeadFilter } from '../../contract/entities/lead-filter.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { meant, ownKindsOf, requireFilter } from './choose-leads.ts';
import { requireHead } from './heads-alone.ts';
import { countLeads } from './page-of-leads.ts';

type SegmentRow = Omit<Segment, 'count'>;
/** More than anybody looks through; each is counted whenever they are listed. */
const MOST = 50;
const SHARE = 'compartir segmentos';

const columns = sql`s.id, s.bot_id, s.name, s.filter, s.shared, s.user_id,
  (select u.name from users u where u.id = s.user_id) as user_name`;

async function counted(db: Queryable, by: BotSession, now: Date, row: SegmentRow): Promise<Segment> {
  const read = readLeadFilter(row.filter, await ownKindsOf(db, row.bot_id));
  if (!read.ok) return { ...row, count: null };
  const where = await meant(db, { botId: row.bot_id, viewer: by.viewer, now, filter: read.filter });
  return { ...row, count: await countLeads(db, where) };
}

/** One's own and the shared ones. */
export async function listSegments(app: App, by: BotSession): Promise<Segment[]> {
  return app.db.snapshot(async (tx) => {
    const rows = await tx.query<SegmentRow>(sql`
      select ${columns} from segments s
      where s.bot_id = ${by.link.bot_id} and (s.shared or s.user_id = ${by.user.id})
      order by lower(s.name), s.id limit ${MOST * 4}`);
    const found: Segment[] = [];
    for (const row of rows) found.push(await counted(tx, by, app.clock.now(), row));
    return found;
  });
}

/** One's own or a shared one. Throws not_found. */
async function findSegment(db: Queryable, by: BotSession, id: string): Promise<SegmentRow> {
  const [row] = await db.query<SegmentRow>(sql`
    select ${columns} from segments s
    where s.id = ${id} and s.bot_id = ${by.link.bot_id} and (s.shared or s.user_id = ${by.user.id})`);
  if (!row) throw new Refused('not_found');
  return row;
}

interface SegmentWish {
  name: string;
  filter: unknown;
  shared: boolean;
}

function nameOf(name: string): string {
  const line = cleanLine(name);
  if (line === null) throw fieldFault('name', 'Escribe un nombre.');
  return line;
}

/** Throws forbidden for an agent who shares; rule with `details.path`; conflict beyond what a person may keep. */
export async function addSegment(app: App, by: BotSession, wish: SegmentWish): Promise<Segment> {
  if (wish.shared) requireHead(by, SHARE);
  return app.db.transaction(async (tx) => {
    const botId = by.link.bot_id;
    const filter = requireFilter(wish.filter, await ownKindsOf(tx, botId));
    const [kept] = await tx.query<{ count: number }>(sql`
      select count(*)::int as count from segments where bot_id = ${botId} and user_id = ${by.user.id}`);
    if ((kept?.count ?? 0) >= MOST) {
      throw new Refused('conflict', { message: `Puedes guardar hasta ${MOST} segmentos.` });
    }
    const id = app.ids();
    const now = app.clock.now();
    await tx.query(sql`
      insert into segments (id, bot_id, user_id, name, filter, shared, created_at, updated_at)
      values (${id}, ${botId}, ${by.user.id}, ${nameOf(wish.name)}, ${json(filter)}, ${wish.shared}, ${now}, ${now})`);
    touch(tx, app, by.link.bot_id, ['segments']);
    return counted(tx, by, now, await findSegment(tx, by, id));
  });
}

/** One's own; a shared one, too, for owners and administrators. Throws as `addSegment`. */
export async function updateSegment(
  app: App,
  by: BotSession,
  id: string,
  wish: SegmentWish,
): Promise<Segment> {
  return app.db.transaction(async (tx) => {
    const row = await findSegment(tx, by, id);
    if (row.shared || wish.shared || row.user_id !== by.user.id) requireHead(by, SHARE);
    const filter = requireFilter(wish.filter, await ownKindsOf(tx, row.bot_id));
    const now = app.clock.now();
    await tx.query(sql`
      update segments set name = ${nameOf(wish.name)}, filter = ${json(filter)}, shared = ${wish.shared},
        updated_at = ${now} where id = ${id}`);
    touch(tx, app, by.link.bot_id, ['segments']);
    return counted(tx, by, now, await findSegment(tx, by, id));
  });
}

/** Throws not_found; forbidden for an agent at a shared one. */
export async function deleteSegment(app: App, by: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await findSegment(tx, by, id);
    if (row.shared) requireHead(by, SHARE);
    await tx.query(sql`delete from segments where id = ${id}`);
    touch(tx, app, by.link.bot_id, ['segments']);
  });
}
