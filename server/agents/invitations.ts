/**
 * Invitations to work at a bot. An address that nobody has proved gives no access: the person who registered it need
 * not be the one who reads its mail. So the link begins when that mailbox accepts (`accept-invitation.ts`), and until
 * then a row waits.
 *
 *   invite ──▶ open ──accept──▶ accepted
 *               │ ▲
 *               │ └─ resend: a new link and new time; the link before is worth nothing
 *               ├─ 7 days ──▶ expired: counts no more towards the plan, may be sent again
 *               └─ withdraw, or its sender leaves the bot ──▶ withdrawn
 *
 * Open ones hold a place in the plan: all that changes how many there are takes the bot's lock of places first, then
 * the row.
 */
import type { Invitation } from '../../contract/entities/invitation.ts';
import type { UserBot } from '../../contract/entities/user.ts';
import { ASSOCIATE_TEXTS, INVITATION_DAYS, planIsFull } from '../../contract/rules/agents.ts';
import type { Area, RoleName } from '../../contract/states.ts';
import { callerLink } from '../access/caller-link.ts';
import { permissionsOf } from '../access/grants.ts';
import { areasOf } from '../access/links.ts';
import { beyondReach, type Held, requireGift } from '../access/reach.ts';
import { hashToken, randomToken } from '../accounts/tokens.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockPlaces } from '../billing/places.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { touch } from '../platform/realtime/touch.ts';
import { invitationLetter } from './invitation-letters.ts';

const DAY = 24 * 60 * 60 * 1000;
/** 'Accepted' and 'withdrawn' can be told from 'never heard of' this long. Milliseconds. */
const REMEMBERED = 30 * DAY;

type By = { id: number; name: string; email: string };

export interface InvitationRow {
  id: number;
  bot_id: number;
  bot_name: string;
  email: string;
  role_id: number;
  role_name: string;
  base: RoleName;
  permissions: unknown;
  category: unknown;
  invited_by: number;
  by_name: string;
  sent_at: string;
  expires_at: string;
  outcome: 'accepted' | 'withdrawn' | null;
}

/** What the link would hold. */
export const heldByInvitation = (row: InvitationRow): Held => ({
  base: row.base,
  permissions: permissionsOf(row),
  areas: areasOf(row.category),
});

/** Rows by a condition on `invitations i`. */
export const selectInvitations = (db: Queryable, condition: Sql) =>
  db.query<InvitationRow>(sql`
    select i.id, i.bot_id, b.bot_name, i.email, i.role_id, r.name as role_name, r.base, r.permissions, i.category,
      i.invited_by, u.name as by_name, i.sent_at, i.expires_at, i.outcome
    from invitations i join bots b on b.id = i.bot_id join roles r on r.id = i.role_id join users u on u.id = i.invited_by
    where ${condition} order by i.sent_at desc, i.id desc`);

const openFor = (tx: Queryable, botId: number, email: string) =>
  selectInvitations(tx, sql`i.bot_id = ${botId} and lower(i.email) = lower(${email}) and i.outcome is null`);

/** Whether an invitation of this address holds one of the places already. */
export async function holdsPlace(
  tx: Queryable,
  app: Pick<App, 'clock'>,
  botId: number,
  email: string,
): Promise<boolean> {
  const [row] = await openFor(tx, botId, email);
  return row !== undefined && Date.parse(row.expires_at) > app.clock.now().getTime();
}

function toInvitation(row: InvitationRow, caller: UserBot, now: Date): Invitation {
  return {
    id: row.id,
    bot_id: row.bot_id,
    email: row.email,
    role: { id: row.role_id, name: row.role_name, base: row.base },
    category: areasOf(row.category),
    invited_by: row.by_name,
    sent_at: row.sent_at,
    expires_at: row.expires_at,
    expired: Date.parse(row.expires_at) <= now.getTime(),
    may_change: beyondReach(caller, heldByInvitation(row)) === null,
  };
}

/** Those that nobody has accepted or withdrawn, newest first. */
export async function invitationsOf(app: Pick<App, 'db' | 'clock'>, caller: UserBot): Promise<Invitation[]> {
  const rows = await selectInvitations(app.db, sql`i.bot_id = ${caller.bot_id} and i.outcome is null`);
  return rows.map((row) => toInvitation(row, caller, app.clock.now()));
}

const audited = (row: { email: string; role_name: string; category: unknown }) => ({
  email: row.email,
  role: row.role_name,
  category: areasOf(row.category),
});

/** Sends the mail with a fresh link, and puts the link and its end into the row. */
async function send(
  tx: Transaction,
  app: App,
  by: By,
  row: Pick<InvitationRow, 'id' | 'bot_name' | 'email'>,
) {
  const now = app.clock.now();
  const token = randomToken();
  await tx.query(sql`
    update invitations set token_hash = ${hashToken(token)}, invited_by = ${by.id}, sent_at = ${now},
      expires_at = ${new Date(now.getTime() + INVITATION_DAYS * DAY)}
    where id = ${row.id}`);
  await sendMail(tx, app, { to: row.email, letter: invitationLetter(app, by, row.bot_name, token) });
}

/**
 * Invites an address. One that was invited before gets the new role and areas, and a new link in place of the old one.
 * The caller holds the lock of places, and has checked that the plan has one, the role and its reach.
 */
