/** Plans and their versions: what a bot's subscription contains stands in the version that it was agreed with. */
import type { Plan } from '../../contract/entities/subscription.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

/** Every version of every plan as rows of `(plan_id, version, …)`, for a statement's `from`. */
export const planTerms = sql`(
  select id as plan_id, version, name, description, price, price_yearly, agents, conversations, documents, channels, features
  from plans
  union all
  select plan_id, version, name, description, price, price_yearly, agents, conversations, documents, channels, features
  from plan_versions)`;

/** The plans on offer, cheapest first, in their newest version. */
export async function plansOnOffer(db: Queryable): Promise<Plan[]> {
  const rows = await db.query<Omit<Plan, 'currency'>>(sql`
    select id, name, description, price, price_yearly, agents, conversations, documents, channels, features from plans
    where offered order by position`);
  return rows.map((row) => ({ ...row, currency: 'CLP' as const }));
}
