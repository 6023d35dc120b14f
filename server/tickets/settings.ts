/** Storing what an owner sets for the tickets of a bot. */
import type { TicketSettings } from '../../contract/entities/ticket.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { json, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { recountLater } from './due.ts';
import { readTicketSettings } from './read-settings.ts';

/** Stores them; open tickets are due by them from then on. Throws forbidden for agents, conflict for a stale revision. */
export async function saveTicketSettings(
  app: App,
  by: BotSession,
  wish: TicketSettings,
): Promise<TicketSettings> {
  if (by.viewer.base !== 'administrador') throw new Refused('forbidden');
  const botId = by.link.bot_id;
  const { reopen_days, budgets } = wish;
  return app.db.transaction(async (tx) => {
    await tx.query(sql`select id from bots where id = ${botId} for no key update`);
    const before = await readTicketSettings(tx, botId);
    if (before.revision !== wish.revision) {
      throw new Refused('conflict', {
        message: 'Otra persona guardó estos plazos mientras los editabas. Lo tuyo no se guardó todavía.',
        details: { revision: before.revision },
      });
    }
    const after: TicketSettings = { reopen_days, budgets, revision: before.revision + 1 };
    await tx.query(sql`
      insert into ticket_settings (bot_id, reopen_days, budgets, revision)
      values (${botId}, ${reopen_days}, ${json(budgets)}, ${after.revision})
      on conflict (bot_id) do update set reopen_days = excluded.reopen_days, budgets = excluded.budgets,
        revision = excluded.revision`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'ticket settings',
      id: botId,
      botId,
      before: { reopen_days: before.reopen_days, budgets: before.budgets },
      after: { reopen_days, budgets },
    });
    await recountLater(tx, app, botId);
    touch(tx, app, botId, ['tickets']);
    return after;
  });
}
