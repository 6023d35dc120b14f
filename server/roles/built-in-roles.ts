/** The three roles that every bot has. A fresh installation has none until its first bot. */
import { ROLES, type RoleName } from '../../contract/states.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

/** Two first bots made at once must not make the roles twice. Any number that no other lock uses. */
const LOCK = 7_103_001;

/** The id of a built-in role; makes those that are missing. Call it in a transaction. */
export async function builtInRole(tx: Queryable, base: RoleName): Promise<number> {
  const find = () =>
    tx.query<{ id: number }>(
      sql`select id from roles where bot_id is null and base = ${base} order by id limit 1`,
    );
  const [known] = await find();
  if (known) return known.id;
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
  await tx.query(sql`
    insert into roles (name, base) select name, name from unnest(${[...ROLES]}::text[]) as built_in (name)
    where not exists (select 1 from roles r where r.bot_id is null and r.base = built_in.name)`);
  const [made] = await find();
  if (!made) throw new Error(`No built-in role ${base}`);
  return made.id;
}
