/** Search by the client's name, e-mail, phone and RUT, and by what was said; and where each find is. */
import type { FoundIn } from '../../../contract/calls/conversation-lists.ts';
import { excerpt, findText } from '../../../contract/rules/search-text.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { likeText, type Queryable, type Sql, sql } from '../../platform/database/database.ts';

/** For LIKE on the columns `plain` (migration 0013): letter case and accents don't matter. */
const patternOf = (search: string) => sql`(select '%' || search_plain(${likeText(search)}::text) || '%')`;

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

/** A condition on the bot's `conversations c`: in the client's name, e-mail, phone or RUT, or in what was said. */
export function holdsText(botId: number, search: string): Sql {
  const pattern = patternOf(search);
  const digits = phoneDigits(search);
  const number = rutNumber(search);
  const phone = digits ? sql`or l.phone_digits like ${`%${digits}%`}` : sql``;
  const rut = number ? sql`or replace(replace(l.rut, '.', ''), '-', '') like ${`${number}%`}` : sql``;
  return sql`(
    c.plain like ${pattern}
    or c.lead_id in (select l.id from leads l where l.bot_id = ${botId} and (l.plain like ${pattern} ${phone} ${rut}))
    or c.id in (select m.conversation_id from messages m where m.bot_id = ${botId} and ${saidIn(pattern)})
  )`;
}

/** On `messages m`. */
const saidIn = (pattern: Sql) => sql`m.plain like ${pattern} and m.sender <> 'system'`;

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
  conversationId: string,
  search: string,
  limit: number,
): Promise<{ _id: string; order: number }[]> {
  const text = cleanText(search).trim();
  if (text === '') return [];
  return tx.query<{ _id: string; order: number }>(sql`
    select m.id as _id, m.position as order from messages m
    where m.conversation_id = ${conversationId} and ${saidIn(patternOf(text))}
    order by m.position desc limit ${limit}`);
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
    where m.conversation_id = any(${[...ids]}::text[]) and ${saidIn(patternOf(text))}
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
