/** Macros as the database keeps them. */
import type { Macro } from '../../contract/entities/macro.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';
import type { Acting } from '../platform/http/session.ts';
import type { Holder } from '../platform/uploads/upload-store.ts';

/** The select list of a row of `macros m`. */
export const macroColumns = raw(`
  m.id, m.bot_id, m.name, m.steps,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'type', u.type, 'size', u.size) order by u.id)
    from uploads u where u.macro_id = m.id), '[]') as attachments, m.buttons, m.links,
  (select u.name from users u join user_bots ub on ub.user_id = u.id
    where ub.bot_id = m.bot_id and u.id = (m.steps->'assign'->>'agent_id')::int) as agent_name,
  m.shared, m.user_id, (select u.name from users u where u.id = m.user_id) as user_name, m.revision, m.updated_at`);

/** Names the files that a macro carries. */
export const ofMacro = (id: string): Holder => sql`macro_id = ${id}`;

/** One of those that the person has: their own or a shared one. Null: there is none. */
export async function findMacro(tx: Queryable, by: Acting, id: string): Promise<Macro | null> {
  const [row] = await tx.query<Macro>(sql`
    select ${macroColumns} from macros m
    where m.id = ${id} and m.bot_id = ${by.link.bot_id} and (m.shared or m.user_id = ${by.user.id})`);
  return row ?? null;
}

/** The same, whoever has it. */
export async function macroById(tx: Queryable, botId: number, id: string): Promise<Macro | null> {
  const [row] = await tx.query<Macro>(
    sql`select ${macroColumns} from macros m where m.id = ${id} and m.bot_id = ${botId}`,
  );
  return row ?? null;
}
