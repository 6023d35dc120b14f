/**
 * Who a browser is at a bot: the room token (256 random bits, stored hashed) names the visitor. Nobody is written to
 * the database for merely opening the chat: visitor and lead come into being with the first message or IDENTIFY.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { ChatLanguage } from '../../contract/chat-language.ts';
import { noteIdentities } from '../crm/identities.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, raw, sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { readSessionToken } from './session-token.ts';

export interface VisitorIdentity {
  id: string;
  leadId: string;
  botId: number;
  roomToken: string;
  /** A user of the bot's site, for whom the site has signed. */
  signed?: boolean;
  /** What their chat on a site speaks; absent: Spanish. */
  language?: ChatLanguage;
}

/** A visitor's row under lock. */
export interface LockedVisitor {
  id: string;
  lead_id: string;
  context: unknown;
  lead_name: string | null;
  lead_email: string | null;
  lead_phone: string | null;
  possible_duplicate_of: string | null;
  blocked: boolean;
  /** Made by this transaction. */
  created: boolean;
}

const hash = (roomToken: string) => createHash('sha256').update(roomToken).digest('hex');

/** Somebody new: ids and token exist, rows do not. */
export function newIdentity(app: Pick<App, 'ids'>, botId: number): VisitorIdentity {
  return { id: app.ids(), leadId: app.ids(), botId, roomToken: randomBytes(32).toString('base64url') };
}

/** Somebody whose rows exist. */
export interface KnownIdentity extends VisitorIdentity {
  /** When their first conversation began; null: they have none. Milliseconds. */
  since: number | null;
}

/** What stands where a room token's hash stood: nobody's. */
export const voidRoomToken = (): string => `void:${randomBytes(16).toString('hex')}`;

/** Whom a room token names at this bot; null for a token that nobody has. */
export async function findIdentity(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  botId: number,
  roomToken: string,
): Promise<KnownIdentity | null> {
  const session = readSessionToken(app, roomToken);
  const named = session
    ? sql`v.id = ${session.visitorId} and v.external_id is not null and exists (
        select 1 from widget_secrets s where s.id = ${session.secretId} and s.bot_id = ${botId}
          and (s.ends_at is null or s.ends_at > ${app.clock.now()}))`
    : sql`v.room_token_hash = ${hash(roomToken)}`;
  const [row] = await app.db.query<{ id: string; lead_id: string; since: string | null }>(sql`
    select v.id, v.lead_id, (select min(c.created_at) from conversations c where c.visitor_id = v.id) as since
    from visitors v where v.bot_id = ${botId} and ${named}`);
  return row
    ? {
        id: row.id,
        leadId: row.lead_id,
        botId,
        roomToken,
        since: row.since === null ? null : Date.parse(row.since),
        signed: session !== null,
      }
    : null;
}

/** Whoever looks on reads which language the chat of somebody known speaks now. */
export async function keepLanguage(db: Queryable, visitorId: string, language: ChatLanguage): Promise<void> {
  await db.query(sql`
    update visitors set language = ${language} where id = ${visitorId} and language <> ${language}`);
}

/** Locks the visitor, writing them and their lead first if need be. The first lock of a visitor's command. */
export async function lockVisitor(
  tx: Transaction,
  app: Pick<App, 'clock' | 'bus'>,
  identity: VisitorIdentity,
): Promise<LockedVisitor> {
  const [visitor] = await lockVisitors(tx, app, [identity]);
  if (!visitor) throw new Error('A visitor was not locked');
  return visitor;
}

/** The same of several, in the order of their ids. @returns in the order of the identities */
export async function lockVisitors(
  tx: Transaction,
  app: Pick<App, 'clock' | 'bus'>,
  identities: readonly VisitorIdentity[],
): Promise<LockedVisitor[]> {
  const [first] = identities;
  const columns = raw(`
    v.id, v.lead_id, v.context, l.name as lead_name, l.email as lead_email, l.phone as lead_phone,
    l.possible_duplicate_of, l.blocked_at is not null as blocked`);
  const rows = await tx.query<Omit<LockedVisitor, 'created'>>(
    identities.length === 1 && first
      ? sql`
        select ${columns} from visitors v join leads l on l.id = v.lead_id where v.id = ${first.id}
        for update of v for share of l`
      : sql`
        select ${columns} from visitors v join leads l on l.id = v.lead_id
        where v.id = any(${identities.map(({ id }) => id)}::text[])
        order by v.id for update of v for share of l`,
    'often',
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const all: LockedVisitor[] = [];
  for (const identity of identities) {
    const row = found.get(identity.id);
    all.push(row ? { ...row, created: false } : await createVisitor(tx, app, identity));
  }
  return all;
}

async function createVisitor(
  tx: Transaction,
  app: Pick<App, 'clock' | 'bus'>,
  identity: VisitorIdentity,
): Promise<LockedVisitor> {
  const at = app.clock.now();
  await tx.query(sql`
    insert into leads (id, bot_id, created_at) values (${identity.leadId}, ${identity.botId}, ${at})`);
  await tx.query(sql`
    insert into visitors (id, bot_id, lead_id, room_token_hash, created_at, last_seen_at, language)
    values (${identity.id}, ${identity.botId}, ${identity.leadId}, ${hash(identity.roomToken)}, ${at}, ${at},
      ${identity.language ?? 'es'})`);
  const known = { botId: identity.botId, leadId: identity.leadId, trust: 'verified' } as const;
  await noteIdentities(tx, app, known, [{ kind: 'visitor', value: identity.id }]);
  touch(tx, app, identity.botId, ['leads']);
  return {
    id: identity.id,
    lead_id: identity.leadId,
    context: {},
    lead_name: null,
    lead_email: null,
    lead_phone: null,
    possible_duplicate_of: null,
    blocked: false,
    created: true,
  };
}

/** Whether the visitor's client is blocked; somebody who was never written down is not. */
export async function isBlocked(db: Queryable, visitorId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 as found from visitors v join leads l on l.id = v.lead_id
    where v.id = ${visitorId} and l.blocked_at is not null`);
  return rows.length > 0;
}
