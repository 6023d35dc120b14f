/** What rules of a bot may name: its people, campaigns, fields of clients. */
import type { RoutingSettings, RoutingThings } from '../../contract/entities/routing.ts';
import { CLIENT_FIELDS, ownFieldName } from '../../contract/routing/rules.ts';
import type { RoutingPerson } from '../../machines/routing/availability.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

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

/** As the screen offers them: the latest campaigns, and those that rules name. */
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
  return { people: people.map(toThing), campaigns, fields: await clientFields(db, botId) };
}

/** As a decision needs them: what no rule names is not asked for. */
export async function thingsNamed(
  db: Queryable,
  botId: number,
  people: readonly RoutingPerson[],
  named: Rules,
): Promise<RoutingThings> {
  const ids = campaignsNamed(named);
  const campaigns =
    ids.length === 0
      ? []
      : await db.query<{ id: string; name: string }>(sql`
          select id, name from campaigns where bot_id = ${botId} and id = any(${ids}::text[])`);
  const asksFields = named.rules.some(({ when }) => when.fields.length > 0);
  return { people: people.map(toThing), campaigns, fields: asksFields ? await clientFields(db, botId) : [] };
}

async function clientFields(db: Queryable, botId: number): Promise<RoutingThings['fields']> {
  const own = await ownFieldsOf(db, botId);
  return [
    ...Object.entries(CLIENT_FIELDS).map(([field, label]) => ({ field, label })),
    ...own.map(({ key, label }) => ({ field: ownFieldName(key), label })),
  ];
}
