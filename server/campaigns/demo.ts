/** The campaigns of the demo: clients who allowed marketing, one that is done with every outcome, and a draft. */

import { FLAG_DEFAULTS } from '../../contract/flags.ts';
import { json, sql } from '../platform/database/database.ts';
import { PEOPLE } from '../platform/demo/cast.ts';
import type { Demo } from '../platform/demo/demo.ts';
import { sendDemoCampaign } from './demo-sent.ts';

const DAY = 24 * 60 * 60_000;
const SLOTS = [{ part: 'body', index: 0, key: '1', field: 'first_name', fallback: 'cliente' }];
const COMPONENTS = [
  { type: 'BODY', text: 'Hola {{1}}, esta semana tenemos despacho gratis en toda la tienda.' },
  { type: 'FOOTER', text: 'Escribe BAJA para no recibir más' },
];

export const campaignsDemo: Demo = {
  async fill(tx, { now, ids }) {
    const bots = await tx.query<{ id: number }>(sql`
      select b.id from bots b where b.id = any(${[...FLAG_DEFAULTS.scheduled_templates]}::int[]) order by b.id`);
    for (const { id: botId } of bots) {
      const sent = new Date(now.getTime() - 3 * DAY);
      const said = new Date(now.getTime() - 20 * DAY);
      // Three of four allow it, one of twenty said no.
      await tx.query(sql`
        insert into consents (id, bot_id, lead_id, purpose, channel, state, source, user_id, at)
        select 'demo-consent-' || l.id, l.bot_id, l.id, 'marketing', null,
          case when abs(hashtext(l.phone)) % 20 = 0 then 'denied' else 'granted' end, 'Formulario de la tienda', null, ${said}
        from leads l where l.bot_id = ${botId} and l.phone is not null and abs(hashtext(l.phone)) % 4 <> 3`);
      await tx.query(sql`
        update leads set consent_marketing = (
          select c.state from consents c where c.lead_id = leads.id and c.purpose = 'marketing' order by c.at desc limit 1)
        where bot_id = ${botId} and exists (
          select 1 from consents c where c.lead_id = leads.id and c.purpose = 'marketing')`);
      await tx.query(sql`
        insert into message_templates (id, bot_id, channel, name, language, category, status, header, body, footer, buttons,
          components, created_at)
        values (${ids()}, ${botId}, 'whatsapp', 'despacho_gratis', 'es', 'MARKETING', 'APPROVED', null,
          ${COMPONENTS[0]?.text ?? ''}, ${COMPONENTS[1]?.text ?? ''}, '[]', ${json(COMPONENTS)}, ${said})`);
      const campaign = async (id: string, name: string, state: 'done' | 'draft', at: Date | null) =>
        tx.query(sql`
          insert into campaigns (id, bot_id, name, template_name, template_language, category, components, slots, audience,
            audience_text, state, cursor, created_by, run_by, temporal_id, created_at, started_at, finished_at)
          values (${id}, ${botId}, ${name}, 'despacho_gratis', 'es', 'MARKETING', ${json(COMPONENTS)}, ${json(SLOTS)},
            '{"filter": {"all": []}}', 'Filtro de clientes', ${state}, ${at === null ? '' : null},
            ${PEOPLE.propietaria.id}, ${PEOPLE.propietaria.id}, ${id}, ${at ?? now}, ${at}, ${at})`);
      const done = ids();
      await campaign(done, 'Despacho gratis de noviembre', 'done', sent);
      await campaign(ids(), 'Ofertas de fin de año', 'draft', null);
      await sendDemoCampaign(
        tx,
        {
          id: done,
          botId,
          template: { name: 'despacho_gratis', language: 'es', components: COMPONENTS },
          sent,
        },
        ids,
      );
    }
    return undefined;
  },
};
