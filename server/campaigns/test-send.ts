/** A campaign's template to oneself, with the values of the audience's first client. */
import type { CampaignPlan } from '../../contract/entities/campaign.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import {
  emptySlot,
  type SentComponent,
  templatePayload,
  templateWords,
} from '../../contract/rules/template-slots.ts';
import { Graph, GraphFault } from '../channels/graph.ts';
import { reasonOf } from '../channels/whatsapp/reasons.ts';
import { findConnection, openCredentials } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { fillSlots, judge, pageOf } from './audience.ts';
import { readPlan } from './plan.ts';

const LOOKED_THROUGH = 200;

/** It goes to the phone of one's own account and nowhere else. Throws rule with what keeps it, or what WhatsApp says. */
export async function testCampaign(
  app: App,
  by: BotSession,
  given: CampaignPlan,
): Promise<{ phone: string; text: string }> {
  const plan = await readPlan(app, by, given);
  const phone = ownPhone(by);
  const { template, slots, botId, connectionId, audience } = plan;
  const walk = { botId, connectionId, viewer: by.viewer, audience, now: app.clock.now() };
  const some = await pageOf(app.db, walk, '', LOOKED_THROUGH);
  const sent = { category: template.category, components: template.components, slots };
  const first = some.find((who) => !('skip' in judge(who, sent))) ?? some[0];
  if (!first) throw new Refused('rule', { message: 'No hay clientes con cuyos datos hacer la prueba.' });
  const filled = fillSlots(slots, first);
  if (emptySlot(template.components, filled))
    throw new Refused('rule', { message: 'A los primeros clientes les falta un dato de la plantilla.' });
  await sendToOneself(app, connectionId, phone, {
    name: template.name,
    language: template.language,
    components: templatePayload(template.components, filled),
  });
  return { phone, text: templateWords(template.components, filled) };
}

/** The phone of somebody's own account. Throws rule: they have none. */
export function ownPhone(by: BotSession): string {
  const phone = readPhone(by.user.phone ?? '');
  if (phone === null)
    throw new Refused('rule', { message: 'Agrega tu teléfono en Mi cuenta para recibir la prueba.' });
  return phone;
}

/** A filled template by a number, outside of any conversation. Throws not_found, or rule with what WhatsApp says. */
export async function sendToOneself(
  app: App,
  connectionId: string,
  phone: string,
  { name, language, components }: { name: string; language: string; components: SentComponent[] },
): Promise<void> {
  const connection = await findConnection(app.db, connectionId);
  if (!connection) throw new Refused('not_found');
  const { access_token = '', phone_number_id = '' } = openCredentials(app, connection);
  try {
    await new Graph(app, access_token).call(`/${phone_number_id}/messages`, {
      method: 'POST',
      json: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: phone.slice(1),
        type: 'template',
        template: {
          name,
          language: { code: language },
          ...(components.length > 0 ? { components } : {}),
        },
      },
    });
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    const message =
      error.code === null
        ? 'WhatsApp no respondió. Intenta de nuevo.'
        : reasonOf(error.code, error.details).text;
    throw new Refused('rule', { message });
  }
}
