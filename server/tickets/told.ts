/** Who is told of a ticket: every tab that may show it, and people by notification, once for each event. */
import type { UserBot } from '../../contract/entities/user.ts';
import { allows } from '../../contract/permissions.ts';
import { seesTicket, type TicketSight } from '../../machines/ticket/sight.ts';
import { linksOfBot, viewerOf } from '../access/links.ts';
import { staffPlaces, toldAt } from '../access/staff-places.ts';
import { notify } from '../notices/notifications.ts';
import { touchNoticesOfTicket } from '../notices/touch-notices.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { seesRow, type TicketRow } from './ticket-row.ts';

/** Where a ticket opens in the app. */
export const ticketLink = ({ id, bot_id }: Pick<TicketRow, 'id' | 'bot_id'>): string =>
  `/tickets?${bot_id === null ? '' : `bot=${bot_id}&`}ticket=${encodeURIComponent(id)}`;

const reads = (link: UserBot): boolean => allows(link.role.permissions, 'tickets', 'read');

/** Everybody at the bot who sees the ticket as it is. */
export async function watchersOf(db: Queryable, row: TicketRow): Promise<number[]> {
  if (row.bot_id === null) return [];
  const links = await linksOfBot(db, row.bot_id);
  return links.filter((link) => reads(link) && seesRow(viewerOf(link), row)).map(({ user_id }) => user_id);
}

/** Says that lists and the ticket itself are old, to those who saw it before or see it now. */
export async function tellTicket(
  tx: Transaction,
  app: App,
  before: TicketRow | null,
  after: TicketRow,
): Promise<void> {
  if (after.bot_id === null) return tellMakers(tx, app, after);
  if (before && (before.category !== after.category || before.assignee_id !== after.assignee_id))
    await touchNoticesOfTicket(tx, app, { id: after.id, bot_id: after.bot_id });
  const links = (await linksOfBot(tx, after.bot_id)).filter(reads);
  const userIds = links
    .filter((link) => [before, after].some((row) => row && seesRow(viewerOf(link), row)))
    .map(({ user_id }) => user_id);
  if (userIds.length === 0) return;
  touch(tx, app, after.bot_id, ['tickets', `ticket:${after.id}`], { userIds });
  // Their pages name this one: of the same client, merged into it, gone on with.
  for (const other of await namedWith(tx, before, after)) {
    const theirs = links
      .filter((link) => userIds.includes(link.user_id) && seesTicket(viewerOf(link), other))
      .map(({ user_id }) => user_id);
    if (theirs.length > 0) touch(tx, app, after.bot_id, [`ticket:${other.id}`], { userIds: theirs });
  }
}

/** More than a client has open at once. */
const MOST_NAMED = 40;

async function namedWith(
  db: Queryable,
  before: TicketRow | null,
  after: TicketRow,
): Promise<(TicketSight & { id: string })[]> {
  const leads = [before?.lead_id, after.lead_id].filter((id) => typeof id === 'string');
  const others = [before?.merged_into, after.merged_into, after.continues].filter(
    (id) => typeof id === 'string',
  );
  return db.query<TicketSight & { id: string }>(sql`
    select id, category, assignee_id as assignee, opened_by_id from tickets
    where bot_id = ${after.bot_id}::int and id <> ${after.id} and (
      lead_id = any(${leads}::text[]) or id = any(${others}::text[])
      or merged_into = ${after.id} or continues = ${after.id})
    order by updated_at desc, id limit ${MOST_NAMED}`);
}

/** One to the makers is heard by who wrote it and by internal accounts, at whichever bot they look at. */
async function tellMakers(tx: Transaction, app: App, row: TicketRow): Promise<void> {
  const rows = await tx.query<{ bot_id: number; user_id: number }>(sql`
    select ub.bot_id, ub.user_id from user_bots ub join users u on u.id = ub.user_id
    where u.id = ${row.opened_by_id}::int or lower(u.email) = any(${[...app.config.staffEmails]}::text[])
    order by ub.bot_id, ub.user_id`);
  const byBot = new Map<number, number[]>();
  for (const { bot_id, user_id } of rows) byBot.set(bot_id, [...(byBot.get(bot_id) ?? []), user_id]);
  for (const [botId, userIds] of byBot) touch(tx, app, botId, ['tickets', `ticket:${row.id}`], { userIds });
}

