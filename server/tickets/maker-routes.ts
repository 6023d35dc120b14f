/** The calls of contract/calls/maker-tickets.ts. */
import { makerTicketCalls } from '../../contract/calls/maker-tickets.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { listMakersTickets, openMakersTicket, readMakersTicket, writeMakersMessage } from './makers.ts';

/** Mounts the calls. */
export function registerMakerTickets(app: App): void {
  const opened = app.sharedLimit('makerTickets.opened', 20, 60 * 60);
  const written = app.sharedLimit('makerTickets.written', 120, 60 * 60);
  registerCall(app, makerTicketCalls.listMakerTickets, ({ query, session }) =>
    listMakersTickets(app, session.user, query.all ?? false),
  );
  registerCall(app, makerTicketCalls.openMakerTicket, async ({ body, session, reply }) => {
    await opened.take(String(session.user.id));
    reply.code(201);
    const { temporal_id: temporalId, ...wish } = body;
    return openMakersTicket(app, session.user, { ...wish, temporalId });
  });
  registerCall(app, makerTicketCalls.showMakerTicket, ({ params, session }) =>
    readMakersTicket(app, session.user, params.id),
  );
  registerCall(app, makerTicketCalls.writeMakerTicket, async ({ params, body, session }) => {
    await written.take(String(session.user.id));
    const { text, temporal_id: temporalId, note = false, solve = false } = body;
    return writeMakersMessage(app, session.user, params.id, { text, temporalId, note, solve });
  });
}
