/** What was bought after an automation's messages: by currency, since pesos and dollars are no sum. */
import type { BoughtFigures } from '../../contract/entities/automation.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

interface Row {
  /** Null: the shop told no exact total, or not its currency. */
  currency: string | null;
  link_orders: number;
  link_total: number;
  orders: number;
  total: number;
}

/** Of a bot's automation, the currencies of its shops first, then those of more orders. */
export async function boughtFiguresOf(
  db: Queryable,
  botId: number,
  kind: AutomationKind,
): Promise<{ from_link: BoughtFigures; within_72h: BoughtFigures }> {
  const rows = await db.query<Row>(sql`
    select b.currency, count(*) filter (where b.how = 'link')::int as link_orders,
      coalesce(sum(b.total) filter (where b.how = 'link'), 0)::float8 as link_total,
      count(*)::int as orders, coalesce(sum(b.total), 0)::float8 as total
    from (
      select r.how, r.total, case when r.total is not null and r.currency ~ '^[A-Z]{3}$' then r.currency end as currency
      from automation_recoveries r where r.bot_id = ${botId} and r.kind = ${kind}
    ) b
    group by b.currency
    order by exists (
      select 1 from connections c where c.bot_id = ${botId} and c.facts ->> 'currency' = b.currency
    ) desc, count(*) desc, b.currency`);
  return {
    from_link: figuresOf(
      rows.map(({ currency, link_orders: orders, link_total: total }) => ({ currency, orders, total })),
    ),
    within_72h: figuresOf(rows),
  };
}

function figuresOf(rows: readonly Pick<Row, 'currency' | 'orders' | 'total'>[]): BoughtFigures {
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    amounts: rows.flatMap(({ currency, orders, total }) =>
      currency === null || orders === 0 ? [] : [{ currency, orders, total }],
    ),
    without_amount: rows.find(({ currency }) => currency === null)?.orders ?? 0,
  };
}

/** In which the bot's shops sell, those of most of them first. */
export async function shopCurrencies(db: Queryable, botId: number): Promise<string[]> {
  const rows = await db.query<{ currency: string }>(sql`
    select c.facts ->> 'currency' as currency from connections c
    where c.bot_id = ${botId} and c.facts ->> 'currency' ~ '^[A-Z]{3}$'
    group by 1 order by count(*) desc, 1`);
  return rows.map(({ currency }) => currency);
}
