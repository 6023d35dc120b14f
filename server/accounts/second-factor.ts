/** The second factor of an account: set up, asked for, taken away. Its secret is sealed, a code opens once. */
import type { SecondFactor } from '../../contract/entities/second-factor.ts';
import { SECOND_FACTOR_TEXTS } from '../../contract/entities/second-factor.ts';
import { auditAccount } from '../audit/audit-account.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import type { Session } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { seal, unseal } from '../platform/seal.ts';
import { secondFactorLetter } from './account-mails.ts';
import { credentialChanged } from './credential-change.ts';
import { forgetSecondFactor } from './forget-second-factor.ts';
import { recoveryCodesLeft, renewRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { enrolAddress, newSecret, stepOf } from './totp.ts';

const PURPOSE = 'second factor';
const wrongCode = () => fieldFault('code', SECOND_FACTOR_TEXTS.wrongCode);

/** How it stands. */
export async function secondFactorOf(app: App, session: Session): Promise<SecondFactor> {
  const { user } = session;
  const [row] = await app.db.query<{ confirmed_at: string | null }>(
    sql`select confirmed_at from second_factors where user_id = ${user.id}`,
  );
  const bots = await app.db.query<{ bot_name: string }>(sql`
    select b.bot_name from user_bots ub join bots b on b.id = ub.bot_id join roles r on r.id = ub.role_id
    where ub.user_id = ${user.id} and b.second_factor_required and r.base = 'administrador' order by b.bot_name`);
  return {
    since: row?.confirmed_at ?? null,
    recovery_left: await recoveryCodesLeft(app.db, user.id),
    internal: app.config.staffEmails.includes(user.email.toLowerCase()) && app.config.staffSecondFactor,
    bots: bots.map(({ bot_name }) => bot_name),
  };
}

/** Begins to set it up: a new secret, which counts once a code of it was typed. Throws rule when there is one already. */
export async function beginSecondFactor(
  app: App,
  session: Session,
): Promise<{ secret: string; address: string }> {
  const { user } = session;
  const secret = newSecret();
  const [kept] = await app.db.query(sql`
    insert into second_factors (user_id, secret, created_at)
    values (${user.id}, ${seal(app, PURPOSE, secret)}, ${app.clock.now()})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
    where second_factors.confirmed_at is null returning user_id`);
  if (!kept) throw fieldFault('current_password', SECOND_FACTOR_TEXTS.already);
  return { secret, address: enrolAddress(secret, app.config.product.name, user.email) };
}

/**
 * The first code proves that the app has the secret. The other sessions end.
 * @returns the recovery codes, for the only time, and how many sessions ended
 */
export async function confirmSecondFactor(
  app: App,
  session: Session,
  code: string,
): Promise<{ recovery_codes: string[]; ended: number }> {
  const { user } = session;
  return app.db.transaction(async (tx) => {
    const [row] = await tx.query<{ secret: string }>(sql`
      select secret from second_factors where user_id = ${user.id} and confirmed_at is null for update`);
    if (!row) throw fieldFault('code', SECOND_FACTOR_TEXTS.notBegun);
    const step = stepOf(unseal(app, PURPOSE, row.secret), tidy(code), app.clock.now());
    if (step === null) throw wrongCode();
    await tx.query(sql`
      update second_factors set confirmed_at = ${app.clock.now()}, last_step = ${step} where user_id = ${user.id}`);
    const recovery_codes = await renewRecoveryCodes(tx, app, user.id);
    const ended = await changed(tx, app, session, false, true);
    return { recovery_codes, ended };
  });
}

/** Takes it away. Throws rule at `code`. @returns how many sessions ended */
export async function endSecondFactor(app: App, session: Session, code: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    if (!(await takeCode(tx, app, session.user.id, code))) throw wrongCode();
    await forgetSecondFactor(tx, session.user.id);
    return changed(tx, app, session, true, false);
  });
}

/** New recovery codes in place of the old ones. Throws rule at `code`. */
export async function replaceRecoveryCodes(app: App, session: Session, code: string): Promise<string[]> {
  const { user } = session;
  return app.db.transaction(async (tx) => {
    if (!(await takeCode(tx, app, user.id, code))) throw wrongCode();
    const codes = await renewRecoveryCodes(tx, app, user.id);
    await credentialChanged(tx, app, user.id, session.client);
    await auditAccount(
      tx,
      app,
      user,
      { recovery_codes: '(ocultos)' },
      { recovery_codes: '(ocultos, nuevos)' },
    );
    return codes;
  });
}

/** What both ways share: everything handed out before is void, the record and the person hear of it. */
async function changed(
  tx: Transaction,
  app: App,
  { user, client }: Session,
  before: boolean,
  after: boolean,
): Promise<number> {
  const ended = await credentialChanged(tx, app, user.id, client);
  await auditAccount(tx, app, user, { second_factor: before }, { second_factor: after });
  await sendMail(tx, app, { to: user.email, letter: secondFactorLetter(app, user.name, after) });
  // Where a bot asks its administrators for it, they now see it, or no longer.
  tx.afterCommit(() => {
    for (const botId of user.botIds) app.realtime.sightChanged(botId, user.id);
  });
  return ended;
}

const tidy = (code: string): string => code.replaceAll(/\s/g, '');

/** Takes a code of the app, or a recovery code; each opens once. @returns whether it was good */
export async function takeCode(tx: Queryable, app: App, userId: number, code: string): Promise<boolean> {
  const [row] = await tx.query<{ secret: string }>(sql`
    select secret from second_factors where user_id = ${userId} and confirmed_at is not null`);
  if (!row) return false;
  const step = stepOf(unseal(app, PURPOSE, row.secret), tidy(code), app.clock.now());
  if (step === null) return takeRecoveryCode(tx, app, userId, code);
  const [first] = await tx.query(sql`
    update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`);
  return first !== undefined;
}
