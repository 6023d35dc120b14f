/**
 * A site's own users: the site's server signs their id with the bot's secret, and whoever shows that signature is that
 * user, on any device. Without it nobody is (WID-4 … WID-8 of widget/SPEC.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedIdentity } from '../../../contract/realtime/visitor-socket.ts';
import { normalizeEmail } from '../../../contract/rules/email.ts';
import { noteIdentities } from '../../crm/identities.ts';
import type { App } from '../../platform/app.ts';
import {
  isUniqueViolation,
  type Queryable,
  sql,
  type Transaction,
} from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { unseal } from '../../platform/seal.ts';
import { sessionToken } from '../session-token.ts';
import { type KnownIdentity, newIdentity, voidRoomToken } from '../visitor-identity.ts';
import { REFUSALS } from '../visitor-words/es.ts';

/** The purpose under which secrets are sealed. */
export const SEALED_AS = 'widget identity';

/** What the site signs: its id of the user, and on lines of their own when it ends and a verified e-mail, where given. */
export function signedText({ id, expires, email }: Omit<SignedIdentity, 'hash'>): string {
  const parts = [id, expires ?? '', email ?? ''];
  while (parts.at(-1) === '') parts.pop();
  return parts.join('\n');
}

interface SecretRow {
  id: string;
  sealed: string;
}

/** The secrets that are valid now, the present one first: two at most. */
function validSecrets(db: Queryable, botId: number, now: Date): Promise<SecretRow[]> {
  return db.query<SecretRow>(sql`
    select id, sealed from widget_secrets
    where bot_id = ${botId} and (ends_at is null or ends_at > ${now}) order by created_at desc, id limit 2`);
}

/** Whose signature it is: the secret's id; null: nobody's. In constant time for each secret. */
function signedBy(app: App, secrets: readonly SecretRow[], claim: SignedIdentity): string | null {
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(claim.hash) ? claim.hash : '', 'hex');
  const text = signedText(claim);
  let found: string | null = null;
  for (const { id, sealed } of secrets) {
    const wanted = createHmac('sha256', unseal(app, SEALED_AS, sealed))
      .update(text)
      .digest();
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) found ??= id;
  }
  return found;
}

const refused = (reason: 'identity' | 'identity_expired', message: string) =>
  new Refused('forbidden', { message, details: { reason } });

/** Counted, so that the owner sees it; nothing else of it is kept. */
async function countRefusal(app: App, botId: number): Promise<void> {
  await app.db.query(sql`
    insert into widget_refusals (bot_id, count, last_at) values (${botId}, 1, ${app.clock.now()})
    on conflict (bot_id) do update set count = least(widget_refusals.count + 1, 1000000000), last_at = excluded.last_at`);
}

/**
 * Who shows a valid signature is that user of the bot: one client, whichever devices and tabs say so at once.
 * @param present who sits there by their room token; somebody unknown who wrote goes over to a user who comes for the
 * first time, together with what they wrote
 * @throws Refused forbidden (`details.reason` 'identity' or 'identity_expired'), and nothing has changed
 */
export async function signIn(
  app: App,
  botId: number,
  claim: SignedIdentity,
  present: KnownIdentity | null,
): Promise<KnownIdentity> {
  const now = app.clock.now();
  const secrets = await validSecrets(app.db, botId, now);
  const secretId = signedBy(app, secrets, claim);
  if (secretId === null) {
    await countRefusal(app, botId);
    throw refused('identity', REFUSALS.identity);
  }
  if (claim.expires !== undefined && claim.expires !== null && claim.expires * 1000 <= now.getTime()) {
    throw refused('identity_expired', REFUSALS.identityExpired);
  }
  const become = () => app.db.transaction((tx) => becomeUser(tx, app, { botId, claim, secretId, present }));
  try {
    return await become();
  } catch (error) {
    // Another tab of the same user was faster: the second run finds them.
    if (isUniqueViolation(error, 'visitors_external')) return become();
    throw error;
  }
}

interface Becoming {
  botId: number;
  claim: SignedIdentity;
  secretId: string;
  present: KnownIdentity | null;
}

async function becomeUser(
  tx: Transaction,
  app: App,
  { botId, claim, secretId, present }: Becoming,
): Promise<KnownIdentity> {
  const now = app.clock.now();
  const { id: externalId } = claim;
  const email = claim.email ? normalizeEmail(claim.email) : null;
  const found = await tx.query<{ id: string; lead_id: string; email: string | null }>(sql`
    select id, lead_id, vouched_email as email from visitors
    where bot_id = ${botId} and external_id = ${externalId}`);
  let who = found[0] ?? null;
  if (who === null) {
    who = (present && (await adopt(tx, present, externalId))) ?? (await write(tx, app, botId, externalId));
    await noteIdentities(tx, app, { botId, leadId: who.lead_id, trust: 'verified' }, [
      { kind: 'site', value: externalId },
    ]);
    touch(tx, app, botId, ['leads', `lead:${who.lead_id}`]);
  }
  if (email !== who.email)
    await tx.query(sql`update visitors set vouched_email = ${email} where id = ${who.id}`);
  await tx.query(sql`
    update widget_secrets set last_used_at = ${now}
    where id = ${secretId} and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`);
  const [since] = await tx.query<{ at: string | null }>(
    sql`select min(created_at) as at from conversations where visitor_id = ${who.id}`,
  );
  return {
    id: who.id,
    leadId: who.lead_id,
    botId,
    roomToken: sessionToken(app, { visitorId: who.id, secretId }),
    since: since?.at ? Date.parse(since.at) : null,
    signed: true,
  };
}

interface Written {
  id: string;
  lead_id: string;
  email: string | null;
}

/** A browser that nobody has signed for becomes the user's; its room token opens nothing from then on. */
async function adopt(tx: Transaction, present: KnownIdentity, externalId: string): Promise<Written | null> {
  const [row] = await tx.query<Written>(sql`
    update visitors set external_id = ${externalId}, room_token_hash = ${voidRoomToken()}
    where id = ${present.id} and external_id is null
    returning id, lead_id, vouched_email as email`);
  return row ?? null;
}

async function write(tx: Transaction, app: App, botId: number, externalId: string): Promise<Written> {
  const { id, leadId } = newIdentity(app, botId);
  const at = app.clock.now();
  await tx.query(sql`insert into leads (id, bot_id, created_at) values (${leadId}, ${botId}, ${at})`);
  await tx.query(sql`
    insert into visitors (id, bot_id, lead_id, room_token_hash, created_at, last_seen_at, external_id)
    values (${id}, ${botId}, ${leadId}, ${voidRoomToken()}, ${at}, ${at}, ${externalId})`);
  await noteIdentities(tx, app, { botId, leadId, trust: 'verified' }, [{ kind: 'visitor', value: id }]);
  return { id, lead_id: leadId, email: null };
}
