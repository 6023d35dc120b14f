/**
 * The form out of hours: who waits while the business is closed leaves a name, a way to be reached and what it is about.
 * It becomes the client's data and one ticket, whatever the line loses (WID-11, WID-12).
 */
import type { LeaveWord } from '../../../contract/realtime/visitor-socket.ts';
import { emailFault } from '../../../contract/rules/email.ts';
import { PHONE_TEXTS, readPhone } from '../../../contract/rules/phone.ts';
import type { Area } from '../../../contract/states.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine, cleanText } from '../../platform/clean-text.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import { lockLatestConversation } from '../conversation-row.ts';
import { lockVisitor, type VisitorIdentity } from '../visitor-identity.ts';
import { REFUSALS } from '../visitor-words/es.ts';
import { offersForm } from '../waiting-word.ts';
import { identify } from './identify.ts';

/** A ticket to be written for who waits. */
export interface WordLeft {
  botId: number;
  conversationId: string;
  leadId: string;
  leadName: string;
  category: Area | null;
  text: string;
  /** The visitor as the author under whose keys it is known. */
  author: string;
  temporalId: string;
}

/** Where it becomes a ticket: server/tickets stands above this. */
export interface WordDesk {
  /** The code of the ticket; null: there is none under this key. */
  find(tx: Transaction, botId: number, author: string, temporalId: string): Promise<string | null>;
  /** Writes it and tells who has to know. @returns its code */
  open(tx: Transaction, word: WordLeft): Promise<string>;
}

const authorOf = (visitorId: string) => `form:${visitorId}`;

/** @throws Refused rule at a field, conflict where somebody attends now */
export async function leaveWord(
  app: App,
  desk: WordDesk,
  who: VisitorIdentity,
  given: LeaveWord,
): Promise<{ code: string }> {
  const name = cleanLine(given.name);
  if (name === null) throw fieldFault('name', REFUSALS.nameMissing);
  const email = cleanLine(given.email ?? '') ?? '';
  const phone = cleanLine(given.phone ?? '') ?? '';
  if (email === '' && phone === '') throw fieldFault('email', REFUSALS.reachMissing);
  const wrong = email === '' ? null : emailFault(email);
  if (wrong !== null) throw fieldFault('email', wrong);
  if (phone !== '' && readPhone(phone) === null) throw fieldFault('phone', PHONE_TEXTS.invalid);
  const text = cleanText(given.message).trim();
  if (text === '') throw fieldFault('message', REFUSALS.messageMissing);

  const author = authorOf(who.id);
  const write = () =>
    app.db.transaction(async (tx) => {
      const visitor = await lockVisitor(tx, app, who);
      const latest = await lockLatestConversation(tx, visitor.id);
      const made = await desk.find(tx, who.botId, author, given.temporal_id);
      if (made !== null) return made;
      const waits =
        latest?.state === 'pending' && (await offersForm(tx, app.clock.now(), who.botId, latest.category));
      if (!latest || !waits) throw new Refused('conflict', { message: REFUSALS.attending });
      // Who is blocked is answered like anybody, and heard by nobody.
      if (visitor.blocked) return '';
      return desk.open(tx, {
        botId: who.botId,
        conversationId: latest.id,
        leadId: visitor.lead_id,
        leadName: name || leadName({ id: visitor.lead_id, name: null, email: null, phone: null }),
        category: latest.category,
        text: [text, `${name}${email && ` · ${email}`}${phone && ` · ${phone}`}`].join('\n\n'),
        author,
        temporalId: given.temporal_id,
      });
    });
  let code: string;
  try {
    code = await write();
  } catch (error) {
    // The same word came twice at once: the second finds what the first made.
    if (!isUniqueViolation(error, 'tickets_once')) throw error;
    code = await write();
  }
  // In a transaction of its own: it ends with the log. The ticket has the same data in its words, should this be lost.
  if (code !== '') await identify(app, who, { name, email, phone });
  return { code };
}
