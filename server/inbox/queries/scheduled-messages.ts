/** What is planned in one conversation. */
import type { ScheduledMessage } from '../../../contract/entities/scheduled-message.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { type ScheduledRow, scheduledColumns, toScheduled } from '../scheduled-row.ts';
import { readSeen } from './conversation.ts';

/** Those that wait or could not be sent, by their moment. Throws not_found, also for what the person does not see. */
export async function listScheduled(
  db: Database,
  userId: number,
  botId: number,
  id: string,
): Promise<ScheduledMessage[]> {
  return db.snapshot(async (tx) => {
    await readSeen(tx, userId, botId, id);
    const rows = await tx.query<ScheduledRow>(sql`
      select ${scheduledColumns} from scheduled_messages s
      where s.conversation_id = ${id} and s.state in ('waiting', 'unsent') order by s.send_at, s.id`);
    return rows.map(toScheduled);
  });
}
