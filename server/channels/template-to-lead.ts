/** A template to a client from their record: in the conversation under way, or in a new one of the sender's. */
import type { WantedTemplate } from '../../contract/calls/conversations.ts';
import { fillNames } from '../../contract/rules/quick-reply.ts';
import { type ConnectionRow, connectionsOf } from '../connections/connection-row.ts';
import { requireUnblocked } from '../crm/consents.ts';
import { presentId } from '../crm/present-id.ts';
import { contactOfLead } from '../inbox/commands/contact-of-lead.ts';
import { sendTemplate } from '../inbox/commands/template-to-client.ts';
import { onceMore } from '../inbox/once.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';

interface LeadRow {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
}

/**
 * Throws `Refused`: not_found; rule (no number, no way to reach them, marketing that they denied, a template that may
 * not be sent); already_taken while a colleague has their conversation.
 */
export async function templateToLead(
  app: App,
  by: BotSession,
  leadId: string,
  given: { connection_id?: string | undefined; template: WantedTemplate; temporal_id: string },
): Promise<{ conversation_id: string }> {
  return onceMore(() =>
    app.db.transaction(async (tx) => {
      const botId = by.link.bot_id;
      const connection = await numberFor(tx, botId, leadId, given.connection_id);
      const id = await presentId(tx, leadId);
      const [lead] = await tx.query<LeadRow>(sql`
        select id, name, email, phone from leads where id = ${id} and bot_id = ${botId}`);
      if (!lead) throw new Refused('not_found');
      await requireUnblocked(tx, lead.id);
      const contact = await contactOfLead(tx, app, connection, lead);
      if (!contact) {
        throw new Refused('rule', {
          message: 'Este cliente no tiene un número de WhatsApp. Agrega su teléfono con código de país.',
        });
      }
      const conversation_id = await sendTemplate(tx, app, by, {
        visitorId: contact.visitor_id,
        lead,
        connectionId: connection.id,
        template: namedFor(given.template, lead.name),
        temporalId: given.temporal_id,
      });
      return { conversation_id };
    }),
  );
}

/** With the client's name where a value says {nombre} or {cliente}. Throws rule for who has none. */
function namedFor(template: WantedTemplate, name: string | null): WantedTemplate {
  const slots = template.slots.map((slot) => {
    const value = fillNames(slot.value, { cliente: name ?? '' });
    if (value !== slot.value && !name)
      throw new Refused('rule', { message: 'No sabemos cómo se llama este cliente.' });
    return { ...slot, value };
  });
  return { ...template, slots };
}

/** The wished one, else the one that knows them best, else the first that works. Throws rule, not_found. */
async function numberFor(
  tx: Queryable,
  botId: number,
  leadId: string,
  wish: string | undefined,
): Promise<ConnectionRow> {
  const all = (await connectionsOf(tx, botId)).filter(({ provider }) => provider === 'whatsapp');
  if (wish !== undefined) {
    const own = all.find(({ id }) => id === wish);
    if (!own) throw new Refused('not_found');
    return own;
  }
  const [known] = await tx.query<{ connection_id: string }>(sql`
    select k.connection_id from channel_contacts k join visitors v on v.id = k.visitor_id
    where v.lead_id = ${leadId} order by k.window_expires_at desc nulls last, k.id limit 1`);
  const found =
    all.find(({ id }) => id === known?.connection_id) ??
    all.find(({ health, paused }) => health === 'ok' && !paused) ??
    all[0];
  if (!found) throw new Refused('rule', { message: 'Conecta un número de WhatsApp para usar plantillas.' });
  return found;
}
