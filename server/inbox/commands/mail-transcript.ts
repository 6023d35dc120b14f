/** 'Enviar transcripción por correo': what was said in a conversation, to its client's own address. */
import { dayAndTime } from '../../../contract/days.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { emailFault } from '../../../contract/rules/email.ts';
import { linkLines } from '../../../contract/rules/offered-links.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import { requireProvedSender } from '../../platform/mail/people-mails.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { type MessageRow, messageColumns } from '../message-row.ts';
import { readAsOne, readSeen } from '../queries/conversation.ts';
import { lockSeen } from './open-conversation.ts';

/** Of a mailbox and of a bot an hour: nobody turns the installation into a relay by clients with others' addresses. */
const PER_MAILBOX = 5;
const PER_BOT = 200;
const HOUR = 60 * 60;

/** Makes the command with its limits; once for each server. */
export function createTranscriptMails(app: App) {
  const ofMailbox = app.sharedLimit('transcripts.mailbox', PER_MAILBOX, HOUR);
  const ofBot = app.sharedLimit('transcripts.bot', PER_BOT, HOUR);
  /**
   * Sends it once the line in the conversation that tells of it is kept. Throws `Refused`: not_found; rule (the sender's
   * own address is not proved, the client has none, nothing was said); too_many.
   * @returns the address
   */
  return async (by: BotSession, id: string): Promise<{ email: string }> => {
    requireProvedSender(by.user);
    // Who does not see it takes nothing of what others may send.
    const lead = await app.db.snapshot(async (tx) => {
      const { row } = await readSeen(tx, by.user.id, by.link.bot_id, id);
      const [found] = await tx.query<{ email: string | null }>(
        sql`select email from leads where id = ${row.lead_id}`,
      );
      return found;
    });
    if (lead?.email && emailFault(lead.email) === null) {
      await ofMailbox.take(lead.email.toLowerCase());
      await ofBot.take(String(by.link.bot_id));
    }
    return app.db.transaction(async (tx) => {
      const row = await lockSeen(tx, by, id);
      // As it is now: it may have been changed meanwhile.
      const [client] = await tx.query<{ email: string | null }>(
        sql`select email from leads where id = ${row.lead_id}`,
      );
      const email = client?.email ?? '';
      if (email === '' || emailFault(email) !== null || email !== lead?.email) {
        throw new Refused('rule', {
          message: 'El cliente no tiene un correo. Agrégalo en sus datos e intenta de nuevo.',
        });
      }
      const lines = await linesOf(tx, row, app.clock.now());
      if (lines.length === 0)
        throw new Refused('rule', { message: 'En esta conversación no se ha dicho nada.' });
      const [bot] = await tx.query<{ bot_name: string }>(
        sql`select bot_name from bots where id = ${row.bot_id}`,
      );
      const name = bot?.bot_name || app.config.product.name;
      await sendMail(tx, app, {
        to: email,
        letter: {
          subject: `Tu conversación con ${name}`,
          lines: ['Esta es la copia de tu conversación.', ...lines],
          after: ['Nadie lee las respuestas a este correo.'],
        },
      });
      const work = ConversationWork.on(row, app);
      work.systemLine(agentActor(by), `${by.user.name} envió la transcripción a ${email}`);
      await work.flush(tx);
      return { email };
    });
  };
}

/** What the customer saw, a paragraph each, also in what is joined to it: notes and the system's lines are the team's. */
async function linesOf(tx: Transaction, row: ConversationRow, now: Date): Promise<string[]> {
  const zone = await zoneOf(tx, row.bot_id, now);
  const { among, newestFirst } = await readAsOne(tx, row);
  const newest = await tx.query<MessageRow>(sql`
    select ${messageColumns} from messages m
    where m.conversation_id = any(${among}::text[]) and not m.note and m.sender <> 'system' and m.status <> 'failed'
    order by ${newestFirst} limit ${LIMITS.transcriptMessages}`);
  return newest.reverse().map((message) => {
    const files = message.attachments.map(({ name }) => `[${name}]`).join(' ');
    const links = linkLines(message.buttons).map((line) => `[${line}]`);
    const said = [message.text, ...links, files].filter((part) => part !== '').join(' ');
    return `${dayAndTime(Date.parse(message.created_at), zone)} · ${authorOf(message, row)}: ${said}`;
  });
}

function authorOf({ sender, agent_name }: MessageRow, { lead_name }: ConversationRow): string {
  if (sender === 'Cliente') return lead_name;
  return sender === 'bot' ? 'Asistente' : (agent_name ?? 'Equipo');
}
