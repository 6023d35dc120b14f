/**
 * Signing in: password, then the code where there is a second factor. Guessing is slowed down by account and address
 * together, so that nobody is kept out of their account by somebody else's guesses; by address over all accounts, and
 * by account over all addresses at a height that only many machines reach. A browser in which the person signed in
 * before has a count of its own, whatever happens elsewhere.
 */
import { SECOND_FACTOR_TEXTS } from '../../contract/entities/second-factor.ts';
import type { Credentials, User } from '../../contract/entities/user.ts';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Limit } from '../platform/limits/limiter.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { codeTriedLetter } from './account-mails.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { hashOfNobody, verifyPassword, whichPassword } from './password.ts';
import { takeCode } from './second-factor.ts';
import { endTicket, issueTicket, tryTicket } from './sign-in-tickets.ts';
import { issueCredentials } from './tokens.ts';
import { traceAccess, traceRefusal } from './traces.ts';
import { findClaims, findUserByEmail, findUserById, toUser, type UserRow } from './users.ts';

/** Who tries. `device`: what the browser keeps of earlier sign-ins. */
export interface Caller {
  address: string;
  userAgent: string | null;
  device: string | null;
}

export interface SignedIn {
  user: User;
  credentials: Credentials;
  /** Of the browser, for its next sign-in. */
  cookie: string;
}

const MINUTES = 60;
/** Ten wrong passwords in ten minutes from one address: enough for a person, too slow for a list of passwords. */
export const TRIES = { points: 10, seconds: 10 * MINUTES };
/** Offices share an address; only failures count in the end. */
const PER_ADDRESS = { points: 100, seconds: 10 * MINUTES };
/** One account from many addresses: more than people mistype, and known browsers are not concerned. */
const PER_ACCOUNT = { points: 100, seconds: 10 * MINUTES };
/** Wrong codes: only somebody who has the password gets here. At 30 a day a guess takes years. */
const CODES = { points: 30, seconds: 24 * 60 * MINUTES };

const BAD_PAIR = 'El correo o la contraseña no son correctos.';
/** The same answer whether or not the e-mail exists; with the list of texts that the wire names. */
class BadPair extends Refused {
  constructor() {
    super('unauthorized', { message: BAD_PAIR });
  }
  override body() {
    return { errors: [BAD_PAIR], ...super.body() };
  }
}

type Account = UserRow & { password_hash: string };

