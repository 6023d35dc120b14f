/** The calls of contract/calls/maker-tickets.ts. */
import { Readable } from 'node:stream';
import { makerTicketCalls } from '../../contract/calls/maker-tickets.ts';
import { authorOfUser } from '../inbox/once.ts';
import type { App } from '../platform/app.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { formFile } from '../platform/http/form.ts';
import { registerCall } from '../platform/http/route.ts';
import { discard, keep, receive } from '../platform/uploads/upload-store.ts';
import { listMakersTickets, openMakersTicket, readMakersTicket, writeMakersMessage } from './makers.ts';

/** Mounts the calls. */
export function registerMakerTickets(app: App): void {
  const opened = app.sharedLimit('makerTickets.opened', 20, 60 * 60);
  const files = app.sharedLimit('makerTickets.files', 60, 60 * 60);
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
  registerCall(app, makerTicketCalls.uploadMakerFile, async ({ body, session, request }) => {
    await files.take(String(session.user.id));
    const file = formFile(request);
    if (file === null) throw fieldFault('file', 'Falta el archivo.');
    // It came whole: longer ones end in the form.
    const arrived = await receive(app, Readable.from([file.content]), file.name, () => false);
    try {
      return await keep(app, arrived, { botId: null, author: authorOfUser(session.user.id), key: body.key });
    } finally {
      await discard(arrived);
    }
  });
  registerCall(app, makerTicketCalls.showMakerTicket, ({ params, session }) =>
    readMakersTicket(app, session.user, params.id),
  );
  registerCall(app, makerTicketCalls.writeMakerTicket, async ({ params, body, session }) => {
    await written.take(String(session.user.id));
    const { temporal_id: temporalId, ...wish } = body;
    return writeMakersMessage(app, session.user, params.id, { ...wish, temporalId });
  });
}
