/** What rules of a bot may name: its people, campaigns, fields of clients, skills; with the names that somebody may read. */
import type { RoutingSettings, RoutingThings } from '../../contract/entities/routing.ts';
import { allows } from '../../contract/permissions.ts';
import { CLIENT_FIELDS, type KnownThings, ownFieldName } from '../../contract/routing/rules.ts';
import type { RoutingPerson } from '../../machines/routing/availability.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';

type Rules = Pick<RoutingSettings, 'rules'>;

const toThing = ({ id, name, areas, base, receives, automatic }: RoutingPerson) => ({
  id,
  name,
  areas: [...areas],
  answers_areas: base === 'agente',
  receives: receives && automatic,
});

const campaignsNamed = ({ rules }: Rules): string[] => [
  ...new Set(rules.flatMap(({ when }) => when.campaigns)),
];

/** As the screen offers them: the latest campaigns, and those that rules name. All names: `readableThings` cuts them. */
export async function routingThings(
  db: Queryable,
  botId: number,
  people: readonly RoutingPerson[],
  named: Rules,
): Promise<RoutingThings> {
  const campaigns = await db.query<{ id: string; name: string }>(sql`
    (select id, name from campaigns where bot_id = ${botId} order by created_at desc, id desc limit 100)
    union
    select id, name from campaigns where bot_id = ${botId} and id = any(${campaignsNamed(named)}::text[])`);
  return {
    people: people.map(toThing),
    campaigns,
    fields: await clientFields(db, botId),
    skills: (await skillNames(db, botId)).map((one) => ({
      ...one,
      people: people.filter(({ skills }) => skills.includes(one.id)).length,
    })),
  };
}

/**
 * The same without the names of modules that somebody may not read: of those stays what the rules name, unnamed.
 * @param named rules that they read
 */
export function readableThings(
  things: RoutingThings,
  { permissions }: BotSession['link']['role'],
  named: Rules,
): RoutingThings {
  const campaigns = campaignsNamed(named);
  const fields = named.rules.flatMap(({ when }) => when.fields.map(({ field }) => field));
  const skills = named.rules.flatMap((rule) => rule.skills.ids);
  const readsSkills = (['live', 'agentes', 'edit_agent'] as const).some((module) =>
    allows(permissions, module, 'read'),
  );
  return {
    people: things.people,
    campaigns: allows(permissions, 'whatsapp_api', 'read')
      ? things.campaigns
      : things.campaigns.flatMap(({ id }) => (campaigns.includes(id) ? [{ id, name: '' }] : [])),
    fields: allows(permissions, 'crm', 'read')
      ? things.fields
      : things.fields.flatMap(({ field, label }) => {
          if (Object.hasOwn(CLIENT_FIELDS, field)) return [{ field, label }];
          return fields.includes(field) ? [{ field, label: '' }] : [];
        }),
    skills: readsSkills
      ? things.skills
      : things.skills.flatMap((one) => (skills.includes(one.id) ? [{ ...one, name: '' }] : [])),
  };
}

/** As a decision needs them: what no rule names is not asked for. */
export async function thingsNamed(
  db: Queryable,
  botId: number,
  people: readonly RoutingPerson[],
  named: Rules,
): Promise<KnownThings> {
  const ids = campaignsNamed(named);
  const campaigns =
    ids.length === 0
      ? []
      : await db.query<{ id: string; name: string }>(sql`
          select id, name from campaigns where bot_id = ${botId} and id = any(${ids}::text[])`);
  const asksFields = named.rules.some(({ when }) => when.fields.length > 0);
  const asksSkills = named.rules.some(({ skills }) => skills.ids.length > 0);
  return {
    people: people.map(toThing),
    campaigns,
    fields: asksFields ? await clientFields(db, botId) : [],
    skills: asksSkills ? await skillNames(db, botId) : [],
  };
}

const skillNames = (db: Queryable, botId: number) =>
  db.query<{ id: number; name: string }>(sql`
    select id, name from skills where bot_id = ${botId} order by lower(name), id`);

async function clientFields(db: Queryable, botId: number): Promise<RoutingThings['fields']> {
  const own = await ownFieldsOf(db, botId);
  return [
    ...Object.entries(CLIENT_FIELDS).map(([field, label]) => ({ field, label })),
    ...own.map(({ key, label }) => ({ field: ownFieldName(key), label })),
  ];
}
