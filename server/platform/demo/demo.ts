/** A domain's part of the demo data (docs/protocol.md 'The demo data', docs/a-new-domain.md). */
import { type Queryable, raw, sql } from '../database/database.ts';

export interface DemoTools {
  now: Date;
  ids: () => string;
  /** The product's, in links: `charla` in `/charla-live-2`. */
  slug: string;
}

/** All parts are written in one transaction, those of a domain after those of the domains that it knows. */
export interface Demo {
  /** Writes what every domain refers to, people and bots: before any `fill`. */
  found?(tx: Queryable, tools: DemoTools): Promise<void>;
  /** Writes what the domain shows. @returns what is to be done once all is committed, as to keep files */
  fill?(tx: Queryable, tools: DemoTools): Promise<(() => Promise<void>) | undefined>;
}

/** Rows came with their ids: the next ones are counted on from here, or behind the last one. */
export async function countOnFrom(tx: Queryable, table: string, start: number): Promise<void> {
  await tx.query(sql`select setval(pg_get_serial_sequence(${table}, 'id'),
    greatest(${start}::bigint, (select max(id) from ${raw(table)})))`);
}
