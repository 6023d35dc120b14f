/** Which clients are meant: by filter, search, segment or ids. The list, its file, bulk changes and audiences ask here. */

import {
  type LeadFilter,
  NO_FILTER,
  type OwnKinds,
  readLeadFilter,
} from '../../contract/entities/lead-filter.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { phoneVariants } from '../crm/phone-variants.ts';
import { cleanText } from '../platform/clean-text.ts';
import { join, likeText, type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { compileFilter, phoneDigits, rutDigits } from './compile-filter.ts';

export interface LeadsMeant {
  botId: number;
  viewer: Viewer;
  now: Date;
  filter?: LeadFilter | undefined;
  search?: string | undefined;
  tag?: string | undefined;
  ids?: readonly string[] | undefined;
}

/** The bot's own fields by key, as filters ask for them. */
export async function ownKindsOf(db: Queryable, botId: number): Promise<OwnKinds> {
  return Object.fromEntries((await ownFieldsOf(db, botId)).map((field) => [field.key, field]));
}

/** A filter from outside, as a text or parsed. Throws rule with `details.path`. */
export function requireFilter(given: unknown, own: OwnKinds): LeadFilter {
  let parsed = given;
  if (typeof given === 'string') {
    try {
      parsed = JSON.parse(given);
    } catch {
      throw new Refused('rule', { message: 'El filtro no se puede leer.', details: { path: '' } });
    }
  }
  const read = readLeadFilter(parsed, own);
  if (read.ok) return read.filter;
  throw new Refused('rule', { message: read.message, details: { path: read.path } });
}

/** On `leads l`: name, e-mail, phone in any writing, RUT, id. */
function matches(botId: number, search: string): Sql {
  const pattern = sql`(select '%' || search_plain(${likeText(search)}::text) || '%')`;
  const found: Sql[] = [sql`l.plain like ${pattern}`, sql`l.id = ${search}`];
  const digits = search.replace(/\D/g, '');
  if (digits.length >= 4 && /^[\d\s()+./-]+$/.test(search)) {
    const phone = readPhone(search);
    const forms = phone ? phoneVariants(phone) : [];
    // Written with a trunk 0 or without the country's code: the end of the number decides.
    const tail = phoneDigits(search).replace(/^0+/, '');
    found.push(sql`l.phone_digits like ${`%${tail}%`}`);
    if (forms.length > 0) {
      found.push(sql`l.id = any(array(select i.lead_id from lead_identities i
        where i.bot_id = ${botId} and i.kind in ('phone', 'whatsapp') and i.value = any(${forms}::text[])))`);
    }
  }
  const rut = rutDigits(search);
  if (/^\d{4,8}[\dK]?$/.test(rut)) found.push(sql`l.rut_plain like ${`${rut}%`}`);
  return sql`(${join(found, ' or ')})`;
}

/** The condition on `leads l`. */
export async function meant(db: Queryable, wanted: LeadsMeant): Promise<Sql> {
  const { botId, viewer, now, filter = NO_FILTER, tag, ids } = wanted;
  const conditions: Sql[] = [sql`l.bot_id = ${botId}`];
  if (filter !== NO_FILTER) {
    const own = await ownKindsOf(db, botId);
    conditions.push(compileFilter(filter, { viewer, own, now, zone: await zoneOf(db, botId, now) }));
  }
  const search = cleanText(wanted.search ?? '').trim();
  if (search !== '') conditions.push(matches(botId, search));
  if (tag !== undefined) conditions.push(sql`l.tags ? ${cleanText(tag)}`);
  if (ids) conditions.push(sql`l.id = any(${[...ids]}::text[])`);
  return join(conditions, ' and ');
}
