/**
 * The invited person's side. The link of the mail proves the mailbox, so the account is its reader's:
 *
 *   no account         name and password make one, proved and signed in
 *   one not proved     a new password, and nothing of its maker stays; proved and signed in
 *   one that is        linked; signing in is as always (a mail is no second factor)
 *
 * What an invitation gives is what its sender may give at that moment: who has lost the right to, has invited nobody.
 */
import type * as z from 'zod/mini';
import {
  INVITATION_FAULTS,
  type InvitationFault,
  type InvitedAccount,
  type invitationCalls,
} from '../../contract/calls/invitations.ts';
import { REGISTRATION_TEXTS } from '../../contract/calls/registration.ts';
import type { Credentials, User } from '../../contract/entities/user.ts';
import { allows } from '../../contract/permissions.ts';
import { ASSOCIATE_TEXTS } from '../../contract/rules/agents.ts';
import { areasOf, findLink } from '../access/links.ts';
import { beyondReach } from '../access/reach.ts';
import { requireGoodPassword } from '../accounts/chosen-password.ts';
import { giveToMailbox } from '../accounts/give-to-mailbox.ts';
import { hashPassword } from '../accounts/password.ts';
import { hashToken, issueCredentials } from '../accounts/tokens.ts';
import { findUserByEmail, findUserById, toUser } from '../accounts/users.ts';
import { auditAccount } from '../audit/audit-account.ts';
import { lockPlaces } from '../billing/places.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { isUniqueViolation, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import { endInvitation, heldByInvitation, type InvitationRow, selectInvitations } from './invitations.ts';
import { linkPerson } from './link-person.ts';

type Wish = z.output<NonNullable<typeof invitationCalls.acceptInvitation.body>>;
type Account = Awaited<ReturnType<typeof findUserByEmail>>;

const fault = (reason: InvitationFault) =>
  new Refused('rule', { message: INVITATION_FAULTS[reason], details: { reason } });

/** The open invitation of a token. Throws `Refused` rule with `details.reason`. */
async function openInvitation(db: Queryable, app: Pick<App, 'clock'>, token: string): Promise<InvitationRow> {
  const [row] = await selectInvitations(db, sql`i.token_hash = ${hashToken(token)} and b.deleted_at is null`);
  if (!row) throw fault('unknown');
  if (row.outcome === 'accepted') throw fault('used');
  if (row.outcome === 'withdrawn') throw fault('withdrawn');
  if (Date.parse(row.expires_at) <= app.clock.now().getTime()) throw fault('expired');
  const sender = await findLink(db, row.invited_by, row.bot_id);
  if (
    !sender ||
    !allows(sender.role.permissions, 'associate_agent', 'add') ||
    row.base === 'propietario' ||
    beyondReach(sender, heldByInvitation(row)) !== null
  )
    throw fault('withdrawn');
  return row;
}

const kindOf = (account: Account): InvitedAccount =>
  account === null ? 'none' : account.email_confirmed_at === null ? 'unproved' : 'proved';

/** What the link is about. */
export async function checkInvitation(app: App, token: string) {
  const row = await openInvitation(app.db, app, token);
  return {
    email: row.email,
    bot_name: row.bot_name,
    invited_by: row.by_name,
    role: row.role_name,
    account: kindOf(await findUserByEmail(app.db, row.email)),
  };
}

/** What the account still needs, checked. Throws rule with `details.fields`. */
async function checked(
  wish: Wish,
  row: InvitationRow,
  account: Account,
): Promise<{ name: string; password: string } | null> {
  const kind = kindOf(account);
  if (kind === 'proved') return null;
  const name = account?.name ?? cleanLine(wish.name ?? '');
  if (name === null) throw fieldFault('name', REGISTRATION_TEXTS.nameEmpty);
  const { password = '', password_confirmation = '' } = wish;
  await requireGoodPassword({ password, password_confirmation }, [name, row.email]);
  return { name, password };
}

