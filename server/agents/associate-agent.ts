/**
 * Associates somebody with a bot by their e-mail (docs/product.md §5 'Associate agent'). A proved address is linked at once; any
 * other is invited, whether it has an account or not, and neither the answer nor its time says which.
 */
import type * as z from 'zod/mini';
import type { agentCalls } from '../../contract/calls/agents.ts';
import { ASSOCIATE_TEXTS, associateFault } from '../../contract/rules/agents.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import type { Area } from '../../contract/states.ts';
import { callerLink } from '../access/caller-link.ts';
import { requireGift } from '../access/reach.ts';
import { findUserByEmail } from '../accounts/users.ts';
import { lockPlaces } from '../billing/places.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { roleToGive } from '../roles/roles.ts';
import { welcomeLetter } from './invitation-letters.ts';
import { holdsPlace, invite, withdrawInvitationOf } from './invitations.ts';
import { linkPerson } from './link-person.ts';

type Wish = z.output<NonNullable<typeof agentCalls.associateAgent.body>>;
type Answer = z.input<typeof agentCalls.associateAgent.answer>;

/** 'Ocurrio un error', with the reason at the field. */
const failed = (reason: string) =>
  new Refused('rule', { message: ASSOCIATE_TEXTS.failed, details: { fields: { email: reason } } });

/** Links or invites. Throws `Refused` rule with `details.fields`, not_found for another bot's role. */
export async function associateAgent(app: App, by: BotSession, wish: Wish): Promise<Answer> {
  return app.db.transaction(async (tx) => {
    const { used, max } = await lockPlaces(tx, app, wish.bot_id);
    const caller = await callerLink(tx, by);
    const email = normalizeEmail(wish.email);
    // Who is invited already takes no second place.
    const held = (await holdsPlace(tx, app, wish.bot_id, email)) ? 1 : 0;
    const fault = associateFault(wish, { used: used - held, max });
    if (fault) throw fieldFault(fault.field, fault.message);
    const wrong = emailFault(email);
    if (wrong) throw fieldFault('email', wrong);
    const role = await roleToGive(tx, caller, wish.role_id ?? 0);
    const areas: Area[] = wish.category.length > 0 ? wish.category : ['general'];
    requireGift(caller, { ...role, areas });
    const user = await findUserByEmail(tx, email);
    if (user?.bot_ids.includes(wish.bot_id)) throw failed('Esta persona ya trabaja en este chatbot.');
    if (!user || user.email_confirmed_at === null) {
      await invite(tx, app, by.user, caller, { email, role, areas });
      return { pending: true, name: null };
    }
    await withdrawInvitationOf(tx, app, by.user, wish.bot_id, email);
    const relation_id = await linkPerson(tx, app, by.user, {
      userId: user.id,
      botId: wish.bot_id,
      role,
      areas,
    });
    const [bot] = await tx.query<{ bot_name: string }>(
      sql`select bot_name from bots where id = ${wish.bot_id}`,
    );
    await tx.query(sql`delete from agent_drafts where user_id = ${user.id} and bot_id = ${wish.bot_id}`);
    await sendMail(tx, app, {
      to: user.email,
      letter: welcomeLetter(app, user.name, by.user.name, bot?.bot_name ?? ''),
    });
    return { id: user.id, relation_id, name: user.name, email: user.email, image: user.image };
  });
}
