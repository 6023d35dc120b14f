/** How many more customers a number may begin to write to: Meta counts different ones in a moving 24 hours (CA-6). */
import type { ConnectionRow } from '../connections/connection-row.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

const DAY = 24 * 60 * 60_000;

/** 'TIER_250', 'TIER_1K', 'TIER_UNLIMITED'; null: no limit, or none that we know. */
export function mostOfTier(tier: string | null | undefined): number | null {
  const found = /^TIER_(\d+)(K?)$/.exec(tier ?? '');
  return found ? Number(found[1]) * (found[2] ? 1000 : 1) : null;
}

export interface Allowance {
  most: number | null;
  left: number;
  /** When the first place becomes free; null where there is one. */
  until: string | null;
}

/** By the templates that left by the number: who wrote first is counted too, which Meta does not, so it is never more. */
export async function allowanceOf(
  db: Queryable,
  { id, bot_id, facts }: Pick<ConnectionRow, 'id' | 'bot_id' | 'facts'>,
  now: Date,
): Promise<Allowance> {
  const most = mostOfTier(facts['tier']);
  if (most === null) return { most, left: Number.MAX_SAFE_INTEGER, until: null };
  const since = new Date(now.getTime() - DAY);
  const [row] = await db.query<{ n: number; first: string | null }>(sql`
    select count(*)::int as n, min(w.at) as first from (
      select max(m.created_at) as at from messages m join conversations c on c.id = m.conversation_id
      where m.bot_id = ${bot_id} and m.template is not null and m.created_at > ${since} and m.status <> 'failed'
        and c.connection_id = ${id}
      group by c.visitor_id) w`);
  const left = Math.max(0, most - (row?.n ?? 0));
  const first = row?.first ?? null;
  return {
    most,
    left,
    until: left > 0 || first === null ? null : new Date(Date.parse(first) + DAY).toISOString(),
  };
}
