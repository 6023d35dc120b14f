/** What pages reported lately, and what became of it. */
import type { CartClaim, ClaimingShop } from '../../../contract/entities/cart-claim.ts';
import type { CaseState } from '../../../contract/rules/automations.ts';
import { connectionsOf } from '../../connections/connection-row.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import type { ShopReaders } from '../../shops/port.ts';
import { type ClaimRow, claimColumns, placeOf } from './claim-row.ts';

/** Shops of a bot whose carts only their page knows. */
export async function claimingShops(
  db: Queryable,
  readers: ShopReaders,
  botId: number,
): Promise<ClaimingShop[]> {
  const rows = (await connectionsOf(db, botId)).filter(({ provider }) => readers[provider]?.till);
  if (rows.length === 0) return [];
  const last = await db.query<{ shop_id: string; at: string | null }>(sql`
    select m.shop_id, max(m.reported_at) as at from cart_claims m where m.bot_id = ${botId} group by m.shop_id`);
  return rows.flatMap((row) => {
    const place = placeOf(row);
    const reported_at = last.find(({ shop_id }) => shop_id === row.id)?.at ?? null;
    return place ? [{ id: row.id, name: row.name, ...place, reported_at }] : [];
  });
}

/** The newest first. */
export async function listClaims(
  db: Queryable,
  botId: number,
  page: number,
  size: number,
): Promise<{ claims: CartClaim[]; total: number }> {
  const rows = await db.query<ClaimRow & { state: CaseState | null }>(sql`
    select ${claimColumns}, (select e.state from automation_cases e
        where e.kind = 'carro-abandonado' and e.shop_id = m.shop_id and e.subject = m.id order by e.round desc limit 1) as state
    from cart_claims m where m.bot_id = ${botId}
    order by m.changed_at desc, m.id desc limit ${size} offset ${(page - 1) * size}`);
  const [counted] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from cart_claims m where m.bot_id = ${botId}`);
  const titles = await titlesOf(
    db,
    botId,
    rows.flatMap(({ things }) => things.map(({ id }) => id)),
  );
  return {
    total: counted?.n ?? 0,
    claims: rows.map((row) => ({
      id: row.id,
      items: itemsOf(row, titles),
      confirmed: row.confirmed,
      reason: row.reason,
      state: row.state,
      ended: row.ended_at !== null,
      changed_at: row.changed_at,
    })),
  };
}

/** How many of a bot's claims nobody has confirmed, of a stretch of time. */
export async function unconfirmed(db: Queryable, botId: number, since: Date): Promise<number> {
  const [counted] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from cart_claims m
    where m.bot_id = ${botId} and m.ended_at is null and m.confirmed is null and m.changed_at >= ${since}`);
  return counted?.n ?? 0;
}

/** What the bot's own shelves call these numbers: a page's words are not shown. */
async function titlesOf(db: Queryable, botId: number, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const rows = await db.query<{ id: string; title: string }>(sql`
    select p.external_id as id, p.title from products p
    where p.bot_id = ${botId} and p.external_id = any(${wanted}::text[])
    union all
    select v.value ->> 'id' as id, p.title from products p, jsonb_array_elements(p.variants) v
    where p.bot_id = ${botId} and jsonb_array_length(p.variants) > 0 and v.value ->> 'id' = any(${wanted}::text[])`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

function itemsOf({ things }: ClaimRow, titles: Map<string, string>): string {
  const known = things.flatMap(({ id, quantity }) => {
    const title = titles.get(id);
    return title === undefined ? [] : [quantity > 1 ? `${title} ×${quantity}` : title];
  });
  const others = things.length - known.length;
  const rest = others === 1 ? '1 producto más' : `${others} productos más`;
  if (known.length === 0) return things.length === 1 ? '1 producto' : `${things.length} productos`;
  return others === 0 ? known.join(', ') : `${known.join(', ')} y ${rest}`;
}
