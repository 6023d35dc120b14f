/** Whether a plan can be sent: number, template with every slot, audience, time. */
import type {
  CampaignAudience,
  CampaignPlan,
  CampaignSlot,
  SendAt,
} from '../../contract/entities/campaign.ts';
import { CAMPAIGN_LIMITS, SLOT_FIELDS } from '../../contract/rules/campaigns.ts';
import { startOf } from '../../contract/rules/local-start.ts';
import { componentsOf, type TemplateComponent, templateSlots } from '../../contract/rules/template-slots.ts';
import { meant, ownKindsOf, requireFilter } from '../clients/choose-leads.ts';
import { findConnection } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';

const DAY = 24 * 60 * 60_000;

export interface Template {
  name: string;
  language: string;
  category: string;
  status: string;
  components: TemplateComponent[];
}

/** The number's template of this name; null: it has none. */
export async function findTemplate(
  db: Queryable,
  botId: number,
  connectionId: string,
  { name, language }: { name: string; language: string },
): Promise<Template | null> {
  const [row] = await db.query<{
    category: string;
    status: string;
    components: TemplateComponent[] | null;
    header: string | null;
    body: string;
    footer: string | null;
    buttons: string[];
  }>(sql`
    select t.category, t.status, t.components, t.header, t.body, t.footer, t.buttons from message_templates t
    where t.bot_id = ${botId} and t.channel = 'whatsapp' and t.name = ${name} and t.language = ${language}
      and (t.account is null or t.account = (select c.parent from connections c where c.id = ${connectionId}))
    order by t.status = 'APPROVED' desc, t.id limit 1`);
  if (!row) return null;
  const { category, status, components } = row;
  return { name, language, category, status, components: components ?? componentsOf(row) };
}

/** A plan that can be sent. */
export interface ReadyPlan {
  botId: number;
  connectionId: string;
  name: string;
  template: Template;
  slots: CampaignSlot[];
  audience: CampaignAudience;
  audienceText: string;
  sendAt: SendAt | null;
  startsAt: Date | null;
}

/** Throws `Refused`: not_found for a number or segment of others, rule at the field for what cannot be sent. */
export async function readPlan(app: App, by: BotSession, plan: CampaignPlan): Promise<ReadyPlan> {
  const botId = by.link.bot_id;
  const connection = await findConnection(app.db, plan.connection_id);
  if (!connection || connection.bot_id !== botId) throw new Refused('not_found');
  if (connection.provider !== 'whatsapp') throw fieldFault('connection_id', 'Elige un número de WhatsApp.');
  const template = await findTemplate(app.db, botId, connection.id, plan.template);
  if (!template) throw fieldFault('template', 'Esa plantilla no existe en este número.');
  if (template.status !== 'APPROVED') throw fieldFault('template', 'Esa plantilla no está aprobada.');
  const { audience, text, columns } = await readAudience(app, by, plan.audience);
  const own = Object.keys(await ownKindsOf(app.db, botId)).map((key) => `field.${key}`);
  const fields = [...Object.keys(SLOT_FIELDS), ...own, ...columns.map((column) => `file.${column}`)];
  return {
    botId,
    connectionId: connection.id,
    name: cleanLine(plan.name) ?? template.name,
    template,
    slots: readSlots(template, plan.slots, fields),
    audience,
    audienceText: text,
    sendAt: plan.send_at,
    startsAt: plan.send_at === null ? null : readTime(plan.send_at, app.clock.now()),
  };
}

/** Every slot of the template once, each with a value or a field that there is. */
function readSlots(
  template: Template,
  given: readonly CampaignSlot[],
  fields: readonly string[],
): CampaignSlot[] {
  const wanted = templateSlots(template.components);
  return wanted.flatMap((slot) => {
    const place = `slots.${slot.part}.${slot.index}.${slot.key}`;
    const found = given.find(
      ({ part, index, key }) => part === slot.part && index === slot.index && key === slot.key,
    );
    if (!found) {
      if (slot.optional) return [];
      throw fieldFault(place, 'Falta decir qué va en este dato de la plantilla.');
    }
    if ((found.value === undefined) === (found.field === undefined))
      throw fieldFault(place, 'Escribe un valor o elige un campo, no los dos.');
    if (found.value !== undefined && found.value.trim() === '' && !slot.optional)
      throw fieldFault(place, 'Falta decir qué va en este dato de la plantilla.');
    if (found.field !== undefined && !fields.includes(found.field))
      throw fieldFault(place, 'Ese campo no existe.');
    return [found];
  });
}

async function readAudience(
  app: App,
  by: BotSession,
  given: CampaignAudience,
): Promise<{ audience: CampaignAudience; text: string; columns: string[] }> {
  const botId = by.link.bot_id;
  const named = (['segment', 'filter', 'lead_ids', 'file'] as const).filter(
    (kind) => given[kind] !== undefined,
  );
  if (named.length !== 1)
    throw fieldFault('audience', 'Elige a quiénes: un segmento, un filtro, clientes o un archivo.');
  if (given.segment !== undefined) {
    const [segment] = await app.db.query<{ name: string; filter: unknown }>(sql`
      select s.name, s.filter from segments s
      where s.id = ${given.segment} and s.bot_id = ${botId} and (s.shared or s.user_id = ${by.user.id})`);
    if (!segment) throw new Refused('not_found');
    // One that names a field that is gone chooses nobody in particular: say so now, not when it is due.
    requireFilter(segment.filter, await ownKindsOf(app.db, botId));
    return { audience: { segment: given.segment }, text: `Segmento ${segment.name}`, columns: [] };
  }
  if (given.filter !== undefined) {
    const filter = requireFilter(given.filter, await ownKindsOf(app.db, botId));
    return {
      audience: { filter: JSON.parse(JSON.stringify(filter)) },
      text: 'Filtro de clientes',
      columns: [],
    };
  }
  if (given.lead_ids !== undefined) {
    const ids = [...new Set(given.lead_ids)];
    const where = await meant(app.db, { botId, viewer: by.viewer, now: app.clock.now(), ids });
    const [known] = await app.db.query<{ n: number }>(
      sql`select count(*)::int as n from leads l where ${where}`,
    );
    if ((known?.n ?? 0) < ids.length) throw new Refused('not_found');
    const text = ids.length === 1 ? '1 cliente elegido' : `${ids.length} clientes elegidos`;
    return { audience: { lead_ids: ids }, text, columns: [] };
  }
  const [file] = await app.db.query<{ file_name: string; columns: string[] }>(sql`
    select f.file_name, f.columns from campaign_files f where f.id = ${given.file ?? ''} and f.bot_id = ${botId}`);
  if (!file) throw new Refused('not_found');
  return { audience: { file: given.file }, text: file.file_name, columns: file.columns };
}

/** Throws rule at the field for a time that is past, or too far ahead. */
function readTime(at: SendAt, now: Date): Date {
  const due = startOf(at);
  if (typeof due === 'string') throw fieldFault('send_at', due);
  if (due.getTime() <= now.getTime()) throw fieldFault('send_at', 'Elige una hora que todavía no pasa.');
  if (due.getTime() > now.getTime() + CAMPAIGN_LIMITS.ahead * DAY)
    throw fieldFault('send_at', 'Elige una fecha dentro de un año.');
  return due;
}
