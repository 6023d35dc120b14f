/** Customers as a connection knows them: found by any of their ids, each a visitor of the inbox with a client of the bot. */
import { createHash, randomBytes } from 'node:crypto';
import type { ConnectionState, Provider } from '../../contract/entities/connection.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { type Identity, leadsNamed } from '../crm/identities.ts';
import { lockContacts } from '../crm/lock-contacts.ts';
import { proveIdentities } from '../crm/prove-identities.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';

/** What a provider says of who wrote. At least one of the ids is there. */
export interface SaidContact {
  phone: string | null;
  userId: string | null;
  parentUserId: string | null;
  name: string | null;
  username: string | null;
}

export interface Contact {
  id: string;
  visitor_id: string;
  lead_id: string;
  phone: string | null;
  user_id: string | null;
  parent_user_id: string | null;
  profile_name: string | null;
  username: string | null;
  window_expires_at: string | null;
}

/** The connection that they wrote to. */
interface OfConnection {
  id: string;
  bot_id: number;
  provider: Provider;
}

const WINDOW = 24 * 60 * 60_000;

/**
 * The contact with one of these ids, made with visitor and client where nobody has them. Hold the lane's lock: of two
 * first messages at once the second finds what the first made.
 */
export async function contactOf(
  tx: Transaction,
  app: App,
  connection: OfConnection,
  said: SaidContact,
): Promise<Contact> {
  if (said.phone === null && said.userId === null) throw new Error('A message of nobody');
  const known = await find(tx, connection.id, said);
  // The way of nearly every message: nothing is locked that other customers' messages wait for.
  if (known && !learned(known, said)) return known;
  // Two lanes may be one person: a username that had shown a phone before, or who writes to two numbers of the bot at once.
  await lockContacts(tx, connection.bot_id);
  const found = await find(tx, connection.id, said);
  return found ? learn(tx, app, connection, found, said) : make(tx, app, connection, said);
}

async function find(
  tx: Transaction,
  connectionId: string,
  { phone, userId }: SaidContact,
): Promise<Contact | undefined> {
  const [found] = await tx.query<Contact>(sql`
    select k.id, k.visitor_id, v.lead_id, k.phone, k.user_id, k.parent_user_id, k.profile_name, k.username,
      k.window_expires_at
    from channel_contacts k join visitors v on v.id = k.visitor_id
    where k.connection_id = ${connectionId}
      and (k.phone = ${phone} or k.user_id = ${userId})
    order by k.created_at, k.id limit 1`);
  return found;
}

/** A contact with what is new of it; null: nothing is. */
function learned(known: Contact, said: SaidContact): Contact | null {
  const next: Contact = {
    ...known,
    phone: known.phone ?? said.phone,
    user_id: known.user_id ?? said.userId,
    parent_user_id: said.parentUserId ?? known.parent_user_id,
    profile_name: cleanLine(said.name)?.slice(0, 120) ?? known.profile_name,
    username: cleanLine(said.username)?.slice(0, 120) ?? known.username,
  };
  return (Object.keys(next) as (keyof Contact)[]).every((key) => next[key] === known[key]) ? null : next;
}

/** What is new of a known one. An id that another contact has stays there. */
async function learn(
  tx: Transaction,
  app: App,
  { bot_id: botId, provider }: OfConnection,
  known: Contact,
  said: SaidContact,
): Promise<Contact> {
  const next = learned(known, said);
  if (!next) return known;
  await tx.query(sql`
    update channel_contacts k set
      phone = case when exists (
        select 1 from channel_contacts o
        where o.connection_id = k.connection_id and o.phone = ${next.phone} and o.id <> k.id) then k.phone
        else ${next.phone} end,
      user_id = case when exists (
        select 1 from channel_contacts o
        where o.connection_id = k.connection_id and o.user_id = ${next.user_id} and o.id <> k.id) then k.user_id
        else ${next.user_id} end,
      parent_user_id = ${next.parent_user_id}, profile_name = ${next.profile_name}, username = ${next.username}
    where k.id = ${known.id}`);
  await proveIdentities(tx, app, { botId, leadId: known.lead_id }, channelIdentities(provider, said));
  return next;
}

