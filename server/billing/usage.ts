/**
 * What a bot uses of what its plan contains, and the one place that says there is no room for more. A plan that shrank
 * deletes nothing: it lets nothing new in. Conversations turn no customer away.
 */
import type { UsageKind, Usages } from '../../contract/entities/checkout.ts';
import { LIMIT_TEXTS } from '../../contract/rules/plan-limits.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { conversationsOf } from './conversations.ts';
import { placesOf } from './places.ts';
import { planTerms } from './plans.ts';

type Limits = Record<'documents' | 'channels', number | null>;
const NONE: Limits = { documents: null, channels: null };

/** What its plan's version contains; a bot without a subscription has no limits. */
async function limitsOf(db: Queryable, botId: number): Promise<Limits> {
  const [row] = await db.query<Limits>(sql`
    select p.documents, p.channels from subscriptions s
    join ${planTerms} p on p.plan_id = s.plan_id and p.version = s.plan_version where s.bot_id = ${botId}`);
  return row ?? NONE;
}

/** As /checkout and /facturacion show it. */
export async function usageOf(db: Queryable, app: Pick<App, 'clock'>, botId: number): Promise<Usages> {
  const limits = await limitsOf(db, botId);
  const [counts] = await db.query<{ documents: number; channels: number }>(sql`
    select (select count(*)::int from documents where bot_id = ${botId}) as documents,
      (select count(*)::int from connections where bot_id = ${botId}
        and provider in ('whatsapp', 'messenger', 'instagram')) as channels`);
  const of = (kind: keyof Limits) => ({ used: counts?.[kind] ?? 0, max: limits[kind] });
  const { used, max } = await conversationsOf(db, app, botId);
  return {
    agents: await placesOf(db, app, botId),
    conversations: { used, max },
    documents: of('documents'),
    channels: of('channels'),
  };
}

const LOCK = 7_103_054;

/** Throws rule when the plan has no room for one more; two at once are counted one after the other. */
export async function requireRoom(
  tx: Transaction,
  app: Pick<App, 'clock'>,
  botId: number,
  kind: Exclude<UsageKind, 'agents' | 'conversations'>,
): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK}, ${botId})`);
  const { used, max } = (await usageOf(tx, app, botId))[kind];
  if (max !== null && used >= max) throw new Refused('rule', { message: LIMIT_TEXTS[kind] });
}
