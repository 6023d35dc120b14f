/** An owner asks the bot's administrators for a second factor: who lacks it can do nothing there until they have it. */
import { CALLS } from '../../contract/calls/index.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { registerCall } from '../platform/http/route.ts';
import type { BotSession } from '../platform/http/session.ts';

async function stateOf(db: Queryable, botId: number) {
  const [bot] = await db.query<{ required: boolean }>(
    sql`select second_factor_required as required from bots where id = ${botId}`,
  );
  const administrators = await db.query<{ id: number; name: string; second_factor: boolean }>(sql`
    select u.id, u.name,
      exists(select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor
    from user_bots ub join users u on u.id = ub.user_id join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} and r.base = 'administrador' order by lower(u.name), u.id`);
  return { required: bot?.required ?? false, administrators };
}

/** Switches it. Those who lack it leave the inbox at once. */
async function askFor(app: App, by: BotSession, required: boolean) {
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    const [before] = await tx.query<{ required: boolean }>(
      sql`select second_factor_required as required from bots where id = ${botId} for update`,
    );
    await tx.query(sql`update bots set second_factor_required = ${required} where id = ${botId}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'bot',
      id: botId,
      botId,
      before: { second_factor_required: before?.required ?? false },
      after: { second_factor_required: required },
    });
    const state = await stateOf(tx, botId);
    tx.afterCommit(() => {
      for (const { id } of state.administrators) app.realtime.sightChanged(botId, id);
    });
    return state;
  });
}

/** Mounts the calls. */
export function registerBotSecondFactor(app: App): void {
  registerCall(app, CALLS.botSecondFactor, ({ params }) => stateOf(app.db, params.botId));
  registerCall(app, CALLS.setBotSecondFactor, ({ session, body }) => askFor(app, session, body.required));
}