async function make(
  tx: Transaction,
  app: App,
  connection: OfConnection,
  said: SaidContact,
): Promise<Contact> {
  const now = app.clock.now();
  const name = cleanLine(said.name)?.slice(0, 120) ?? null;
  const leadId = await leadFor(tx, app, connection, said, name);
  const visitorId = app.ids();
  // Nobody holds a token for it: no page opens the chat of somebody who writes by a channel.
  const token = createHash('sha256').update(randomBytes(32)).digest('hex');
  await tx.query(sql`
    insert into visitors (id, bot_id, lead_id, room_token_hash, created_at, last_seen_at)
    values (${visitorId}, ${connection.bot_id}, ${leadId}, ${token}, ${now}, ${now})`);
  const contact: Contact = {
    id: app.ids(),
    visitor_id: visitorId,
    lead_id: leadId,
    phone: said.phone,
    user_id: said.userId,
    parent_user_id: said.parentUserId,
    profile_name: name,
    username: cleanLine(said.username)?.slice(0, 120) ?? null,
    window_expires_at: null,
  };
  await tx.query(sql`
    insert into channel_contacts (
      id, connection_id, bot_id, visitor_id, phone, user_id, parent_user_id, profile_name, username, created_at
    ) values (
      ${contact.id}, ${connection.id}, ${connection.bot_id}, ${visitorId}, ${said.phone}, ${said.userId},
      ${said.parentUserId}, ${name}, ${contact.username}, ${now}
    )`);
  return contact;
}

/** As the provider names them. */
function channelIdentities(provider: Provider, { phone, userId, parentUserId }: SaidContact): Identity[] {
  // A page or an account of Instagram knows each person by an id of its own.
  if (provider === 'messenger' || provider === 'instagram')
    return userId === null ? [] : [{ kind: provider, value: userId }];
  return [
    ...(phone === null ? [] : [{ kind: 'whatsapp', value: phone } as const]),
    ...(userId === null ? [] : [{ kind: 'business_user', value: userId } as const]),
    ...(parentUserId === null ? [] : [{ kind: 'business_user', value: parentUserId } as const]),
  ];
}

/**
 * The client: who is known to another number of the bot by the same id is the same person, for the provider vouches for
 * both. A phone that somebody typed in a chat is a claim and joins nobody.
 */
async function leadFor(
  tx: Transaction,
  app: App,
  { bot_id: botId, provider }: OfConnection,
  said: SaidContact,
  name: string | null,
): Promise<string> {
  const own = channelIdentities(provider, said);
  const known = (await leadsNamed(tx, botId, own)).find(({ trust }) => trust === 'verified');
  const id = known?.lead_id ?? app.ids();
  const phone = said.phone === null ? null : (readPhone(`+${said.phone}`) ?? `+${said.phone}`);
  if (!known) {
    await tx.query(sql`
      insert into leads (id, bot_id, name, phone, created_at)
      values (${id}, ${botId}, ${name}, ${phone}, ${app.clock.now()})`);
  }
  const fields: Identity[] = phone === null ? [] : [{ kind: 'phone', value: phone }];
  await proveIdentities(tx, app, { botId, leadId: id }, [...own, ...fields]);
  return id;
}

/** The customer wrote at this time of the provider. @returns their latest word */
export async function noteWord(tx: Transaction, contact: Contact, saidAt: Date): Promise<string> {
  const [row] = await tx.query<{ until: string | null }>(sql`
    update channel_contacts
    set window_expires_at = greatest(window_expires_at, ${new Date(saidAt.getTime() + WINDOW)}::timestamptz)
    where id = ${contact.id} returning window_expires_at as until`);
  return new Date(Date.parse(row?.until ?? saidAt.toISOString()) - WINDOW).toISOString();
}

/** As the team sees who they talk to; null: the conversation is of no connection. */
export async function contactOfConversation(db: Queryable, conversationId: string) {
  const [row] = await db.query<{
    connection: string;
    state: ConnectionState;
    held: boolean;
    profile_name: string | null;
    username: string | null;
    phone: string | null;
    user_id: string | null;
    window_expires_at: string | null;
  }>(sql`
    select n.name as connection, case when n.paused then 'paused' else n.health end as state,
      not exists (select 1 from channel_lanes l where l.connection_id = n.id) as held, k.profile_name, k.username, k.phone, k.user_id, k.window_expires_at
    from conversations c join connections n on n.id = c.connection_id
    join channel_contacts k on k.visitor_id = c.visitor_id and k.connection_id = c.connection_id
    where c.id = ${conversationId}`);
  return row ?? null;
}
