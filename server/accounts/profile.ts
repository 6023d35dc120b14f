/** 'Mi cuenta': changes of one's own data, each with its audit. */
import { REGISTRATION_TEXTS } from '../../contract/calls/registration.ts';
import type { User } from '../../contract/entities/user.ts';
import { stripPhone } from '../../contract/rules/agents.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import { DEFAULT_SOUNDS, type SoundSettings, soundSettings } from '../../contract/sounds.ts';
import { storedSettings } from '../../contract/stored-settings.ts';
import { auditAccount } from '../audit/audit-account.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import type { Session } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { touch } from '../platform/realtime/touch.ts';
import { passwordChangedLetter } from './account-mails.ts';
import { requireGoodPassword } from './chosen-password.ts';
import { credentialChanged } from './credential-change.ts';
import { HIDDEN, HIDDEN_NEW } from './forgotten-password.ts';
import { forgetLinks } from './mail-links.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { keepPhoto, removePhoto, removePhotoAfter, squarePhoto } from './photo.ts';
import { sendEmailChange } from './registration.ts';
import { findUserById, toUser } from './users.ts';

type Columns = Partial<Record<'name' | 'phone' | 'image', string | null>>;

/** Writes columns of the own row, audits, and answers the user as the wire has it. */
async function change(app: App, tx: Transaction, session: Session, after: Columns): Promise<User> {
  const row = await findUserById(tx, session.user.id);
  const next = { name: row.name, phone: row.phone, image: row.image, ...after };
  await tx.query(sql`
    update users set name = ${next.name}, phone = ${next.phone}, image = ${next.image} where id = ${row.id}`);
  const before = Object.fromEntries(
    (Object.keys(after) as (keyof Columns)[]).map((column) => [column, row[column]]),
  );
  await auditAccount(tx, app, session.user, before, after);
  for (const botId of row.bot_ids) touch(tx, app, botId, ['agents']);
  return toUser({ ...row, ...next, name: next.name ?? row.name }, app.config);
}

/** Name and phone. Throws `Refused` rule at `name`. */
export async function updateUser(
  app: App,
  session: Session,
  wish: { name?: string | undefined; phone?: string | null | undefined },
): Promise<User> {
  const after: Columns = {};
  if (wish.name !== undefined) {
    const name = cleanLine(wish.name);
    if (name === null) throw fieldFault('name', REGISTRATION_TEXTS.nameEmpty);
    after.name = name;
  }
  if (wish.phone !== undefined) after.phone = stripPhone(cleanLine(wish.phone) ?? '') || null;
  return app.db.transaction((tx) => change(app, tx, session, after));
}

/** Throws `Refused` rule at `current_password`. */
export async function provePassword(app: App, session: Session, typed: string): Promise<string> {
  const { password_hash } = await findUserById(app.db, session.user.id);
  if (!(await verifyPassword(typed, password_hash))) {
    throw fieldFault('current_password', 'La contraseña actual no es correcta.');
  }
  return password_hash;
}

/** Sets a new password and ends the person's other sessions. @returns how many ended */
export async function changePassword(
  app: App,
  session: Session,
  wish: { current_password: string; password: string; password_confirmation: string },
): Promise<number> {
  const { user } = session;
  const proved = await provePassword(app, session, wish.current_password);
  await requireGoodPassword(wish, [user.name, user.email]);
  // What claims an address without its proof keeps one salt with the others.
  const present = await findUserById(app.db, user.id);
  const hash = await hashPassword(wish.password, present.holds_email ? null : present.password_hash);
  return app.db.transaction(async (tx) => {
    const [written] = await tx.query(sql`
      update users set password_hash = ${hash} where id = ${user.id} and password_hash = ${proved} returning id`);
    // Somebody else changed it between proof and writing.
    if (!written) throw fieldFault('current_password', 'La contraseña actual no es correcta.');
    const ended = await credentialChanged(tx, app, user.id, session.client);
    await auditAccount(tx, app, user, { password: HIDDEN }, { password: HIDDEN_NEW });
    await sendMail(tx, app, { to: user.email, letter: passwordChangedLetter(app, user.name) });
    return ended;
  });
}

/**
 * Asks for another address: its mail's link makes it the account's. Throws `Refused` rule at `email` or
 * `current_password`, and what `mayMail` throws when there have been too many mails.
 */
export async function askEmailChange(
  app: App,
  session: Session,
  wish: { email: string; current_password: string },
  mayMail: (email: string) => Promise<void>,
): Promise<User> {
  const wrong = emailFault(wish.email);
  if (wrong) throw fieldFault('email', wrong);
  const email = normalizeEmail(wish.email);
  await provePassword(app, session, wish.current_password);
  if (email === session.user.email) throw fieldFault('email', 'Ya usas este correo.');
  await mayMail(email);
  return app.db.transaction(async (tx) => {
    await awaitEmail(tx, app, session, email);
    // Only its mailbox learns whether another account has it.
    await sendEmailChange(tx, app, session.user.id);
    return toUser(await findUserById(tx, session.user.id), app.config);
  });
}

/** Keeps the address that waits for its proof, or none; links to an earlier one are worth nothing any more. */
async function awaitEmail(
  tx: Transaction,
  app: App,
  session: Session,
  pending_email: string | null,
): Promise<void> {
  const { user } = session;
  const before = await findUserById(tx, user.id);
  await forgetLinks(tx, app, user.id, 'change_email');
  await tx.query(sql`update users set pending_email = ${pending_email} where id = ${user.id}`);
  await auditAccount(tx, app, user, { pending_email: before.pending_email }, { pending_email });
}

/** Forgets an address that waits. */
export async function cancelEmailChange(app: App, session: Session): Promise<User> {
  return app.db.transaction(async (tx) => {
    await awaitEmail(tx, app, session, null);
    return toUser(await findUserById(tx, session.user.id), app.config);
  });
}

/** Puts a new photo in place of the old one. Throws `Refused` unsupported_type. */
export async function setPhoto(app: App, session: Session, content: Buffer): Promise<User> {
  const image = await keepPhoto(app, await squarePhoto(content));
  try {
    return await app.db.transaction(async (tx) => {
      removePhotoAfter(tx, app, (await findUserById(tx, session.user.id)).image);
      return change(app, tx, session, { image });
    });
  } catch (error) {
    await removePhoto(app, image);
    throw error;
  }
}

/** Takes the photo away. */
export async function deletePhoto(app: App, session: Session): Promise<User> {
  return app.db.transaction(async (tx) => {
    removePhotoAfter(tx, app, (await findUserById(tx, session.user.id)).image);
    return change(app, tx, session, { image: null });
  });
}

/** What rings for this person. */
export async function soundsOf(db: Queryable, userId: number): Promise<SoundSettings> {
  const [row] = await db.query<{ sounds: unknown }>(sql`select sounds from users where id = ${userId}`);
  return storedSettings(soundSettings, row?.sounds, DEFAULT_SOUNDS);
}

/** Keeps what shall ring. */
export async function setSounds(app: App, session: Session, sounds: SoundSettings): Promise<SoundSettings> {
  const { user } = session;
  await app.db.transaction(async (tx) => {
    const before = await soundsOf(tx, user.id);
    await tx.query(sql`update users set sounds = ${json(sounds)} where id = ${user.id}`);
    await auditAccount(
      tx,
      app,
      user,
      { has_sound: before.has_sound, ...before.sounds },
      { has_sound: sounds.has_sound, ...sounds.sounds },
    );
  });
  return sounds;
}
