/**
 * An answer to the customer, where they wrote, or a note: `POST tickets/{id}/messages`. The ticket's words and the
 * message that leaves are one transaction: nobody gets an answer twice, and none is noted that did not leave.
 */
import type * as z from 'zod/mini';
import type { ticketCalls } from '../../contract/calls/tickets.ts';
import type { Attachment } from '../../contract/entities/message.ts';
import type { TicketMessage } from '../../contract/entities/ticket.ts';
import { TICKET_STATE_LABELS } from '../../contract/rules/tickets.ts';
import { ticketAfter, ticketWay } from '../../machines/ticket/moves.ts';
import { agentActor } from '../access/agent-actor.ts';
import { requireUnblocked } from '../crm/consents.ts';
import { requireTaken } from '../inbox/attachments.ts';
import type { ConversationRow } from '../inbox/conversation-row.ts';
import { ConversationWork } from '../inbox/conversation-work.ts';
import { appendEvents } from '../inbox/event-log.ts';
import { authorOfUser } from '../inbox/once.ts';
import type { App } from '../platform/app.ts';
import { cleanText } from '../platform/clean-text.ts';
import { isUniqueViolation, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { mailAnswer } from './mail-answer.ts';
import { findWritten } from './messages.ts';
import { namedIn } from './people.ts';
import { lockTalk, mailOf, reachOf } from './talk.ts';
import { claimForTicket } from './ticket-files.ts';
import {
  findTicket,
  illegalMove,
  lockTicket,
  requireSeen,
  requireUnmerged,
  type TicketRow,
} from './ticket-row.ts';
import { TicketWork } from './ticket-work.ts';
import { notifyAnswer, notifyPeople } from './told.ts';

type Wish = z.output<NonNullable<typeof ticketCalls.writeTicketMessage.body>>;

/**
 * Once per author and `temporal_id`, looked up before anything else is asked. Throws `Refused`: not_found; illegal_move
 * (closed or merged, with the present state); stale_view (a colleague answered after `last_seen`); rule (nothing in it,
 * foreign files, a blocked client).
 */
export async function writeMessage(app: App, by: BotSession, id: string, wish: Wish): Promise<TicketMessage> {
  const once = () => app.db.transaction((tx) => write(tx, app, by, id, wish));
  try {
    return await once();
  } catch (error) {
    // The same words came twice at once: the second one reads what the first one wrote.
    if (isUniqueViolation(error, 'ticket_messages_once')) return once();
    throw error;
  }
}

async function write(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  wish: Wish,
): Promise<TicketMessage> {
  const author = authorOfUser(by.user.id);
  const seen = requireSeen(by.viewer, await findTicket(tx, id));
  const note = wish.note ?? false;
  // Customers' words lock in this order: visitor, conversation, ticket.
  const talk = note ? null : await lockTalk(tx, seen);
  const row = requireSeen(by.viewer, await lockTicket(tx, id));
  const written = await findWritten(tx, author, wish.temporal_id);
  if (written) {
    if (written.ticket_id === id) return written;
    throw new Refused('rule', { message: 'Este mensaje ya se envió en otro ticket.' });
  }
  requireUnmerged(row);
  if (wish.mentions?.length && !note)
    throw new Refused('rule', { message: 'Solo puedes mencionar a colegas en notas internas.' });
  const text = cleanText(wish.text);
  const conversationId = talk?.id ?? null;
  const agent = { id: by.user.id, name: by.user.name, image: by.user.image };
  const files = await claimForTicket(
    tx,
    { botId: by.link.bot_id, ticketId: id, conversationId, author },
    wish.attachments ?? [],
  );
  if (text.trim() === '' && files.length === 0)
    throw new Refused('rule', { message: 'Escribe un mensaje antes de enviarlo.' });
  const work = TicketWork.on(app, row);
  const words = {
    from: 'agent',
    text,
    note,
    author,
    temporal_id: wish.temporal_id,
    agent,
    attachments: files,
  } as const;
  if (note) {
    const named = await namedIn(tx, row, wish.mentions ?? []);
    const message = work.say({ ...words, mentions: named.map(({ id, name }) => ({ id, name })) });
    await work.flush(tx);
    const told = named.filter(({ sees }) => sees).map(({ id }) => id);
    await notifyPeople(tx, app, row, told, {
      action: 'user_tagged',
      subject: 'Te mencionaron en una nota',
      body: `${by.user.name} te mencionó en una nota de ${row.tracking_code}: ${row.subject}`,
      plain: 'Un colega te nombró en un ticket.',
      by: by.user,
    });
    return message;
  }
  const opened = ticketAfter(row.state, 'answer');
  if (opened === null)
    throw illegalMove(row, 'Este ticket está cerrado: para seguir, crea uno nuevo que continúe con él.');
  await requireFresh(tx, by, row, wish.last_seen);
  if (row.lead_id !== null) await requireUnblocked(tx, row.lead_id);
  const email = await mailOf(tx, row.lead_id);
  const { way } = reachOf(talk, email, work.now);
  const talked = way !== 'mail' && way !== 'page' ? talk : null;
  if (talked) requireTaken(talked, files);
  const sent = talked ? sayInTalk(app, by, talked, text, files) : null;
  const message = work.say({ ...words, way, message: sent?.message ?? null });
  if (talked) work.set({ talk_id: talked.id });
  work.move(opened);
  moveOn(work, wish.next_state);
  work.step(
    by.user.name,
    row.state === work.row.state ? '' : `Pasó el ticket a ${TICKET_STATE_LABELS[work.row.state]}`,
  );
  if (way === 'mail' && email !== null)
    await mailAnswer(tx, app, work.row, { to: email, from: by.user.name, text });
  // The conversation's message first: the ticket's words name it.
  await sent?.work.write(tx);
  await work.flush(tx);
  await notifyAnswer(tx, app, work.row, by.user);
  // The log's append is the last thing that locks.
  if (sent) await appendEvents(tx, app, by.link.bot_id, sent.work.drafts, sent.work.now);
  return message;
}

/** The state that its writer gives it with the answer. Throws illegal_move. */
function moveOn(work: TicketWork, then: Wish['next_state']): void {
  if (then === undefined || then === work.row.state) return;
  const way = ticketWay(work.row.state, then);
  if (way === null)
    throw illegalMove(
      work.row,
      `Un ticket en ${TICKET_STATE_LABELS[work.row.state]} no puede pasar a ${TICKET_STATE_LABELS[then]}.`,
    );
  for (const state of way) work.move(state);
}

/** The answer as a message of the conversation, whoever has that: the ticket's writer answers in their own name. */
function sayInTalk(app: App, by: BotSession, talk: ConversationRow, text: string, attachments: Attachment[]) {
  const work = ConversationWork.on(talk, app);
  const message = work.say(agentActor(by), {
    from: 'agent',
    text,
    agent: { id: by.user.id, name: by.user.name, image: by.user.image },
    attachments,
    status: talk.channel === 'web' ? 'sent' : 'queued',
  });
  return {
    work,
    message: { id: message._id, status: message.message_status, reason: message.reason },
  };
}

/** Throws stale_view when a colleague answered after what the writer had seen. */
async function requireFresh(
  tx: Queryable,
  by: BotSession,
  row: TicketRow,
  lastSeen: number | undefined,
): Promise<void> {
  if (lastSeen === undefined) return;
  const [later] = await tx.query<{ name: string | null }>(sql`
    select (select u.name from users u where u.id = w.user_id) as name from ticket_messages w
    where w.ticket_id = ${row.id} and w.position > ${lastSeen} and w.sender = 'agent' and not w.note
      and w.user_id is distinct from ${by.user.id}::int order by w.position limit 1`);
  if (!later) return;
  throw new Refused('stale_view', {
    message: `${later.name ?? 'Otra persona'} respondió mientras tanto.`,
    details: { state: row.state, agent_name: later.name },
  });
}
