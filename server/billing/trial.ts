/** The free trial of a new bot. Its end is a turn of the clock (turn.ts). */
import { TRIAL_DAYS } from '../../contract/rules/subscription.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { lockSubscription } from './row.ts';
import { scheduleTurn } from './write-subscription.ts';

const PLAN = 'prueba';
const DAY = 24 * 60 * 60 * 1000;

/** Begins a bot's trial: whole days from its making, in the plan's newest version. */
export async function startTrial(
  tx: Transaction,
  app: App,
  by: { id: number; name: string; email: string },
  botId: number,
): Promise<void> {
  const now = app.clock.now();
  const ends = new Date(now.getTime() + TRIAL_DAYS * DAY);
  await tx.query(sql`
    insert into subscriptions (bot_id, plan_id, plan_version, status, ends_at, trial_ends_at, created_at)
    select ${botId}, id, version, 'trialing', ${ends}, ${ends}, ${now} from plans where id = ${PLAN}`);
  const row = await lockSubscription(tx, botId);
  if (!row) throw new Error('No subscription was inserted');
  await writeAudit(tx, app, {
    by,
    type: 'subscription',
    id: row.id,
    botId,
    before: null,
    after: { plan: PLAN, status: 'trialing', ends_at: ends.toISOString() },
  });
  await scheduleTurn(tx, app, row);
}