interface Accepted {
  /** Null: somebody with a proved account signs in as always. */
  data: User | null;
  credentials: Credentials | null;
  email: string;
  bot_id: number;
  bot_name: string;
}

/** Accepts. Throws `Refused` rule with `details.reason` or `details.fields`. */
export async function acceptInvitation(app: App, wish: Wish, userAgent: string | null): Promise<Accepted> {
  // Before the slow hashing, and so that a bad password leaves the invitation as it is.
  const seen = await openInvitation(app.db, app, wish.token);
  const needed = await checked(wish, seen, await findUserByEmail(app.db, seen.email));
  const hash = needed ? await hashPassword(needed.password) : null;
  try {
    return await app.db.transaction((tx) => accept(tx, app, wish, seen.bot_id, hash, userAgent));
  } catch (error) {
    // Somebody registered the address at the same moment: asked again, it is an account that is not proved.
    if (isUniqueViolation(error)) throw new Refused('conflict', { message: AGAIN });
    throw error;
  }
}
const AGAIN = 'Algo cambió mientras respondías. Inténtalo nuevamente.';

async function accept(
  tx: Transaction,
  app: App,
  wish: Wish,
  botId: number,
  hash: string | null,
  userAgent: string | null,
): Promise<Accepted> {
  const places = await lockPlaces(tx, app, botId);
  await tx.query(
    sql`select 1 as one from invitations where token_hash = ${hashToken(wish.token)} for update`,
  );
  const row = await openInvitation(tx, app, wish.token);
  // It holds a place itself; the plan may have become a smaller one since.
  if (places.max !== null && places.used > places.max) {
    throw new Refused('rule', { message: ASSOCIATE_TEXTS.planFull });
  }
  await tx.query(sql`select 1 as one from users where lower(email) = lower(${row.email}) for update`);
  const account = await findUserByEmail(tx, row.email);
  const needed = await checked(wish, row, account);
  // The account was another kind of one when the password was hashed.
  if (needed && hash === null) throw new Refused('conflict', { message: AGAIN });
  const id = needed
    ? await takeAccount(tx, app, row, account, { name: needed.name, hash: hash ?? '' })
    : account?.id;
  if (id === undefined) throw new Error('An invitation was accepted by nobody');
  const person = await findUserById(tx, id);
  if (!person.bot_ids.includes(botId)) {
    await linkPerson(tx, app, person, {
      userId: id,
      botId,
      role: { id: row.role_id, name: row.role_name, base: row.base },
      areas: areasOf(row.category),
    });
  }
  await tx.query(sql`delete from agent_drafts where user_id = ${id} and bot_id = ${botId}`);
  await endInvitation(tx, app, person, row, 'accepted');
  const user = toUser(await findUserById(tx, id), app.config);
  return {
    data: needed ? user : null,
    credentials: needed ? await issueCredentials(tx, person, app.clock.now(), userAgent) : null,
    email: row.email,
    bot_id: botId,
    bot_name: row.bot_name,
  };
}

/** Makes the account, or gives the one that there is to its mailbox. @returns its id */
async function takeAccount(
  tx: Transaction,
  app: App,
  row: InvitationRow,
  account: Account,
  { name, hash }: { name: string; hash: string },
): Promise<number> {
  const now = app.clock.now();
  if (account) {
    await giveToMailbox(tx, app, account.id, hash);
    await auditAccount(tx, app, account, { email_confirmed: false }, { email_confirmed: true });
    return account.id;
  }
  const [made] = await tx.query<{ id: number }>(sql`
    insert into users (name, email, password_hash, email_confirmed_at, created_at)
    values (${name}, ${row.email}, ${hash}, ${now}, ${now}) returning id`);
  if (!made) throw new Error('No account was inserted');
  await auditAccount(tx, app, { id: made.id, name, email: row.email }, null, { name, email: row.email });
  return made.id;
}
