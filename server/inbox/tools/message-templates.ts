/** The templates of a bot's channels, as their providers list them. */
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { componentsOf } from '../../../contract/rules/template-slots.ts';
import type { Channel } from '../../../contract/states.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';

interface TemplateRow extends Omit<MessageTemplate, 'components' | 'was'> {
  components: MessageTemplate['components'] | null;
  history: WabaTemplate['history'];
}

/** By name, then language. @param channel undefined: of every channel */
export async function listMessageTemplates(
  db: Queryable,
  botId: number,
  channel: Channel | undefined,
): Promise<MessageTemplate[]> {
  const rows = await db.query<TemplateRow>(sql`
    select id, bot_id, channel, name, language, category, status, header, body, footer, buttons, created_at,
      components, history
    from message_templates
    where bot_id = ${botId} and (${channel ?? null}::text is null or channel = ${channel ?? null})
    order by name, language, id`);
  return rows.map(({ history, ...row }) => ({
    ...row,
    components: row.components ?? componentsOf(row),
    was: formerCategory(history),
  }));
}

function formerCategory(history: TemplateRow['history']): MessageTemplate['was'] {
  const last = history.findLast(({ what }) => what === 'category');
  return last && last.from !== null ? { category: last.from, at: last.at } : null;
}
