/** A new agent: the account (POST /agents), then its link (POST /userbot). docs/product.md §5 'Create agent', §7, §8. */
import type * as z from 'zod/mini';
import type { agentCalls } from '../../contract/calls/agents.ts';
import type { UserBot } from '../../contract/entities/user.ts';
import { AGENT_TEXTS, agentFault, planIsFull, stripPhone } from '../../contract/rules/agents.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import { AREAS, type Area } from '../../contract/states.ts';
import { callerLink } from '../access/caller-link.ts';
import { requireGift } from '../access/reach.ts';
import { invitedLetter } from '../accounts/account-mails.ts';
import { makeLink } from '../accounts/mail-links.ts';
import { hashPassword } from '../accounts/password.ts';
import { keepPhoto, removePhoto, squarePhoto } from '../accounts/photo.ts';
import { findUserByEmail, findUserById } from '../accounts/users.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockPlaces, placesOf } from '../billing/places.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { isUniqueViolation, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession, CallSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import type { PeopleMails } from '../platform/mail/people-mails.ts';
import { roleToGive } from '../roles/roles.ts';
import { holdsPlace, withdrawInvitationOf } from './invitations.ts';
import { linkPerson } from './link-person.ts';
import { tellAutomation } from './webhook.ts';

type Form = z.output<NonNullable<typeof agentCalls.createAgent.body>>;
type Wish = z.output<NonNullable<typeof agentCalls.linkAgent.body>>['user_bot'];

/** The answer's reason that the spec names for a taken address. */
const UNPROCESSABLE = 'Unprocessable Entity';
const emailTaken = () => fieldFault('email', AGENT_TEXTS.emailTaken, { reason: UNPROCESSABLE });

/** The areas of a text with commas; a word that is no area grants nothing. */
function readAreas(text: string): Area[] {
  const words = text.split(',').map((word) => word.trim());
  return AREAS.filter((area) => words.includes(area));
}

/**
 * Creates the account. The ten checks come in the spec's order, then what the spec leaves to the server.
 * Throws `Refused` rule with `details.fields`, not_found for another bot's role, unsupported_type for the photo, too_many.
 */
export async function createAgent(
  app: App,
  mails: PeopleMails,
  session: CallSession,
  form: Form,
  photo: Buffer | null,
): Promise<{ id: number; name: string; email: string }> {
  const { link } = session;
  const typed = {
    name: form['agent[name]'],
    email: form['agent[email]'],
    password: form['agent[password]'],
    password_confirmation: form['agent[password_confirmation]'],
    bot_id: link?.bot_id ?? null,
    role_id: form['agent[role_id]'] ?? null,
    category: readAreas(form['agent[category]']),
  };
  const fault = agentFault(typed, link ? await placesOf(app.db, app, link.bot_id) : { used: 0, max: null });
  if (fault) throw fieldFault(fault.field, fault.message);
  // The seventh and eighth check have answered these.
  if (!link || typed.role_id === null) throw new Error('An agent without bot or role passed the checks');
  const wrongEmail = emailFault(typed.email);
  if (wrongEmail) throw fieldFault('email', wrongEmail);
  const wished = await roleToGive(app.db, link, typed.role_id);
  requireGift(link, { ...wished, areas: typed.category });
  const email = normalizeEmail(typed.email);
  if (await findUserByEmail(app.db, email)) throw emailTaken();
  if (session.user.email_confirmed) await mails.take(session.user, email);
  const square = photo ? await squarePhoto(photo) : null;
  const hash = await hashPassword(typed.password);
  const image = square ? await keepPhoto(app, square) : null;
  try {
    return await app.db.transaction((tx) =>
      insertAgent(tx, app, session, link, {
        name: cleanLine(typed.name) ?? typed.name,
        email,
        hash,
        image,
        phone: stripPhone(form['agent[phone]']) || null,
        role_id: typed.role_id ?? 0,
        areas: typed.category,
        assignments: form['agent[assignments]'] === 'true',
        automatic: form['agent[automatic_assignments]'] === 'true',
      }),
    );
  } catch (error) {
    await removePhoto(app, image);
    if (isUniqueViolation(error)) throw emailTaken();
    throw error;
  }
}

interface Draft {
  name: string;
  email: string;
  hash: string;
  image: string | null;
  phone: string | null;
  role_id: number;
  areas: Area[];
  assignments: boolean;
  automatic: boolean;
}

async function insertAgent(tx: Transaction, app: App, session: CallSession, link: UserBot, draft: Draft) {
  const { name, email, phone, image, assignments, automatic } = draft;
  const now = app.clock.now();
  // Again, now that nobody else can fill the last place.
  if (planIsFull(await lockPlaces(tx, app, link.bot_id))) throw fieldFault('plan', AGENT_TEXTS.planFull);
  const caller = await callerLink(tx, { user: session.user, link });
  const role = await roleToGive(tx, caller, draft.role_id);
  requireGift(caller, { ...role, areas: draft.areas });
  const [user] = await tx.query<{ id: number }>(sql`
    insert into users (name, email, password_hash, phone, image, email_confirmed_at, created_at)
    values (${name}, ${email}, ${draft.hash}, ${phone}, ${image}, null, ${now}) returning id`);
  if (!user) throw new Error('No account was inserted');
  await tx.query(sql`
    insert into agent_drafts (user_id, bot_id, created_by, assignments, automatic_assignments, created_at)
    values (${user.id}, ${link.bot_id}, ${session.user.id}, ${assignments}, ${automatic}, ${now})`);
  await writeAudit(tx, app, {
    by: session.user,
    type: 'user',
    id: user.id,
    botId: link.bot_id,
    before: null,
    after: { name, email, phone, image },
  });
  const [bot] = await tx.query<{ bot_name: string }>(
    sql`select bot_name from bots where id = ${link.bot_id}`,
  );
  // No mail goes to others for somebody who has not proved their own address: the agent asks for this one in Mi cuenta.
  if (session.user.email_confirmed) {
    const { token } = await makeLink(tx, app, { purpose: 'confirm', userId: user.id, email });
    await sendMail(tx, app, {
      to: email,
      letter: invitedLetter(app, name, session.user.name, bot?.bot_name ?? '', token),
    });
  }
  await tellAutomation(tx, app, {
    id: user.id,
    name,
    email,
    phone,
    bot_id: link.bot_id,
    role: role.name,
    category: draft.areas,
    assignments,
    automatic_assignments: automatic,
  });
  return { id: user.id, name, email };
}

/**
 * Links somebody that `createAgent` has just made for this bot. The same wish again answers the same link.
 * Throws not_found for anybody else, rule for plan or role.
 */
export async function linkAgent(app: App, by: BotSession, wish: Wish): Promise<{ id: number }> {
  return app.db.transaction(async (tx) => {
    const places = await lockPlaces(tx, app, wish.bot_id);
    const caller = await callerLink(tx, by);
    const [known] = await tx.query<{ id: number }>(sql`
      select id from user_bots where user_id = ${wish.user_id} and bot_id = ${wish.bot_id}`);
    if (known) return known;
    const [draft] = await tx.query<{ assignments: boolean; automatic_assignments: boolean }>(sql`
      delete from agent_drafts where user_id = ${wish.user_id} and bot_id = ${wish.bot_id}
      returning assignments, automatic_assignments`);
    if (!draft) throw new Refused('not_found');
    const role = await roleToGive(tx, caller, wish.role_id);
    const areas: Area[] = wish.category.length > 0 ? wish.category : ['general'];
    requireGift(caller, { ...role, areas });
    const user = await findUserById(tx, wish.user_id);
    // An invitation to the same address has become needless, and its place is the link's.
    const { used, max } = places;
    const held = (await holdsPlace(tx, app, wish.bot_id, user.email)) ? 1 : 0;
    if (planIsFull({ used: used - held, max })) throw fieldFault('plan', AGENT_TEXTS.planFull);
    await withdrawInvitationOf(tx, app, by.user, wish.bot_id, user.email);
    const id = await linkPerson(tx, app, by.user, {
      userId: wish.user_id,
      botId: wish.bot_id,
      role,
      areas,
      assignments: draft.assignments,
      automaticAssignments: draft.automatic_assignments,
    });
    return { id };
  });
}
