/** Search by the client's name, e-mail, phone and RUT, and by what was said; and where each find is. */
import type { FoundIn } from '../../../contract/calls/conversation-lists.ts';
import { excerpt, findText, foldText } from '../../../contract/rules/search-text.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Queryable, type Sql, sql } from '../../platform/database/database.ts';
import { rareParts } from './rare-parts.ts';

/** As the columns `plain` have it (migration 0013): letter case and accents don't matter. */
const plainOf = (search: string) => sql`search_plain(${search}::text)`;

/** Digits of a phone number; null for too few to mean one. */
function phoneDigits(search: string): string | null {
  const digits = search.replace(/\D/g, '');
  return digits.length >= 4 ? digits : null;
}

/** However it was typed: dots and dash don't matter, the check digit may still be missing. Null for what is no RUT. */
function rutNumber(search: string): string | null {
  const number = search.replace(/[.\s-]/g, '').toUpperCase();
  return /^\d{4,8}[\dK]?$/.test(number) ? number : null;
}

/** What stands in a client's `leads l`: name, e-mail, phone or RUT. No index answers this. */
function leadHolds(search: string): Sql {
  const digits = phoneDigits(search);
  const number = rutNumber(search);
  const phone = digits ? sql`or strpos(l.phone_digits, ${digits}) > 0` : sql``;
  const rut = number ? sql`or strpos(l.rut_plain, ${number}) = 1` : sql``;
  return sql`(strpos(l.plain, ${plainOf(search)}) > 0 ${phone} ${rut})`;
}

/** The clients of whom that may be true, by index. Phones begin alike: their last digits name few. */
function leadMayHold(search: string): Sql {
  const digits = phoneDigits(search);
  const number = rutNumber(search);
  const phone = digits ? sql`or l.phone_digits like ${rareParts(digits.slice(-6))}` : sql``;
  const rut = number ? sql`or l.rut_plain like ${`${number}%`}` : sql``;
  return sql`(l.plain like ${partsOf(search)} ${phone} ${rut})`;
}

/** For LIKE on the columns `plain`. */
const partsOf = (search: string) => sql`(select search_plain(${rareParts(search)}::text))`;

/**
 * A condition on the bot's `conversations c`: in the client's name, e-mail, phone or RUT, or in what was said. Each from its
 * own index of three-letter parts (migration 0077), however many conversations there are; an array, so that these are then
 * looked up one by one.
 */
export function holdsText(botId: number, search: string): Sql {
  const parts = partsOf(search);
  const text = plainOf(search);
  return sql`c.id = any(array(
    select n.id from conversations n where n.bot_id = ${botId} and n.plain like ${parts} and strpos(n.plain, ${text}) > 0
    union all
    select n.id from leads l join conversations n on n.lead_id = l.id
    where l.bot_id = ${botId} and ${leadMayHold(search)} and ${leadHolds(search)}
    union all
    select m.conversation_id from messages m where m.bot_id = ${botId} and m.plain like ${parts} and ${saidHere(text)}
  ))`;
}

/**
 * The same of one conversation after the other, `conversations c`: for some thousands that are at hand. Asked so that no
 * index can answer: the engine would read all of one for each of them.
 */
export function holdsTextItself(search: string): Sql {
  const text = plainOf(search);
  return sql`(
    strpos(c.plain, ${text}) > 0
    or coalesce((select ${leadHolds(search)} from leads l where l.id = c.lead_id), false)
    or coalesce((
      select true from messages m
      where m.conversation_id = c.id and ${saidHere(text)} limit 1), false)
  )`;
}

/** On `messages m`. Of conversations that are named no index of texts may answer, which would read all of what was said. */
const saidHere = (text: Sql) => sql`m.sender <> 'system' and strpos(m.plain, ${text}) > 0`;

/** Whether the index helps: without three letters or digits in a row it would be read whole. */
export const isIndexed = (search: string): boolean => /[a-z0-9]{3}/.test(foldText(search));

interface Contact {
  id: string;
  lead_name: string;
  custom_name: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  rut: string | null;
}

/** The messages of a conversation that hold the text, newest first. A blank text is in none. */
export async function messagesWith(
  tx: Queryable,
  conversationIds: readonly string[],
  search: string,
  limit: number,
): Promise<{ _id: string; order: number }[]> {
  const text = cleanText(search).trim();
  if (text === '') return [];
  return tx.query<{ _id: string; order: number }>(sql`
    select m.id as _id, m.position as order from messages m
    where m.conversation_id = any(${[...conversationIds]}::text[]) and ${saidHere(plainOf(text))}
    order by m.created_at desc, m.conversation_id desc, m.position desc limit ${limit}`);
}

/** Where the conversations of a page hold the text: what of the client, and the latest message that does. */
export async function whereFound(tx: Queryable, ids: readonly string[], search: string): Promise<FoundIn[]> {
  const text = cleanText(search).trim();
  if (text === '' || ids.length === 0) return [];
  const contacts = await tx.query<Contact>(sql`
    select c.id, c.lead_name, c.custom_name, l.name, l.email, l.phone, l.rut
    from conversations c join leads l on l.id = c.lead_id where c.id = any(${[...ids]}::text[])`);
  const messages = await tx.query<{ conversation_id: string; id: string; text: string }>(sql`
    select distinct on (m.conversation_id) m.conversation_id, m.id, m.text from messages m
    where m.conversation_id = any(${[...ids]}::text[]) and ${saidHere(plainOf(text))}
    order by m.conversation_id, m.position desc`);
  const said = new Map(messages.map((message) => [message.conversation_id, message]));
  const found: FoundIn[] = [];
  for (const contact of contacts) {
    const known = ofContact(contact, text);
    if (known) found.push({ conversation_id: contact.id, ...known, message_id: null });
    const message = said.get(contact.id);
    if (message) {
      const line = excerpt(message.text, text);
      found.push({ conversation_id: contact.id, in: 'message', text: line, message_id: message.id });
    }
  }
  return found;
}

function ofContact(contact: Contact, search: string): Pick<FoundIn, 'in' | 'text'> | null {
  for (const name of [contact.custom_name, contact.lead_name, contact.name]) {
    if (name && findText(name, search)) return { in: 'name', text: name };
  }
  if (contact.email && findText(contact.email, search)) return { in: 'email', text: contact.email };
  const digits = phoneDigits(search);
  if (digits && contact.phone?.replace(/\D/g, '').includes(digits)) {
    return { in: 'phone', text: contact.phone };
  }
  const number = rutNumber(search);
  if (number && contact.rut?.replace(/[.-]/g, '').startsWith(number)) return { in: 'rut', text: contact.rut };
  return null;
}
