/** An answer by mail: the words, and the address of the customer's page, where they answer. */
import { TICKET_LIMITS } from '../../contract/rules/tickets.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { requireProvedSender } from '../platform/mail/people-mails.ts';
import { pageUrl } from './page-address.ts';
import { REPLY_ABOVE, replyAddress } from './reply-address.ts';
import { mailOf, reachOf, readTalk } from './talk.ts';
import { findTicket, type TicketRow } from './ticket-row.ts';

/** Name of the bot, as customers know it. */
export async function botName(db: Queryable, botId: number | null): Promise<string> {
  const [row] = await db.query<{ bot_name: string }>(sql`select bot_name from bots where id = ${botId}::int`);
  return row?.bot_name ?? '';
}

/** Sends it once the transaction commits. */
export async function mailAnswer(
  tx: Transaction,
  app: App,
  row: TicketRow,
  { to, from, text }: { to: string; from: string; text: string },
): Promise<void> {
  const name = (await botName(tx, row.bot_id)) || app.config.product.name;
  const replyTo = replyAddress(app, row);
  await sendMail(tx, app, {
    to,
    replyTo,
    letter: {
      subject: `[${row.tracking_code}] ${row.subject}`,
      lines: [
        ...(replyTo ? [`— ${REPLY_ABOVE} —`] : []),
        `${from}, de ${name}, respondió tu ticket ${row.tracking_code}:`,
        ...paragraphs(text),
      ],
      action: {
        label: replyTo ? 'Ver el ticket' : 'Ver el ticket y responder',
        url: pageUrl(app, row.id, app.clock.now()),
      },
      after: [
        ...(replyTo ? ['Para responder basta con contestar este correo.'] : []),
        `El enlace vale por ${TICKET_LIMITS.pageDays} días y es solo para ti: quien lo tenga ve este ticket.`,
      ],
    },
  });
}

const paragraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What bounds mails of answers: nobody turns the installation into a relay by clients with others' addresses. */
export function createAnswerMails(app: App): (by: BotSession, ticketId: string) => Promise<void> {
  const ofMailbox = app.sharedLimit('tickets.mailbox', 20, 60 * 60);
  const ofBot = app.sharedLimit('tickets.mails', 500, 60 * 60);
  return async (by, ticketId) => {
    const row = await findTicket(app.db, ticketId);
    if (!row) return;
    const email = await mailOf(app.db, row.lead_id);
    const { way } = reachOf(await readTalk(app.db, row), email, app.clock.now());
    if (way !== 'mail' || email === null) return;
    requireProvedSender(by.user);
    await ofMailbox.take(email.toLowerCase());
    await ofBot.take(String(row.bot_id));
  };
}
