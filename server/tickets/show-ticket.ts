/** One ticket with all that its page shows. */

import type { TicketDetail, TicketReference } from '../../contract/entities/ticket.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { TicketState } from '../../contract/rules/tickets.ts';
import { sees } from '../../machines/inbox/sight.ts';
import { visibleTickets } from '../access/visible-tickets.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { pageUrl } from './page-address.ts';
import { mailOf, reachOf, readTalk } from './talk.ts';
import { findTicket, requireSeen, type TicketRow, toTicket } from './ticket-row.ts';

const STEPS = 200;
const SIBLINGS = 20;

/** Throws not_found for a ticket that the viewer does not see. */
export async function showTicket(app: App, db: Queryable, viewer: Viewer, id: string): Promise<TicketDetail> {
  return detailOf(app, db, viewer, requireSeen(viewer, await findTicket(db, id)));
}

/** The detail of a row that the viewer sees. */
export async function detailOf(
  app: App,
  db: Queryable,
  viewer: Viewer,
  row: TicketRow,
): Promise<TicketDetail> {
  const now = app.clock.now();
  const talk = await readTalk(db, row);
  const email = await mailOf(db, row.lead_id);
  const steps = await db.query<{ id: string; at: string; by_name: string; text: string }>(sql`
    select id, at, by_name, text from ticket_steps where ticket_id = ${row.id} and text <> ''
    order by at desc, id desc limit ${STEPS}`);
  const merged = await db.query<TicketReference>(sql`
    select id, tracking_code from tickets where merged_into = ${row.id} order by created_at, id limit 50`);
  const [continues] = await db.query<TicketReference>(sql`
    select id, tracking_code from tickets where id = ${row.continues}`);
  const siblings = await db.query<TicketReference & { subject: string; state: TicketState }>(sql`
    select t.id, t.tracking_code, t.subject, t.state from tickets t
    where t.bot_id = ${row.bot_id}::int and t.lead_id = ${row.lead_id}::text and t.id <> ${row.id}
      and t.state <> 'closed' and ${visibleTickets(viewer)}
    order by t.created_at desc, t.id desc limit ${SIBLINGS}`);
  const seen = talk !== null && sees(viewer, talk);
  return {
    ...toTicket(row, now),
    reach: reachOf(talk, email, now),
    history: steps.reverse().map(({ id, at, by_name: by, text }) => ({ id, at, by, text })),
    merged,
    continues: continues ?? null,
    siblings,
    sees_conversation: seen,
    talk_id: seen ? talk.id : null,
    page_url: pageUrl(app, row.id, now),
  };
}
