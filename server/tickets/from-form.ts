/** Tickets of words that visitors leave out of hours, by the chat's form. */
import { TICKET_LIMITS } from '../../contract/rules/tickets.ts';
import type { WordDesk } from '../inbox/commands/leave-word.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { newTicket } from './new-ticket.ts';
import { notifyNew } from './told.ts';

/** The desk that visitors' forms are handed (server/compose.ts). */
export const formTickets = (app: App): WordDesk => ({
  async find(tx, botId, author, temporalId) {
    const [made] = await tx.query<{ tracking_code: string }>(sql`
      select tracking_code from tickets
      where author = ${author} and temporal_id = ${temporalId} and bot_id = ${botId}`);
    return made?.tracking_code ?? null;
  },
  async open(tx, word) {
    const work = await newTicket(tx, app, {
      bot_id: word.botId,
      subject: `Formulario fuera de horario: ${word.leadName}`.slice(0, TICKET_LIMITS.subject),
      category: word.category,
      lead_id: word.leadId,
      lead_name: word.leadName,
      conversation_id: word.conversationId,
      opened_kind: 'visitor',
      opened_by_name: word.leadName,
    });
    work.say({ from: 'Cliente', text: word.text, way: 'web' });
    await work.flush(tx);
    await tx.query(sql`
      update tickets set author = ${word.author}, temporal_id = ${word.temporalId} where id = ${work.row.id}`);
    await notifyNew(tx, app, work.row, null);
    return work.row.tracking_code;
  },
});
