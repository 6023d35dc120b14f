/** Conversations as rules of assignment ask about them. */
import { isOpen } from '../../contract/calendar/open-hours.ts';
import type { Calendar } from '../../contract/entities/calendar.ts';
import type { RoutingSettings } from '../../contract/entities/routing.ts';
import { ownFieldName } from '../../contract/routing/rules.ts';
import type { OwnValue } from '../../contract/rules/lead-fields.ts';
import type { Area, Channel } from '../../contract/states.ts';
import type { RoutingTalk } from '../../machines/routing/conditions.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

/** What is known of it without asking. */
export interface TalkRow {
  id: string;
  lead_id: string;
  visitor_id: string | null;
  channel: Channel;
  category: Area | null;
  tags: readonly string[];
}

interface Around {
  lead_id: string;
  tags: string[];
  name: string | null;
  email: string | null;
  phone: string | null;
  rut: string | null;
  city: string | null;
  fields: Record<string, OwnValue>;
}

/** Which of the facts any rule that is on asks for. */
const asked = ({ rules }: Pick<RoutingSettings, 'rules'>) => {
  const when = rules.filter(({ enabled }) => enabled).map((rule) => rule.when);
  return {
    client: when.some(({ tags, fields }) => tags.length > 0 || fields.length > 0),
    visit: when.some(({ page, origin }) => page.trim() !== '' || origin.trim() !== ''),
    campaigns: when.some(({ campaigns }) => campaigns.length > 0),
  };
};

/**
 * The facts of each, in the order given, read for all of them at once.
 * @param at when each is judged by the calendar, in milliseconds
 */
export async function routingTalks(
  db: Queryable,
  rows: readonly (TalkRow & { at: number })[],
  settings: Pick<RoutingSettings, 'rules'>,
  calendar: Calendar,
): Promise<RoutingTalk[]> {
  const wants = asked(settings);
  const leadIds = [...new Set(rows.map(({ lead_id }) => lead_id))];
  const visitors = rows.flatMap(({ visitor_id }) => visitor_id ?? []);
  const ids = rows.map(({ id }) => id);
  const clients = wants.client
    ? await db.query<Around>(sql`
        select id as lead_id, tags, name, email, phone, rut, city, fields from leads
        where id = any(${leadIds}::text[])`)
    : [];
  const visits = wants.visit
    ? await db.query<{ visitor_id: string; page: string | null; referrer: string | null }>(sql`
        select visitor_id, page, referrer from visits where visitor_id = any(${visitors}::text[])`)
    : [];
  const sent = wants.campaigns
    ? await db.query<{ campaign_id: string; conversation_id: string | null }>(sql`
        select distinct campaign_id, conversation_id from campaign_recipients
        where lead_id = any(${leadIds}::text[]) and conversation_id = any(${ids}::text[])`)
    : [];
  const clientOf = new Map(clients.map((client) => [client.lead_id, client]));
  const visitOf = new Map(visits.map((visit) => [visit.visitor_id, visit]));
  return rows.map((row) => {
    const client = clientOf.get(row.lead_id);
    const visit = row.visitor_id === null ? undefined : visitOf.get(row.visitor_id);
    return {
      channel: row.channel,
      area: row.category,
      tags: [...row.tags, ...(client?.tags ?? [])],
      open: isOpen(calendar, row.category, row.at),
      page: visit?.page ?? null,
      origin: visit?.referrer ?? null,
      fields: client ? fieldsOf(client) : {},
      campaigns: sent.filter((one) => one.conversation_id === row.id).map((one) => one.campaign_id),
    };
  });
}

function fieldsOf({ name, email, phone, rut, city, fields }: Around): Record<string, string> {
  const known = Object.entries({ name, email, phone, rut, city });
  const own = Object.entries(fields).map(([key, value]) => [ownFieldName(key), said(value)] as const);
  return Object.fromEntries(
    [...known, ...own].filter(([, value]) => value !== null && value !== ''),
  ) as Record<string, string>;
}

/** As people write it in a rule. */
function said(value: OwnValue): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  return String(value);
}