export async function invite(
  tx: Transaction,
  app: App,
  by: By,
  caller: UserBot,
  wish: { email: string; role: { id: number; name: string }; areas: readonly Area[] },
): Promise<void> {
  const { email, role, areas } = wish;
  const botId = caller.bot_id;
  const now = app.clock.now();
  await tx.query(sql`delete from invitations where ended_at < ${new Date(now.getTime() - REMEMBERED)}`);
  const [known] = await openFor(tx, botId, email);
  if (known) requireGift(caller, heldByInvitation(known));
  // The row's end and link are written by `send`.
  const [row] = known
    ? await tx.query<{ id: number }>(sql`
        update invitations set role_id = ${role.id}, category = ${json(areas)} where id = ${known.id} returning id`)
    : await tx.query<{ id: number }>(sql`
        insert into invitations (bot_id, email, role_id, category, invited_by, token_hash, created_at, sent_at, expires_at)
        values (${botId}, ${email}, ${role.id}, ${json(areas)}, ${by.id}, ${hashToken(randomToken())}, ${now}, ${now}, ${now})
        returning id`);
  if (!row) throw new Error('No invitation was inserted');
  await writeAudit(tx, app, {
    by,
    type: 'invitation',
    id: row.id,
    botId,
    before: known ? audited(known) : null,
    after: audited({ email, role_name: role.name, category: areas }),
  });
  const [bot] = await tx.query<{ bot_name: string }>(sql`select bot_name from bots where id = ${botId}`);
  touch(tx, app, botId, ['agents']);
  await send(tx, app, by, { id: row.id, bot_name: bot?.bot_name ?? '', email });
}

/** An open invitation of the bot under lock, within the caller's reach. Throws not_found, rule beyond it. */
async function lockOpen(tx: Transaction, by: BotSession, id: number): Promise<InvitationRow> {
  const caller = await callerLink(tx, by);
  await tx.query(sql`select 1 as one from invitations where id = ${id} for update`);
  const [row] = await selectInvitations(
    tx,
    sql`i.id = ${id} and i.bot_id = ${caller.bot_id} and i.outcome is null`,
  );
  if (!row) throw new Refused('not_found');
  requireGift(caller, heldByInvitation(row));
  return row;
}

/** Whom an open invitation is for. Throws not_found. */
export async function invitedAddress(db: Queryable, botId: number, id: number): Promise<string> {
  const [row] = await selectInvitations(db, sql`i.id = ${id} and i.bot_id = ${botId} and i.outcome is null`);
  if (!row) throw new Refused('not_found');
  return row.email;
}

/** Sends it again, in the caller's name. Throws not_found, rule (reach, or a full plan where it had run out). */
export async function resendInvitation(app: App, by: BotSession, id: number): Promise<Invitation> {
  return app.db.transaction(async (tx) => {
    const places = await lockPlaces(tx, app, by.link.bot_id);
    const row = await lockOpen(tx, by, id);
    const expired = Date.parse(row.expires_at) <= app.clock.now().getTime();
    if (expired && planIsFull(places)) throw fieldFault('plan', ASSOCIATE_TEXTS.planFull);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'invitation',
      id,
      botId: row.bot_id,
      before: { sent_at: row.sent_at },
      after: { sent_at: app.clock.now().toISOString() },
    });
    await send(tx, app, by.user, row);
    touch(tx, app, row.bot_id, ['agents']);
    const [fresh] = await selectInvitations(tx, sql`i.id = ${id}`);
    if (!fresh) throw new Error('A locked invitation is gone');
    return toInvitation(fresh, by.link, app.clock.now());
  });
}

/** Takes it back. Throws not_found, rule beyond the caller's reach. */
export async function withdrawInvitation(app: App, by: BotSession, id: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockPlaces(tx, app, by.link.bot_id);
    await endInvitation(tx, app, by.user, await lockOpen(tx, by, id), 'withdrawn');
  });
}

/** Writes an open invitation's end. */
export async function endInvitation(
  tx: Transaction,
  app: App,
  by: By,
  row: InvitationRow,
  outcome: 'accepted' | 'withdrawn',
): Promise<void> {
  await tx.query(sql`
    update invitations set outcome = ${outcome}, ended_at = ${app.clock.now()} where id = ${row.id}`);
  await writeAudit(tx, app, {
    by,
    type: 'invitation',
    id: row.id,
    botId: row.bot_id,
    before: audited(row),
    after: null,
  });
  touch(tx, app, row.bot_id, ['agents']);
}

/** Ends the open invitations that somebody sent: they are off the bot, and what they gave away with them. */
export async function withdrawInvitationsBy(
  tx: Transaction,
  app: App,
  by: By,
  botId: number,
  senderId: number,
): Promise<void> {
  const rows = await selectInvitations(
    tx,
    sql`i.bot_id = ${botId} and i.invited_by = ${senderId} and i.outcome is null`,
  );
  for (const row of rows) await endInvitation(tx, app, by, row, 'withdrawn');
}

/** Ends the open invitation of somebody who has come to the bot another way. */
export async function withdrawInvitationOf(
  tx: Transaction,
  app: App,
  by: By,
  botId: number,
  email: string,
): Promise<void> {
  for (const row of await openFor(tx, botId, email)) await endInvitation(tx, app, by, row, 'withdrawn');
}