/** Both steps, over limits that all processes share. */
export function createSignIn(app: App) {
  const limit = (name: string, { points, seconds }: typeof TRIES): Limit =>
    app.sharedLimit(`sign-in.${name}`, points, seconds);
  const perPair = limit('perPair', TRIES);
  const perDevice = limit('perDevice', TRIES);
  const perAddress = limit('perAddress', PER_ADDRESS);
  const perAccount = limit('perAccount', PER_ACCOUNT);
  const codes = limit('codes', CODES);
  const knownCodes = limit('knownCodes', CODES);
  const lockRecorded = limit('lockRecorded', { points: 1, seconds: TRIES.seconds });
  const warned = limit('warned', { points: 1, seconds: CODES.seconds });

  /** The counts that an attempt is under, in the order in which they are taken. */
  function countsOf(email: string, known: boolean, { address, device }: Caller): [Limit, string][] {
    const account = email.trim().toLowerCase();
    if (known) return [[perDevice, `${account}|${device}`]];
    return [
      [perAddress, address],
      [perPair, `${account}|${address}`],
      [perAccount, account],
    ];
  }

  /** Takes a point of each before the slow hashing: parallel attempts count, too. Throws too_many. */
  async function take(email: string, counts: [Limit, string][], { userAgent }: Caller): Promise<void> {
    try {
      for (const [count, key] of counts) await count.take(key);
    } catch (error) {
      const account = email.trim().toLowerCase();
      // Once in a while: the delay itself must not cost more than what it delays.
      if (error instanceof Refused && (await lockRecorded.allows(account)))
        await traceRefusal(app, email, 'locked', userAgent);
      throw error;
    }
  }
  async function giveBack(counts: [Limit, string][]): Promise<void> {
    for (const [count, key] of counts) await count.giveBack(key);
  }

  /** The account that the password opens: the one that holds the address, or another that claims it. */
  async function accountOf(email: string, password: string): Promise<Account | null> {
    const holder = await findUserByEmail(app.db, email);
    const claims = await findClaims(app.db, email);
    // Always two hashes at once, whatever there is: the time says nothing.
    const [held, claim] = await Promise.all([
      verifyPassword(password, holder?.password_hash ?? (await hashOfNobody())),
      whichPassword(
        password,
        claims.map(({ password_hash }) => password_hash),
      ),
    ]);
    return holder && held ? holder : (claims[claim] ?? null);
  }

  async function admit(tx: Transaction, account: UserRow, caller: Caller): Promise<SignedIn> {
    const credentials = await issueCredentials(tx, account, app.clock.now(), caller.userAgent);
    const cookie = await rememberDevice(tx, app, account.id, credentials.client, caller.device);
    await traceAccess(tx, app, account, 'signed_in', caller.userAgent);
    return { user: toUser(account, app.config), credentials, cookie };
  }

  /**
   * The first step. Throws unauthorized (a bad pair), too_many, or second_factor with `details.ticket`: the password
   * is right and a code is still to come.
   */
  async function byPassword(wish: { email: string; password: string }, caller: Caller): Promise<SignedIn> {
    const known = await isKnownDevice(app, wish.email, caller.device);
    const counts = countsOf(wish.email, known, caller);
    await take(wish.email, counts, caller);
    const account = await accountOf(wish.email, wish.password);
    if (!account) {
      await traceRefusal(app, wish.email, 'wrong_password', caller.userAgent);
      throw new BadPair();
    }
    if (account.second_factor) {
      // What was taken comes back with the code.
      throw new Refused('second_factor', { details: { ticket: await issueTicket(app.db, app, account.id) } });
    }
    await giveBack(counts);
    return app.db.transaction((tx) => admit(tx, account, caller));
  }

  /** The second step. Throws second_factor while the ticket has tries left, unauthorized afterwards, too_many. */
  async function byCode(wish: { ticket: string; code: string }, caller: Caller): Promise<SignedIn> {
    await perAddress.take(caller.address);
    const tried = await tryTicket(app, wish.ticket);
    if (!tried) throw new Refused('unauthorized', { message: SECOND_FACTOR_TEXTS.ticketOver });
    const account = await findUserById(app.db, tried.userId);
    const known = await isKnownDevice(app, account.email, caller.device);
    const count = known ? knownCodes : codes;
    await count.take(String(account.id));
    const signedIn = await app.db.transaction(async (tx) => {
      if (!(await takeCode(tx, app, account.id, wish.code))) return null;
      return (await endTicket(tx, wish.ticket)) ? admit(tx, account, caller) : null;
    });
    if (!signedIn) return refuseCode(account, wish.ticket, tried.left, caller);
    await count.giveBack(String(account.id));
    await perAddress.giveBack(caller.address);
    await giveBack(countsOf(account.email, known, caller));
    return signedIn;
  }

  async function refuseCode(account: Account, ticket: string, left: number, caller: Caller): Promise<never> {
    await traceRefusal(app, account.email, 'wrong_code', caller.userAgent);
    if (left > 0) {
      const details = { ticket, left };
      throw new Refused('second_factor', { message: SECOND_FACTOR_TEXTS.wrongCode, details });
    }
    // Only somebody who has the password gets here.
    if (await warned.allows(String(account.id))) {
      await app.db.transaction((tx) =>
        sendMail(tx, app, { to: account.email, letter: codeTriedLetter(app, account.name) }),
      );
    }
    throw new Refused('unauthorized', { message: SECOND_FACTOR_TEXTS.ticketOver });
  }

  return { byPassword, byCode };
}
