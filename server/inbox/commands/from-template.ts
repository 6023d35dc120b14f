/** What an approved template says to a customer: the one thing that may be sent after the 24 h window (docs/product.md §4). */
import type { NewSessionLog } from '../../../contract/calls/conversations.ts';
import type { Button } from '../../../contract/entities/message.ts';
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import { categoryChanged } from '../../../contract/entities/template-words.ts';
import { allows } from '../../../contract/permissions.ts';
import { templateReady, templateText } from '../../../contract/rules/message-template.ts';
import {
  componentsOf,
  emptySlot,
  type FilledSlot,
  type TemplateComponent,
  templatePayload,
  templateWords,
  variablesOf,
} from '../../../contract/rules/template-slots.ts';
import { NO_MARKETING_TEXT } from '../../crm/consents.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Acting } from '../../platform/http/session.ts';
import type { ConversationRow } from '../conversation-row.ts';
import type { MessageRow } from '../message-row.ts';

type Wanted = NonNullable<NewSessionLog['template']>;
interface Found extends Omit<MessageTemplate, 'components' | 'was'> {
  components: TemplateComponent[] | null;
}

export interface FromTemplate {
  text: string;
  buttons: Button[];
  template: NonNullable<MessageRow['template']>;
}

/**
 * The text, buttons and name of a template with its values. Throws `Refused`: forbidden (without send-wsp), rule (not
 * approved, of another channel or account, a value is missing, a category that is
 * another one than its sender read, marketing to who denied it), not_found.
 */
export async function fromTemplate(
  tx: Queryable,
  by: Acting,
  row: Pick<ConversationRow, 'bot_id' | 'channel' | 'connection_id' | 'lead_id'>,
  wanted: Wanted,
): Promise<FromTemplate> {
  if (!allows(by.link.role.permissions, 'live', 'send-wsp')) throw new Refused('forbidden');
  const found = await find(tx, row, wanted);
  if (!found) throw new Refused('not_found');
  if (found.channel !== row.channel || found.status !== 'APPROVED') {
    throw new Refused('rule', { message: 'Esta plantilla no está aprobada para este canal.' });
  }
  if (found.category === 'MARKETING') await requireMarketing(tx, row.lead_id);
  const { name, language } = found;
  const buttons = found.buttons.map((label, place) => ({ id: `${name}-${place + 1}`, label }));
  if ('category' in wanted && wanted.category !== undefined && wanted.category !== found.category) {
    throw new Refused('rule', {
      message: categoryChanged(found.category),
      details: { category: found.category },
    });
  }
  if (!found.components && 'values' in wanted) {
    const values = wanted.values.map((value) => cleanText(value).trim());
    if (!templateReady(found.body, values)) throw missing();
    return { text: templateText(found, values), buttons, template: { name, language } };
  }
  const parts = found.components ?? componentsOf(found);
  const filled = slotsOf(parts, wanted);
  if (emptySlot(parts, filled)) throw missing();
  const components = templatePayload(parts, filled);
  return { text: templateWords(parts, filled), buttons, template: { name, language, components } };
}

async function requireMarketing(tx: Queryable, leadId: string): Promise<void> {
  const denied = await tx.query(sql`
    select 1 from leads where id = ${leadId} and consent_marketing = 'denied'`);
  if (denied.length > 0) throw new Refused('rule', { message: NO_MARKETING_TEXT });
}

const missing = () =>
  new Refused('rule', { message: 'Completa los datos de la plantilla, cada uno en una línea.' });

/** A name may stand in several accounts of the bot: the conversation's own counts. */
async function find(
  tx: Queryable,
  row: Pick<ConversationRow, 'bot_id' | 'channel' | 'connection_id'>,
  wanted: Wanted,
): Promise<Found | undefined> {
  const which =
    'id' in wanted
      ? sql`t.id = ${wanted.id}`
      : sql`t.name = ${wanted.name} and t.language = ${wanted.language} and t.channel = ${row.channel}`;
  const [found] = await tx.query<Found>(sql`
    select t.id, t.bot_id, t.channel, t.name, t.language, t.category, t.status, t.header, t.body, t.footer, t.buttons,
      t.created_at, t.components
    from message_templates t
    where ${which} and t.bot_id = ${row.bot_id} and (
      ${row.connection_id}::text is null or t.account is null
      or t.account = (select c.parent from connections c where c.id = ${row.connection_id}))
    order by t.status = 'APPROVED' desc, t.id limit 1`);
  return found;
}

/** Values without their places are those of the body, in its order. */
function slotsOf(components: readonly TemplateComponent[], wanted: Wanted): FilledSlot[] {
  if ('slots' in wanted)
    return wanted.slots.map((slot) => ({ ...slot, value: cleanText(slot.value).trim() }));
  const body = components.find(({ type }) => type.toUpperCase() === 'BODY')?.text;
  return variablesOf(body).map((key, place) => ({
    part: 'body',
    index: 0,
    key,
    value: cleanText(wanted.values[place] ?? '').trim(),
  }));
}
