/** The templates of a bot's channels, as their providers list them. */
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import type { Channel } from '../../../contract/states.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';

/** By name, then language. @param channel undefined: of every channel */
export async function listMessageTemplates(
  db: Queryable,
  botId: number,
  channel: Channel | undefined,
): Promise<MessageTemplate[]> {
  return db.query<MessageTemplate>(sql`
    select id, bot_id, channel, name, language, category, status, header, body, footer, buttons, created_at
    from message_templates
    where bot_id = ${botId} and (${channel ?? null}::text is null or channel = ${channel ?? null})
    order by name, language, id`);
}
