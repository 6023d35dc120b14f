/**
 * A mail that came in, made words of a ticket: of the one whose signed address it was written to, or of a new one where
 * that address is a bot's. Who it says it is from proves nothing, and its subject names nothing. Nothing is ever
 * answered by itself, so no loop can begin here.
 */
import { Readable } from 'node:stream';
import { LIMITS } from '../../../contract/limits.ts';
import { emailFault, normalizeEmail } from '../../../contract/rules/email.ts';
import { TICKET_LIMITS } from '../../../contract/rules/tickets.ts';
import { identitiesOf, noteIdentities } from '../../crm/identities.ts';
import type { App } from '../../platform/app.ts';
import { isUniqueViolation, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Limit } from '../../platform/limits/limiter.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { discard, keep, receive } from '../../platform/uploads/upload-store.ts';
import { hearCustomer, lockPresent } from '../hear-customer.ts';
import { findWritten } from '../messages.ts';
import { newTicket } from '../new-ticket.ts';
import { isMark, markedBot, markedTicket, type NamedByMail, readAddress } from '../reply-address.ts';
import { claimForTicket } from '../ticket-files.ts';
import { type TicketRow, ticketColumns } from '../ticket-row.ts';
import { TicketWork } from '../ticket-work.ts';
import { notifyNew } from '../told.ts';
import { type ReadMail, readMail } from './read-mail.ts';

/** What became of it. `nobody`: no address of ours, a mark that is not ours, a bot that is gone, a blocked client. */
export type Taken = 'heard' | 'opened' | 'again' | 'automatic' | 'too_many' | 'empty' | 'nobody';

export interface MailLimits {
  /** Of one ticket: more is two machines that write to each other. */
  ofTicket: Limit;
  /** New ones of one sender. */
  ofSender: Limit;
  ofBot: Limit;
  /** How often a ticket's history tells of automatic mail. */
  told: Limit;
}

/** Once for each server. */
export const mailLimits = (app: App): MailLimits => ({
  ofTicket: app.sharedLimit('tickets.mailIn', TICKET_LIMITS.mailsAnHour, 60 * 60),
  ofSender: app.sharedLimit('tickets.mailIn.sender', 5, 60 * 60),
  ofBot: app.sharedLimit('tickets.mailIn.bot', 500, 60 * 60),
  told: app.sharedLimit('tickets.mailIn.told', 1, 60 * 60),
});

/**
 * Takes one, once however often it comes. @param envelope addresses to which it was delivered, as the mail server says
 * @throws UnreadableMail
 */
export async function takeMail(
  app: App,
  limits: MailLimits,
  raw: Uint8Array,
  envelope: readonly string[],
): Promise<Taken> {
  const mail = await readMail(raw, new URL(app.config.publicUrl).hostname);
  for (const address of [...envelope, ...mail.to]) {
    const named = readAddress(app, address);
    const taken = named && (await takeFor(app, limits, mail, named));
    if (taken) return taken;
  }
  return 'nobody';
}

/** Null: the address is nobody's. */
async function takeFor(
  app: App,
  limits: MailLimits,
  mail: ReadMail,
  named: NamedByMail,
): Promise<Taken | null> {
  const [bot] = await app.db.query(
    sql`select id from bots where id = ${named.botId} and deleted_at is null and activated`,
  );
  if (!bot) return null;
  if (named.is === 'bot') {
    if (!isMark(app, markedBot(named.botId), named.mark)) return null;
    if (mail.automatic) return 'automatic';
    const sender = `${named.botId} ${normalizeEmail(mail.from.address)}`;
    const allowed =
      (await limits.ofSender.allows(sender)) && (await limits.ofBot.allows(String(named.botId)));
    return allowed ? openByMail(app, mail, named.botId) : 'too_many';
  }
  const [row] = await app.db.query<TicketRow>(sql`
    select ${ticketColumns} from tickets t where t.bot_id = ${named.botId} and t.tracking_code = ${named.code}`);
  if (!row || !isMark(app, markedTicket(row.id), named.mark)) return null;
  if (mail.automatic) {
    if (await limits.told.allows(row.id)) await noteAutomatic(app, row.id);
    return 'automatic';
  }
  const allowed = (await limits.ofTicket.allows(row.id)) && (await limits.ofBot.allows(String(named.botId)));
  return allowed ? answerByMail(app, mail, row) : 'too_many';
}

async function answerByMail(app: App, mail: ReadMail, row: TicketRow): Promise<Taken> {
  if (row.bot_id === null) return 'nobody';
  const author = `m:${row.id}`;
  if (await findWritten(app.db, author, mail.key)) return 'again';
  const files = await keepFiles(app, mail, row.bot_id, author);
  const text = wordsOf(mail, files.refused);
  if (text === '' && files.kept.length === 0) return 'empty';
  const hear = () =>
    app.db.transaction(async (tx): Promise<Taken> => {
      const [client] = await tx.query<{ email: string | null; blocked: boolean }>(sql`
        select email, blocked_at is not null as blocked from leads where id = ${row.lead_id}::text`);
      // As in the chat: who is blocked is answered like anybody, and heard by nobody.
      if (client?.blocked) return 'nobody';
      const present = await lockPresent(tx, row.id);
      if (!present || (await findWritten(tx, author, mail.key))) return present ? 'again' : 'nobody';
      const other =
        !client?.email || normalizeEmail(client.email) !== normalizeEmail(mail.from.address)
          ? `Respondió desde ${mail.from.address}, que no es el correo del cliente`
          : null;
      await hearCustomer(tx, app, present, {
        text,
        way: 'mail',
        author,
        temporalId: mail.key,
        attachments: (ticketId) => claim(tx, row.bot_id ?? 0, ticketId, author, files.kept),
        step: other,
      });
      return 'heard';
    });
  return once(hear, 'ticket_messages_once');
}

