/** The audit record of a lead's change, in the change's own transaction (docs/protocol.md 'Sign-in, credentials, errors'). */
import type { Lead } from '../../contract/entities/lead.ts';
import type { User } from '../../contract/entities/user.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';

const FIELDS = [
  'name',
  'email',
  'phone',
  'rut',
  'notes',
  'tags',
  'city',
  'areas',
  'fields',
] as const satisfies readonly (keyof Lead)[];

/** Writes nothing when nothing changed. */
export async function auditLead(
  tx: Transaction,
  app: Pick<App, 'ids' | 'clock'>,
  user: User,
  before: Lead,
  after: Lead,
): Promise<void> {
  const changes = FIELDS.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  ).map((field) => ({ column_name: field, old_value: before[field], new_value: after[field] }));
  if (changes.length === 0) return;
  await tx.query(sql`
    insert into audits (
      id, auditable_type, auditable_id, bot_id, action, user_id, user_name, user_email, changes, at
    ) values (
      ${app.ids()}, 'lead', ${after._id}, ${after.bot_id}, 'update', ${user.id}, ${user.name}, ${user.email},
      ${json(changes)}, ${app.clock.now()}
    )`);
}
