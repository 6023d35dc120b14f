/** A reading of a bot's shops as the database holds it, and what the wire shows of it. */
import type { FaultKind, Provider } from '../../contract/entities/connection.ts';
import type { ProductSync, ShopReading } from '../../contract/entities/product.ts';
import { json, type Queryable, raw, sql, type Transaction } from '../platform/database/database.ts';

/** How far one shop is, with where it goes on. */
export interface ShopState extends Omit<ShopReading, 'provider' | 'fault'> {
  provider: Provider;
  fault: FaultKind | null;
  connection_id: string;
  cursor: string | null;
  pages: number;
  /** As the shop says it. */
  total: number | null;
  /** How often in a row it wanted to be asked later. */
  waits?: number;
  /** It has more than it lets be read. */
  cut?: boolean;
}

export interface SyncRow {
  id: string;
  number: number;
  bot_id: number;
  state: 'running' | 'done' | 'failed';
  progress: number;
  step: number;
  shops: ShopState[];
  started_by: string;
  started_at: string;
  ended_at: string | null;
}

const syncColumns = raw(
  's.id, s.number, s.bot_id, s.state, s.progress, s.step, s.shops, s.started_by, s.started_at, s.ended_at',
);

/** A shop of which nothing was read yet. */
export const unread = (connection_id: string, provider: Provider, name: string): ShopState => ({
  connection_id,
  provider,
  name,
  state: 'waiting',
  cursor: null,
  pages: 0,
  total: null,
  seen: 0,
  came: 0,
  changed: 0,
  gone: 0,
  refused: 0,
  warnings: [],
  asks: 0,
  fault: null,
});

/** As the calls answer it. */
export const toSync = ({
  id,
  bot_id,
  state,
  progress,
  shops,
  started_by,
  started_at,
  ended_at,
}: SyncRow): ProductSync => ({
  id,
  bot_id,
  state,
  progress,
  shops: shops.map(
    ({
      connection_id: _connection,
      cursor: _cursor,
      pages: _pages,
      total: _total,
      waits: _waits,
      cut: _cut,
      ...reading
    }) => reading,
  ),
  started_by,
  started_at,
  ended_at,
});

/** One reading, or null. @param locked nobody else changes it until the transaction ends */
export async function findSync(db: Queryable, id: string, locked = false): Promise<SyncRow | null> {
  const lock = locked ? sql` for update` : sql``;
  const [row] = await db.query<SyncRow>(
    sql`select ${syncColumns} from product_syncs s where s.id = ${id}${lock}`,
  );
  return row ?? null;
}

const SHOWN = 20;

/** A bot's last ones, the newest first. */
export async function syncsOf(db: Queryable, botId: number): Promise<SyncRow[]> {
  return db.query<SyncRow>(sql`
    select ${syncColumns} from product_syncs s where s.bot_id = ${botId}
    order by s.started_at desc, s.id desc limit ${SHOWN}`);
}

/** Writes what a step came to. @returns false when another one wrote since `row` was read: nothing is written then */
export async function writeStep(
  tx: Transaction,
  row: SyncRow,
  next: Pick<SyncRow, 'shops' | 'progress' | 'state' | 'ended_at'>,
): Promise<boolean> {
  const written = await tx.query(sql`
    update product_syncs set step = step + 1, shops = ${json(next.shops)}, state = ${next.state},
      progress = greatest(progress, ${next.progress}), ended_at = ${next.ended_at}
    where id = ${row.id} and step = ${row.step} and state = 'running' returning id`);
  return written.length === 1;
}
