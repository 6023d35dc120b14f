/**
 * How many people may work at a bot besides its owners, and how many do (docs/product.md §5 check 10). An invitation that waits
 * holds a place: accepting it must not go beyond the plan.
 */
import type { Places } from '../../contract/rules/agents.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { planTerms } from './plans.ts';

/** A bot without a subscription has no maximum. */
export async function placesOf(db: Queryable, { clock }: Pick<App, 'clock'>, botId: number): Promise<Places> {
  const [row] = await db.query<Places>(sql`
    select
      (select count(*)::int from user_bots ub join roles r on r.id = ub.role_id
        where ub.bot_id = ${botId} and r.base <> 'propietario')
      + (select count(*)::int from invitations i
        where i.bot_id = ${botId} and i.outcome is null and i.expires_at > ${clock.now()}) as used,
      (select p.agents from subscriptions s
        join ${planTerms} p on p.plan_id = s.plan_id and p.version = s.plan_version
        where s.bot_id = ${botId}) as max`);
  return row ?? { used: 0, max: null };
}

const LOCK = 7_103_003;

/** The same, and nobody else adds people to this bot until the transaction ends. */
export async function lockPlaces(tx: Queryable, app: Pick<App, 'clock'>, botId: number): Promise<Places> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK}, ${botId})`);
  return placesOf(tx, app, botId);
}
