/** The calls of contract/calls/tickets.ts. */
import { ticketCalls } from '../../contract/calls/tickets.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { reading } from '../platform/http/judged-again.ts';
import { registerCall } from '../platform/http/route.ts';
import { changeTicket, solveTicket } from './change-ticket.ts';
import { codeOf } from './codes.ts';
import { createTicket } from './create-ticket.ts';
import { countTickets, listTickets } from './list-tickets.ts';
import { createAnswerMails } from './mail-answer.ts';
import { mergeTicket } from './merge-ticket.ts';
import { messagesOf, withFiles } from './messages.ts';
import { answerPage, readPage } from './page.ts';
import { readTicketSettings } from './read-settings.ts';
import { botAddress } from './reply-address.ts';
import { saveTicketSettings } from './settings.ts';
import { showTicket } from './show-ticket.ts';
import { findTicket, requireSeen, type TicketRow, ticketColumns } from './ticket-row.ts';
import { writeMessage } from './write-message.ts';

/** Mounts the calls. */
export function registerTickets(app: App): void {
  registerOnes(app);
  registerPages(app);
  registerCall(
    app,
    ticketCalls.listTickets,
    reading(({ query, session }) => listTickets(app.db, session.viewer, query, app.clock.now())),
  );
  registerCall(app, ticketCalls.countTickets, ({ query, session }) =>
    countTickets(app.db, session.viewer, query.bot_id, app.clock.now()),
  );
  registerCall(app, ticketCalls.createTicket, async ({ body, session, reply }) => {
    reply.code(201);
    return createTicket(app, session, body);
  });
  registerCall(app, ticketCalls.findTicket, async ({ params, query, session }) => {
    const code = codeOf(params.code);
    const [row] = await app.db.query<TicketRow>(sql`
      select ${ticketColumns} from tickets t where t.bot_id = ${query.bot_id} and t.tracking_code = ${code ?? ''}`);
    const { id, tracking_code } = requireSeen(session.viewer, row ?? null);
    return { id, tracking_code };
  });
  registerCall(app, ticketCalls.ticketSettings, async ({ query, session }) => ({
    ...(await readTicketSettings(app.db, query.bot_id)),
    mail_address: session.viewer.base === 'administrador' ? botAddress(app, query.bot_id) : null,
  }));
  registerCall(app, ticketCalls.saveTicketSettings, ({ body, session }) => {
    const { bot_id: _, ...wish } = body;
    return saveTicketSettings(app, session, wish);
  });
}

/** Of one ticket. */
function registerOnes(app: App): void {
  const mails = createAnswerMails(app);
  registerCall(app, ticketCalls.showTicket, ({ params, session }) =>
    showTicket(app, app.db, session.viewer, params.id),
  );
  registerCall(app, ticketCalls.changeTicket, ({ params, body, session }) =>
    changeTicket(app, session, params.id, body),
  );
  registerCall(app, ticketCalls.solveTicket, ({ params, session }) => solveTicket(app, session, params.id));
  registerCall(app, ticketCalls.listTicketMessages, async ({ params, query, session }) => {
    requireSeen(session.viewer, await findTicket(app.db, params.id));
    const messages = await messagesOf(app.db, params.id, query);
    return messages.map((message) => ({ ...message, attachments: withFiles(app, message.attachments) }));
  });
  registerCall(app, ticketCalls.writeTicketMessage, async ({ params, body, session }) => {
    requireSeen(session.viewer, await findTicket(app.db, params.id));
    if (body.note !== true) await mails(session, params.id);
    const message = await writeMessage(app, session, params.id, body);
    return { ...message, attachments: withFiles(app, message.attachments) };
  });
  registerCall(app, ticketCalls.mergeTicket, ({ params, body, session }) =>
    mergeTicket(app, session, params.id, body.into),
  );
}

/** Of customers without an account: bounded by ticket and by where they come from. */
function registerPages(app: App): void {
  const reads = app.sharedLimit('ticketPages.read', 120, 60);
  const words = app.sharedLimit('ticketPages.write', 10, 60);
  const hourly = app.sharedLimit('ticketPages.hourly', 60, 60 * 60);
  registerCall(app, ticketCalls.ticketPage, async ({ params, request }) => {
    await reads.take(request.ip);
    return readPage(app, params.token);
  });
  registerCall(app, ticketCalls.answerTicketPage, async ({ params, body, request }) => {
    await reads.take(request.ip);
    // A token of nobody fills no limit of anybody.
    await readPage(app, params.token);
    const [payload = ''] = params.token.split('.');
    await words.take(payload);
    await hourly.take(payload);
    return answerPage(app, params.token, body);
  });
}
