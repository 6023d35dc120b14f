/**
 * What of a campaign waits in the queue comes back when it is paused or ends: the message that never left says so, and
 * its recipient waits again. What is being sent just now is out of anybody's hands.
 */
import { noteStatus } from '../inbox/commands/by-channel.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';

export const WITHDRAWN_TEXT = 'No salió: la campaña se pausó o se canceló antes.';

/** Each in a transaction of its own: conversation, then queue, then recipient, as everybody locks them. */
export async function withdraw(app: App, campaignId: string): Promise<void> {
  const waiting = await app.db.query<{ message_id: string; conversation_id: string }>(sql`
    select s.message_id, s.conversation_id from campaign_recipients r join channel_sends s on s.message_id = r.message_id
    where r.campaign_id = ${campaignId} and r.outcome = 'queued' and s.state = 'waiting' order by r.place`);
  for (const { message_id, conversation_id } of waiting) {
    await app.db.transaction(
      async (tx) => {
        await tx.query(sql`select id from conversations where id = ${conversation_id} for update`);
        const gone = await tx.query(sql`
          delete from channel_sends where id in (
            select s.id from channel_sends s where s.message_id = ${message_id} and s.state = 'waiting'
            for update skip locked) returning id`);
        if (gone.length === 0) return;
        await tx.query(sql`
          update campaign_recipients set outcome = 'waiting', message_id = null, tries = tries - 1, at = null
          where message_id = ${message_id}`);
        await noteStatus(tx, app, message_id, 'failed', WITHDRAWN_TEXT);
      },
      { retries: 3 },
    );
  }
}
