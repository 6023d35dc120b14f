/** People at the bot whom a ticket may name. */
import { allows } from '../../contract/permissions.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { seesRow, type TicketRow } from './ticket-row.ts';

export interface Named {
  id: number;
  name: string;
  image: string | null;
}

const person = async (db: Queryable, id: number): Promise<Named | null> => {
  const [row] = await db.query<Named>(sql`select id, name, image from users where id = ${id}`);
  return row ?? null;
};

/** Who is to have it. Throws rule at the field for somebody who may write in no ticket of the bot. */
export async function requireAssignee(db: Queryable, botId: number, id: number): Promise<Named> {
  const link = await findLink(db, id, botId);
  const found = link && allows(link.role.permissions, 'tickets', 'add') ? await person(db, id) : null;
  if (!found) throw fieldFault('assignee', 'Esa persona no atiende tickets de este chatbot.');
  return found;
}

/** The mentioned, and whether they see the ticket: those alone get a notice. Throws rule for who is not at the bot. */
export async function namedIn(
  db: Queryable,
  row: TicketRow,
  ids: readonly number[],
): Promise<(Named & { sees: boolean })[]> {
  const named: (Named & { sees: boolean })[] = [];
  for (const id of new Set(ids)) {
    const link = row.bot_id === null ? null : await findLink(db, id, row.bot_id);
    const found = link ? await person(db, id) : null;
    if (!link || !found) throw fieldFault('mentions', 'Solo puedes mencionar a colegas de este chatbot.');
    const reads = allows(link.role.permissions, 'tickets', 'read');
    named.push({ ...found, sees: reads && seesRow(viewerOf(link), row) });
  }
  return named;
}
