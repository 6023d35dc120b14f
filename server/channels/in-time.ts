/**
 * An automation's message is let out for its moment. A queue that stood still would send it in the quiet hours, or after
 * its buyer has bought: then it does not leave, and its case is judged anew (server/automations/take-back.ts).
 */
import type { QuietHours } from '../../contract/entities/automation.ts';
import { AUTOMATION_TIMES, type CaseState, NOT_IN_TIME } from '../../contract/rules/automations.ts';
import { isOver } from '../../machines/automation/moves.ts';
import { isQuiet } from '../../machines/automation/quiet.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';

/** Why it may not leave now; null: it may, or it is none of an automation's. */
export async function notInTime(app: App, messageId: string): Promise<string | null> {
  const [sent] = await app.db.query<{ at: string; bot_id: number; quiet: QuietHours; state: CaseState }>(sql`
    select s.at, s.bot_id, e.rule -> 'quiet' as quiet, e.state
    from automation_sends s join automation_cases e on e.id = s.case_id where s.message_id = ${messageId}`);
  if (!sent) return null;
  const now = app.clock.now();
  if (isOver(sent.state)) return 'No salió: su caso terminó antes.';
  const late = now.getTime() - Date.parse(sent.at) > AUTOMATION_TIMES.leavesWithin;
  return late || isQuiet(now.getTime(), sent.quiet, await zoneOf(app.db, sent.bot_id, now))
    ? NOT_IN_TIME
    : null;
}
