/** Rows that do not say what the schema says, one a function: typed-rows.test.ts names what is wrong with each. */
import { type Queryable, raw, type Sql, sql } from '../../server/platform/database/database.ts';

export const gone = (db: Queryable) => db.query<{ colour: string }>(sql`select colour from leads`);

export const undeclared = (db: Queryable) => db.query<{ id: string }>(sql`select id, name from leads`);

export const unread = (db: Queryable) => db.query<{ id: string; name: string }>(sql`select id from users`);

export const otherKind = (db: Queryable) =>
  db.query<{ id: string; log_head: string }>(sql`select id, log_head from bots`);

export const neverNull = (db: Queryable) => db.query<{ rut: string }>(sql`select rut from leads`);

export const joined = (db: Queryable) =>
  db.query<{ name: string }>(sql`
    select u.name from conversations c left join users u on u.id = c.agent_id`);

export const fewerWords = (db: Queryable) =>
  db.query<{ action: 'create' | 'update' }>(sql`select action from audits`);

export const anything = (db: Queryable) => db.query<Record<string, unknown>>(sql`select id from leads`);

const bounds = (column: Sql) => sql`min(${column}) as first, max(${column}) as last`;
/** Each of its forms is read: the second one names no column. */
export const forms = (db: Queryable, byDay: boolean) =>
  db.query<{ first: string; last: string }>(
    sql`select ${byDay ? bounds(sql`created_at`) : bounds(raw('created'))} from leads`,
  );

async function select<T extends object>(db: Queryable, what: Sql): Promise<T[]> {
  return db.query<T>(sql`select ${what} from leads`);
}
/** The type and the fragment are the callers'. */
export const ofCaller = (db: Queryable) => select<{ id: number }>(db, sql`id`);

export const untold = (db: Queryable, text: string) => db.query(sql`select ${raw(text)}`);