/** A new one, of a client of its own: that somebody writes an address as theirs makes them nobody whom we know. */
async function openByMail(app: App, mail: ReadMail, botId: number): Promise<Taken> {
  const { address, name } = mail.from;
  if (emailFault(address) !== null) return 'nobody';
  const author = `m:${botId}`;
  const made = () =>
    app.db.query(sql`select id from tickets where author = ${author} and temporal_id = ${mail.key}`);
  if ((await made()).length > 0) return 'again';
  const files = await keepFiles(app, mail, botId, author);
  const text = wordsOf(mail, files.refused);
  if (text === '' && files.kept.length === 0) return 'empty';
  const open = () =>
    app.db.transaction(async (tx): Promise<Taken> => {
      const leadId = app.ids();
      const email = normalizeEmail(address);
      await tx.query(sql`
        insert into leads (id, bot_id, name, email, created_at, possible_duplicate_of)
        values (${leadId}, ${botId}, ${name}, ${email}, ${app.clock.now()},
          (select i.lead_id from lead_identities i where i.bot_id = ${botId} and i.kind = 'email' and i.value = ${email}))`);
      await noteIdentities(tx, app, { botId, leadId, trust: 'claimed' }, identitiesOf({ email }));
      touch(tx, app, botId, ['leads']);
      const work = await newTicket(tx, app, {
        bot_id: botId,
        subject: (mail.subject ?? `Correo de ${name ?? email}`).slice(0, TICKET_LIMITS.subject).trim(),
        lead_id: leadId,
        lead_name: name ?? email,
        opened_kind: 'visitor',
        opened_by_name: name ?? email,
      });
      // Files name the ticket, which names its words: the ticket first.
      await work.flush(tx);
      await tx.query(
        sql`update tickets set author = ${author}, temporal_id = ${mail.key} where id = ${work.row.id}`,
      );
      const words = TicketWork.on(app, work.row);
      const attachments = await claim(tx, botId, work.row.id, author, files.kept);
      words.say({ from: 'Cliente', text, way: 'mail', attachments });
      await words.flush(tx);
      await notifyNew(tx, app, words.row, null);
      return 'opened';
    });
  return once(open, 'tickets_once');
}

/** The same mail twice at once: the second one has nothing to do. */
async function once(take: () => Promise<Taken>, unique: string): Promise<Taken> {
  try {
    return await take();
  } catch (error) {
    if (isUniqueViolation(error, unique)) return 'again';
    throw error;
  }
}

const claim = (tx: Transaction, botId: number, ticketId: string, author: string, ids: readonly string[]) =>
  claimForTicket(tx, { botId, ticketId, conversationId: null, author }, ids);

/** What was written, and which of its files could not be taken. */
function wordsOf({ text }: ReadMail, refused: readonly string[]): string {
  if (refused.length === 0) return text;
  const left = `[Archivos que no se pudieron recibir: ${refused.join(', ')}]`.slice(0, 600);
  return `${text.slice(0, LIMITS.messageText - left.length - 2)}\n\n${left}`.trim();
}

/** Keeps the files that we take, as those of the chat, once each. */
async function keepFiles(
  app: App,
  { files, key }: ReadMail,
  botId: number,
  author: string,
): Promise<{ kept: string[]; refused: string[] }> {
  const kept: string[] = [];
  const refused: string[] = [];
  for (const [place, { name, bytes }] of files.entries()) {
    if (kept.length >= LIMITS.attachmentsPerMessage || bytes.length > LIMITS.attachmentMaxBytes) {
      refused.push(name);
      continue;
    }
    try {
      const arrived = await receive(app, Readable.from([bytes]), name, () => false);
      try {
        kept.push((await keep(app, arrived, { botId, author, key: `${key.slice(0, 40)}-${place}` })).id);
      } finally {
        await discard(arrived);
      }
    } catch (error) {
      // A kind that we do not take, or nothing in it.
      if (!(error instanceof Refused)) throw error;
      refused.push(name);
    }
  }
  return { kept, refused };
}

/** An absence or a failure to deliver: people see it in the history, and nothing is brought back by it. */
async function noteAutomatic(app: App, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await lockPresent(tx, id);
    if (!row || row.state === 'closed') return;
    const work = TicketWork.on(app, row);
    work.step('Sistema', 'Llegó un correo automático (ausencia o entrega fallida): no cuenta como respuesta');
    await work.flush(tx);
  });
}
