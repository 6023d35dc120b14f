/** Links a person to a bot: the row, the first stretch of their status history, the audit. */
import type { Area, RoleName } from '../../contract/states.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';

export interface NewLink {
  userId: number;
  botId: number;
  role: { id: number; name: string; base: RoleName };
  areas: readonly Area[];
  assignments?: boolean;
  automaticAssignments?: boolean;
}

type By = { id: number; name: string; email: string } | null;

/** @returns the link's id. Throws a unique violation when there is one already. */
export async function linkPerson(tx: Transaction, app: App, by: By, link: NewLink): Promise<number> {
  const { userId, botId, role, areas, assignments = true, automaticAssignments = true } = link;
  const now = app.clock.now();
  const [row] = await tx.query<{ id: number; email: string }>(sql`
    insert into user_bots (user_id, bot_id, role_id, category, assignments, automatic_assignments, status_since, created_at)
    values (${userId}, ${botId}, ${role.id}, ${json(areas)}, ${assignments}, ${automaticAssignments}, ${now}, ${now})
    returning id, (select email from users where id = user_id) as email`);
  if (!row) throw new Error('No link was inserted');
  await tx.query(sql`
    insert into status_spans (bot_id, user_id, status, started_at) values (${botId}, ${userId}, 'inactive', ${now})
    on conflict do nothing`);
  await writeAudit(tx, app, {
    by,
    type: 'user_bot',
    id: row.id,
    botId,
    before: null,
    after: {
      user: row.email,
      role: role.name,
      category: areas,
      assignments,
      automatic_assignments: automaticAssignments,
    },
  });
  // Roles say how many have them.
  touch(tx, app, botId, ['agents', 'roles', 'presence']);
  return row.id;
}
