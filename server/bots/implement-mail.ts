/** The embed code by mail (POST /mails/implement). */
import { snippetOf } from '../../contract/calls/bots-manage.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { plainName } from '../platform/mail/plain-name.ts';

/** The one address that somebody typed, in lower case. Throws `Refused` rule at `email`. */
export function snippetAddress(typed: string): string {
  const fault = emailFault(typed);
  if (fault) throw fieldFault('email', fault);
  return normalizeEmail(typed);
}

/** Sends it. Throws not_found. */
export async function mailSnippet(app: App, by: BotSession, to: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [bot] = await tx.query<{ id: number; token: string; bot_name: string }>(sql`
      select id, token, bot_name from bots where id = ${by.link.bot_id}`);
    if (!bot) throw new Refused('not_found');
    const { product } = app.config;
    const name = plainName(bot.bot_name);
    await sendMail(tx, app, {
      to,
      letter: {
        subject: `Código para instalar el chatbot ${name}`,
        lines: [
          'Hola:',
          `${plainName(by.user.name)} (${by.user.email}) te envía el código del chatbot «${name}» de ${product.name}.`,
          'Pégalo en todas las páginas del sitio, justo antes de la etiqueta </body>:',
        ],
        code: snippetOf(app.config.publicUrl, bot),
        after: ['Al publicar el cambio, el chat aparece abajo a la derecha. No hace falta nada más.'],
      },
    });
  });
}
