/** The embed code by mail (POST /mails/implement). */
import { snippetOf } from '../../contract/calls/bots-manage.ts';
import { EMAIL_TEXTS } from '../../contract/rules/email.ts';
import { fieldFault } from '../accounts/field-fault.ts';
import { cleanLine } from '../inbox/clean-text.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';

/** Sends it. A typed address is all that is asked for (spec §5). */
export async function mailSnippet(app: App, by: BotSession, typed: string): Promise<void> {
  const to = cleanLine(typed);
  if (to === null) throw fieldFault('email', EMAIL_TEXTS.empty);
  await app.db.transaction(async (tx) => {
    const [bot] = await tx.query<{ id: number; token: string; bot_name: string }>(sql`
      select id, token, bot_name from bots where id = ${by.link.bot_id}`);
    if (!bot) throw new Refused('not_found');
    const { product } = app.config;
    await sendMail(tx, app, {
      to,
      letter: {
        subject: `Código para instalar el chatbot ${bot.bot_name}`,
        lines: [
          'Hola:',
          `${by.user.name} te envía el código del chatbot «${bot.bot_name}» de ${product.name}.`,
          'Pégalo en todas las páginas del sitio, justo antes de la etiqueta </body>:',
        ],
        code: snippetOf(app.config.publicUrl, bot),
        after: ['Al publicar el cambio, el chat aparece abajo a la derecha. No hace falta nada más.'],
      },
    });
  });
}
