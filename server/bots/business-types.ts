/** The kinds of business that bots are of (docs/product.md §3 Bot, §7 `business_type_name`, `newbusiness_type`). */
import type { BusinessType } from '../../contract/calls/settings.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import type { Session } from '../platform/http/session.ts';

/** All of them, by name. */
export function businessTypes(db: Queryable): Promise<BusinessType[]> {
  return db.query<BusinessType>(sql`
    select t.id, t.name, t.assistant_id, (
      select count(*)::int from bots b
      where b.deleted_at is null and lower(b.business_type ->> 'name') = lower(t.name)) as bots
    from business_types t order by lower(t.name)`);
}

/** As a bot's row keeps it; null for none. Throws rule at the field for one that is not on the list. */
export async function chosenBusinessType(
  tx: Queryable,
  typed: string,
  field: string,
): Promise<{ name: string; assistant_id: string | null } | null> {
  const name = cleanLine(typed);
  if (name === null) return null;
  const [found] = await tx.query<{ name: string; assistant_id: string | null }>(sql`
    select name, assistant_id from business_types where lower(name) = lower(${name})`);
  if (!found) throw fieldFault(field, 'Elige un tipo de negocio de la lista.');
  return found;
}

/** Puts another on the list. Throws rule at `name`. */
export async function newBusinessType(
  app: App,
  by: Session,
  wish: { name: string; assistant_id?: string | null | undefined },
): Promise<BusinessType> {
  const name = cleanLine(wish.name);
  if (name === null) throw fieldFault('name', 'Ingresa el nombre del tipo de negocio.');
  return app.db.transaction(async (tx) => {
    const [made] = await tx.query<{ id: number; assistant_id: string | null }>(sql`
      insert into business_types (name, assistant_id, created_at)
      values (${name}, ${cleanLine(wish.assistant_id)}, ${app.clock.now()})
      on conflict (lower(name)) do nothing returning id, assistant_id`);
    if (!made) throw fieldFault('name', 'Ya existe un tipo de negocio con ese nombre.');
    await writeAudit(tx, app, {
      by: by.user,
      type: 'business_type',
      id: made.id,
      botId: null,
      before: null,
      after: { name, assistant_id: made.assistant_id },
    });
    return { ...made, name, bots: 0 };
  });
}
