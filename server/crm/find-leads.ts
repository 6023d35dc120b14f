/** Looks clients up: in pages, by what identifies them, by a shared phone. */
import type { Lead } from '../../contract/entities/lead.ts';
import { LIMITS } from '../../contract/limits.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { readRut } from '../../contract/rut.ts';
import { cleanText } from '../platform/clean-text.ts';
import {
  type Database,
  join,
  likeText,
  type Queryable,
  type Sql,
  sql,
} from '../platform/database/database.ts';
import { type LeadRow, leadColumns, toLead } from './lead-row.ts';

/** Digits alone: phones are compared by these. */
const digitsOf = (text: string) => text.replace(/\D/g, '');

export interface LeadsWanted {
  bot_id: number;
  search?: string | undefined;
  tag?: string | undefined;
  items?: number | undefined;
  page?: number | undefined;
}

/** Newest first. */
export async function listLeads(db: Database, wanted: LeadsWanted) {
  const { bot_id, tag, items = LIMITS.conversationPage, page = 1 } = wanted;
  const conditions: Sql[] = [sql`bot_id = ${bot_id}`];
  const search = cleanText(wanted.search ?? '').trim();
  if (search !== '') conditions.push(matches(search));
  if (tag !== undefined) conditions.push(sql`tags ? ${cleanText(tag)}`);
  const where = join(conditions, ' and ');
  return db.snapshot(async (tx) => {
    const [count] = await tx.query<{ total: number }>(
      sql`select count(*)::int as total from leads where ${where}`,
    );
    const rows = await tx.query<LeadRow>(sql`
      select ${leadColumns} from leads where ${where}
      order by created_at desc, id desc limit ${items} offset ${(page - 1) * items}`);
    const total = count?.total ?? 0;
    return { leads: rows.map(toLead), page, pages: Math.ceil(total / items), total };
  });
}

function matches(search: string): Sql {
  const pattern = `%${likeText(search)}%`;
  const digits = digitsOf(search);
  const number = search.replace(/[.\s-]/g, '').toUpperCase();
  const found: Sql[] = [sql`name ilike ${pattern}`, sql`email ilike ${pattern}`];
  if (digits.length >= 4) found.push(sql`regexp_replace(phone, '\\D', '', 'g') like ${`%${digits}%`}`);
  if (/^\d{4,8}[\dK]?$/.test(number)) {
    found.push(sql`replace(replace(rut, '.', ''), '-', '') like ${`${number}%`}`);
  }
  return sql`(${join(found, ' or ')})`;
}

/** The oldest with this RUT, else with this phone, else with this e-mail; null when nobody matches. */
export async function findByIdentity(
  db: Queryable,
  botId: number,
  given: {
    email?: string | null | undefined;
    phone?: string | null | undefined;
    rut?: string | null | undefined;
  },
): Promise<Lead | null> {
  const rut = given.rut ? readRut(cleanText(given.rut)) : null;
  // Nine digits and the same with the country's code are one phone.
  const phone = digitsOf(readPhone(given.phone ?? '') ?? given.phone ?? '');
  const email = cleanText(given.email ?? '').trim();
  const ways: Sql[] = [];
  if (rut !== null) ways.push(sql`rut = ${rut}`);
  if (phone.length >= 6) ways.push(sql`regexp_replace(phone, '\\D', '', 'g') = ${phone}`);
  if (email !== '') ways.push(sql`lower(email) = lower(${email})`);
  for (const way of ways) {
    const [row] = await db.query<LeadRow>(sql`
      select ${leadColumns} from leads where bot_id = ${botId} and ${way} order by created_at, id limit 1`);
    if (row) return toLead(row);
  }
  return null;
}

/** Other leads of the bot with the phone of this one. */
export async function listDuplicates(db: Queryable, botId: number, id: string): Promise<Lead[]> {
  const rows = await db.query<LeadRow>(sql`
    select ${leadColumns} from leads
    where bot_id = ${botId} and id <> ${id} and regexp_replace(phone, '\\D', '', 'g') = (
      select regexp_replace(own.phone, '\\D', '', 'g') from leads own where own.id = ${id}
    )
    order by created_at, id limit 20`);
  return rows.map(toLead);
}
