/** What an approved template says to a customer: the one thing that may be sent after the 24 h window (docs/product.md §4). */
import type { NewSessionLog } from '../../../contract/calls/conversations.ts';
import type { Button } from '../../../contract/entities/message.ts';
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import { allows } from '../../../contract/permissions.ts';
import { templateReady, templateText } from '../../../contract/rules/message-template.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import type { ConversationRow } from '../conversation-row.ts';

/**
 * The text, buttons and name of a template with its values. Throws `Refused`: forbidden (without send-wsp), rule (not
 * approved, of another channel, a value is missing), not_found.
 */
export async function fromTemplate(
  tx: Queryable,
  by: BotSession,
  row: Pick<ConversationRow, 'bot_id' | 'channel'>,
  wanted: NonNullable<NewSessionLog['template']>,
): Promise<{ text: string; buttons: Button[]; template: { name: string; language: string } }> {
  if (!allows(by.link.role.permissions, 'live', 'send-wsp')) throw new Refused('forbidden');
  const [found] = await tx.query<MessageTemplate>(sql`
    select * from message_templates where id = ${wanted.id} and bot_id = ${row.bot_id}`);
  if (!found) throw new Refused('not_found');
  if (found.channel !== row.channel || found.status !== 'APPROVED') {
    throw new Refused('rule', { message: 'Esta plantilla no está aprobada para este canal.' });
  }
  const values = wanted.values.map((value) => cleanText(value).trim());
  if (!templateReady(found.body, values)) {
    throw new Refused('rule', { message: 'Completa los datos de la plantilla, cada uno en una línea.' });
  }
  const { name, language } = found;
  const buttons = found.buttons.map((label, place) => ({ id: `${name}-${place + 1}`, label }));
  return { text: templateText(found, values), buttons, template: { name, language } };
}
