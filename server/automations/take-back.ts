/** What was let out and never left the queue in time (server/channels/in-time.ts) is judged anew: nobody got it. */
import { type AutomationKind, NOT_IN_TIME } from '../../contract/rules/automations.ts';
import { caseAfter } from '../../machines/automation/moves.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';

/** Each with its step back, due at once. @param schedule orders the next look at a case */
export async function takeBack(
  app: App,
  botId: number,
  kind: AutomationKind,
  schedule: (tx: Transaction, row: { id: string; bot_id: number; due_at: Date }) => Promise<void>,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const held = await tx.query<{ id: string; bot_id: number; step: number }>(sql`
      select e.id, e.bot_id, e.step from automation_cases e
      join automation_sends s on s.case_id = e.id and s.step = e.step - 1
      join messages m on m.id = s.message_id
      where e.bot_id = ${botId} and e.kind = ${kind} and e.state = 'sent' and m.status = 'failed'
        and m.reason = ${NOT_IN_TIME}
      order by e.id limit 200 for update of e`);
    for (const { id, bot_id, step } of held) {
      await tx.query(sql`delete from automation_sends where case_id = ${id} and step = ${step - 1}`);
      const state = step === 1 ? caseAfter('sent', 'return') : 'sent';
      await tx.query(sql`
        update automation_cases set state = ${state}, step = ${step - 1}, due_at = ${now}, reason = ${NOT_IN_TIME},
          sent_at = (select max(s.at) from automation_sends s where s.case_id = ${id})
        where id = ${id}`);
      await schedule(tx, { id, bot_id, due_at: now });
    }
    if (held.length > 0) touch(tx, app, botId, ['automations']);
  });
}