interface Told {
  action: 'create_new_ticket_notification' | 'create_new_message_ticket' | 'user_tagged';
  subject: string;
  body: string;
  plain: string;
  /** Who did it hears nothing. */
  by: { id: number; name: string } | null;
}

/** Tells these people by notification; those at the bot alone get it. */
export async function notifyPeople(
  tx: Transaction,
  app: App,
  row: TicketRow,
  userIds: readonly number[],
  told: Told,
): Promise<void> {
  if (row.bot_id === null) return;
  const { by, ...words } = told;
  await notify(tx, app, {
    ...words,
    botId: row.bot_id,
    userIds: userIds.filter((id) => id !== by?.id),
    icon: told.action === 'user_tagged' ? 'mention' : 'ticket',
    link: ticketLink(row),
    fromAgent: by,
    categories: row.category === null ? [] : [row.category],
    trackingCode: row.tracking_code,
    ticketId: row.id,
  });
}

/** Internal accounts hear of a ticket to the makers, or who opened it: each at a bot where they may read tickets. */
export async function notifyMakers(
  tx: Transaction,
  app: App,
  row: TicketRow,
  told: 'new' | 'words' | { answeredBy: { id: number; name: string } },
): Promise<void> {
  const answered = typeof told === 'object';
  const opener = answered && row.opened_by_id !== null ? await toldAt(tx, row.opened_by_id, 'tickets') : null;
  const places = answered ? (opener ? [opener] : []) : await staffPlaces(tx, app, 'tickets');
  const { tracking_code: code, subject } = row;
  const body = answered
    ? `${told.answeredBy.name} respondió tu consulta ${code}: ${subject}`
    : told === 'new'
      ? `Nueva consulta ${code} de ${row.opened_by_name}: ${subject}`
      : `${row.opened_by_name} escribió en ${code}: ${subject}`;
  for (const { user_id, bot_id } of places) {
    if (!answered && user_id === row.opened_by_id) continue;
    await notify(tx, app, {
      action: told === 'new' ? 'create_new_ticket_notification' : 'create_new_message_ticket',
      botId: bot_id,
      userIds: [user_id],
      icon: 'ticket',
      subject: answered
        ? 'Respuesta de soporte'
        : told === 'new'
          ? 'Nueva consulta'
          : 'Respuesta en una consulta',
      body,
      plain: answered ? `Hay una respuesta en tu consulta ${code}.` : `Hay novedades en ${code}.`,
      link: `/soporte?bot=${bot_id}&ticket=${encodeURIComponent(row.id)}`,
      fromAgent: answered ? told.answeredBy : null,
      trackingCode: code,
      ticketId: row.id,
    });
  }
}

/** Who has it; while nobody does, everybody who sees it. */
export async function concerned(db: Queryable, row: TicketRow): Promise<number[]> {
  return row.assignee_id === null ? watchersOf(db, row) : [row.assignee_id];
}

/** A new ticket is there. */
export async function notifyNew(
  tx: Transaction,
  app: App,
  row: TicketRow,
  by: { id: number; name: string } | null,
): Promise<void> {
  if (row.bot_id === null) return notifyMakers(tx, app, row, 'new');
  await notifyPeople(tx, app, row, await concerned(tx, row), {
    action: 'create_new_ticket_notification',
    subject: 'Nuevo ticket',
    body: `${row.tracking_code}: ${row.subject}`,
    plain: `${row.tracking_code} espera una respuesta.`,
    by,
  });
}

/** Somebody answered: the customer, or a colleague in a ticket of somebody else. */
export async function notifyAnswer(
  tx: Transaction,
  app: App,
  row: TicketRow,
  by: { id: number; name: string } | null,
): Promise<void> {
  if (row.bot_id === null) return notifyMakers(tx, app, row, 'words');
  if (by !== null && row.assignee_id === null) return;
  const who = by?.name ?? row.lead_name ?? 'El cliente';
  await notifyPeople(tx, app, row, await concerned(tx, row), {
    action: 'create_new_message_ticket',
    subject: 'Respuesta en un ticket',
    body: `${who} respondió en ${row.tracking_code}: ${row.subject}`,
    plain: `Hay una respuesta en ${row.tracking_code}.`,
    by,
  });
}
