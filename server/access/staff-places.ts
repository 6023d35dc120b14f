/** Internal accounts, and by which of their bots each is told of something. */
import { allows, type ModuleName } from '../../contract/permissions.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { linksOfPerson } from './links.ts';

interface ToldAt {
  user_id: number;
  bot_id: number;
}

/** The first of a person's bots at which they may read the module; null: there is none. */
export async function toldAt(db: Queryable, userId: number, module: ModuleName): Promise<ToldAt | null> {
  const links = await linksOfPerson(db, userId);
  const first = links.find(({ role }) => allows(role.permissions, module, 'read'));
  return first ? { user_id: userId, bot_id: first.bot_id } : null;
}

/** Every internal account with the first of their bots at which they may read the module. */
export async function staffPlaces(
  db: Queryable,
  app: Pick<App, 'config'>,
  module: ModuleName,
): Promise<ToldAt[]> {
  const people = await db.query<{ id: number }>(sql`
    select id from users
    where lower(email) = any(${[...app.config.staffEmails]}::text[]) and email_confirmed_at is not null order by id`);
  const places: ToldAt[] = [];
  for (const { id } of people) {
    const at = await toldAt(db, id, module);
    if (at) places.push(at);
  }
  return places;
}
