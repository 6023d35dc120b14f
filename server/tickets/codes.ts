/** Codes that people quote: counted by bot, so that nobody reads out of one how much others have. */
import { type Queryable, sql } from '../platform/database/database.ts';

/** The first one: a code of four figures is told from a row's number. */
const FIRST = 1001;

/** The next code of a bot; null: of what goes to the makers of the product. Two at once get two. */
export async function nextCode(tx: Queryable, botId: number | null): Promise<string> {
  const [row] = await tx.query<{ last: number }>(sql`
    insert into ticket_numbers (bot_id, last) values (${botId ?? 0}, ${FIRST})
    on conflict (bot_id) do update set last = ticket_numbers.last + 1 returning last`);
  if (!row) throw new Error('No number was given out');
  return `${botId === null ? 'S' : 'T'}-${row.last}`;
}

/** A code as somebody typed it, as it is kept; null: it is none. */
export function codeOf(typed: string): string | null {
  const found = /^#?(?:t|ticket)?[\s-]*(\d{1,9})$/iu.exec(typed.trim());
  return found ? `T-${found[1]}` : null;
}
