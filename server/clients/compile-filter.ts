/**
 * A filter of clients as a condition of SQL: the one place where that happens (contract/entities/lead-filter.ts has the
 * grammar; testing.ts reads the same over rows, and a test holds the two together).
 *
 * Conditions speak of `leads l`. What depends on conversations counts those that the viewer sees.
 */
import { dayIn, startOfDay, TIME_ZONE } from '../../contract/days.ts';
import {
  dayOfValue,
  isGroup,
  kindOfField,
  type LeadCondition,
  type LeadFilter,
  type OwnKinds,
  partsOf,
} from '../../contract/entities/lead-filter.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { join, likeText, raw, type Sql, sql } from '../platform/database/database.ts';
import { countOfTalks, hasTalks } from './seen-talks.ts';

export interface FilterPlace {
  viewer: Viewer;
  own: OwnKinds;
  now: Date;
  /** The bot's: a day begins there. */
  zone?: string | undefined;
}

const DAY = 24 * 60 * 60 * 1000;
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** An instant, or the beginning of a day. */
export const momentOf = (value: string, zone: string = TIME_ZONE): Date =>
  new Date(DAY_ALONE.test(value) ? startOfDay(value, zone) : value);

/** Digits as phones are compared: a Chilean number is the same with and without the country's code. */
export const phoneDigits = (text: string): string => (readPhone(text) ?? text).replace(/\D/g, '');
/** A RUT without dots and dash. */
export const rutDigits = (text: string): string => text.replace(/[.\s-]/g, '').toUpperCase();

/** Folded when they were written. */
const KEYS: Readonly<Record<string, Sql>> = {
  name: sql`l.name_key`,
  email: sql`l.email_key`,
  city: sql`l.city_key`,
};

function textCondition(column: Sql, { field, op, value }: LeadCondition): Sql {
  if (op === 'empty')
    return value === true ? sql`coalesce(${column}, '') = ''` : sql`coalesce(${column}, '') <> ''`;
  const text = String(value);
  if (field === 'phone' || field === 'rut') {
    const bare = field === 'phone' ? phoneDigits(text) : rutDigits(text);
    const held = field === 'phone' ? sql`l.phone_digits` : sql`l.rut_plain`;
    if (bare === '') return sql`false`;
    return op === 'eq' ? sql`${held} = ${bare}` : sql`${held} like ${`%${likeText(bare)}%`}`;
  }
  const folded = KEYS[field] ?? sql`search_plain(${column})`;
  if (op === 'eq') return sql`(${folded} is not null and ${folded} = search_plain(${text}::text))`;
  return sql`(${folded} is not null and ${folded} like '%' || search_plain(${likeText(text)}::text) || '%')`;
}

function dateCondition(column: Sql, { op, value }: LeadCondition, place: FilterPlace): Sql {
  if (op === 'within_days') {
    const since = new Date(place.now.getTime() - Number(value) * DAY);
    return sql`coalesce(${column} >= ${since}::timestamptz, false)`;
  }
  const at = momentOf(String(value), place.zone);
  return op === 'before'
    ? sql`coalesce(${column} < ${at}::timestamptz, false)`
    : sql`coalesce(${column} >= ${at}::timestamptz, false)`;
}

function numberCondition(column: Sql, { op, value }: LeadCondition): Sql {
  const sign = { eq: '=', gt: '>', lt: '<' }[op as 'eq' | 'gt' | 'lt'];
  return sql`coalesce(${column} ${raw(sign)} ${value}::float8, false)`;
}

const isIn = (found: Sql, op: string): Sql => (op === 'in' ? found : sql`not ${found}`);

/** The clients with a conversation that the viewer sees. */
const seen = ({ viewer }: FilterPlace, more: Sql): Sql =>
  sql`select c.lead_id from conversations c where c.bot_id = l.bot_id and c.lead_id = l.id and ${visibleTo(viewer)} ${more}`;

function ownCondition(key: string, condition: LeadCondition, place: FilterPlace): Sql {
  const held = sql`(l.fields->>${key}::text)`;
  switch (kindOfField(condition.field, place.own)) {
    case 'text':
      return textCondition(held, condition);
    case 'number':
      return numberCondition(
        sql`(case when jsonb_typeof(l.fields->${key}::text) = 'number' then ${held}::float8 end)`,
        condition,
      );
    case 'boolean':
      return sql`coalesce(l.fields->${key}::text = ${condition.value ? 'true' : 'false'}::jsonb, false)`;
    case 'choice':
      return isIn(
        sql`coalesce(${held} = any(${[...(condition.value as string[])]}::text[]), false)`,
        condition.op,
      );
    default: {
      // Days are compared as they are written.
      if (condition.op === 'within_days') {
        const since = dayIn(place.now.getTime() - Number(condition.value) * DAY, place.zone);
        return sql`coalesce(${held} collate "C" >= ${since}, false)`;
      }
      const day = dayOfValue(String(condition.value));
      return condition.op === 'before'
        ? sql`coalesce(${held} collate "C" < ${day}, false)`
        : sql`coalesce(${held} collate "C" >= ${day}, false)`;
    }
  }
}

const COLUMNS: Readonly<Record<string, Sql>> = {
  name: sql`l.name`,
  email: sql`l.email`,
  phone: sql`l.phone`,
  rut: sql`l.rut`,
  city: sql`l.city`,
};

function conditionSql(condition: LeadCondition, place: FilterPlace): Sql {
  const { field, op, value } = condition;
  const column = COLUMNS[field];
  if (column) return textCondition(column, condition);
  const choices = Array.isArray(value) ? (value as string[]) : [];
  switch (field) {
    case 'tags':
    case 'areas':
      return isIn(sql`(${raw(`l.${field}`)} ?| ${choices}::text[])`, op);
    case 'channel':
      return isIn(sql`exists (${seen(place, sql`and c.channel = any(${choices}::text[])`)})`, op);
    case 'consent.marketing':
    case 'consent.service':
      return isIn(sql`(${raw(`l.consent_${field.slice(8)}`)} = any(${choices}::text[]))`, op);
    case 'created_at':
      return dateCondition(sql`l.created_at`, condition, place);
    case 'last_activity': {
      const later = sql`exists (${seen(place, sql`and ${dateCondition(sql`c.last_message_date`, { ...condition, op: op === 'before' ? 'after' : op }, place)}`)})`;
      return op === 'before' ? sql`(${hasTalks(place.viewer)} and not ${later})` : later;
    }
    case 'conversations':
      // Whether there is any is answered without counting.
      if (Number(value) === 0 && op !== 'lt')
        return isIn(hasTalks(place.viewer), op === 'gt' ? 'in' : 'not_in');
      return numberCondition(countOfTalks(place.viewer), condition);
    default:
      return ownCondition(field.replace(/^field\./, ''), condition, place);
  }
}

/** On `leads l`. A group of nothing is everybody, an 'any' of nothing nobody. */
export function compileFilter(filter: LeadFilter, place: FilterPlace): Sql {
  const parts = partsOf(filter).map((part) =>
    isGroup(part) ? compileFilter(part, place) : conditionSql(part, place),
  );
  if (parts.length === 0) return 'all' in filter ? sql`true` : sql`false`;
  return sql`(${join(parts, 'all' in filter ? ' and ' : ' or ')})`;
}
