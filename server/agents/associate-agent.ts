/** Associates an existing account with a bot by its e-mail (spec §5 'Associate agent'). */
import type * as z from 'zod/mini';
import type { agentCalls } from '../../contract/calls/agents.ts';
import { ASSOCIATE_TEXTS, associateFault } from '../../contract/rules/agents.ts';
import { fieldFault } from '../accounts/field-fault.ts';
import { findUserByEmail } from '../accounts/users.ts';
import { lockPlaces } from '../billing/places.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import type { Letter } from '../platform/mail/render-mail.ts';
import { roleToGive } from '../roles/roles.ts';
import { linkPerson } from './link-person.ts';

type Wish = z.output<NonNullable<typeof agentCalls.associateAgent.body>>;

/** 'Ocurrio un error', with the reason at the field. */
const failed = (reason: string) =>
  new Refused('rule', { message: ASSOCIATE_TEXTS.failed, details: { fields: { email: reason } } });

/** Links the account; tells its owner by mail. Throws `Refused` rule with `details.fields`. */
export async function associateAgent(app: App, by: BotSession, wish: Wish) {
  return app.db.transaction(async (tx) => {
    const places = await lockPlaces(tx, wish.bot_id);
    const fault = associateFault(wish, places);
    if (fault) throw fieldFault(fault.field, fault.message);
    const role = await roleToGive(tx, by.link, wish.role_id ?? 0);
    const user = await findUserByEmail(tx, wish.email);
    if (!user) throw failed('No existe una cuenta con este correo.');
    if (user.bot_ids.includes(wish.bot_id)) throw failed('Esta persona ya trabaja en este chatbot.');
    const relation_id = await linkPerson(tx, app, by.user, {
      userId: user.id,
      botId: wish.bot_id,
      role,
      areas: wish.category.length > 0 ? wish.category : ['general'],
    });
    const [bot] = await tx.query<{ bot_name: string }>(
      sql`select bot_name from bots where id = ${wish.bot_id}`,
    );
    await tx.query(sql`delete from agent_drafts where user_id = ${user.id} and bot_id = ${wish.bot_id}`);
    await sendMail(tx, app, {
      to: user.email,
      letter: welcome(app, user.name, by.user.name, bot?.bot_name ?? ''),
    });
    return { id: user.id, relation_id, name: user.name, email: user.email, image: user.image };
  });
}

function welcome(app: App, name: string, who: string, bot: string): Letter {
  return {
    subject: `Ahora atiendes en ${bot}`,
    lines: [
      `Hola, ${name}:`,
      `${who} te agregó al equipo del chatbot «${bot}» en ${app.config.product.name}.`,
    ],
    action: { label: 'Ir al panel', url: `${app.config.publicUrl}/dashboard` },
  };
}
