/** One change for many clients: each alone, so that what is refused for one is done for the others. */
import type { ClientBulkChange } from '../../contract/calls/clients.ts';
import { LIMITS } from '../../contract/limits.ts';
import { agentActor } from '../access/agent-actor.ts';
import { auditLead } from '../crm/audit-lead.ts';
import { changeLead } from '../crm/change-lead.ts';
import type { LeadFields } from '../crm/lead-fields.ts';
import { leadName } from '../crm/lead-name.ts';
import type { LeadRow } from '../crm/lead-row.ts';
import { tellLeadCards } from '../inbox/tell-lead-cards.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { lockLead } from './client-record.ts';

export interface BulkOutcome {
  id: string;
  ok: boolean;
  /** Why not, in Spanish. */
  message: string | null;
  /** Null for who is not there. */
  name: string | null;
}

/** In the order given; what is named twice is done once. Anything but a refusal ends the call. */
export async function each(
  app: App,
  by: BotSession,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<BulkOutcome[]> {
  const results: BulkOutcome[] = [];
  for (const id of new Set(ids)) {
    const name = await nameOf(app, by, id);
    try {
      await work(id);
      results.push({ id, ok: true, message: null, name });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      results.push({ id, ok: false, message: error.message, name });
    }
  }
  return results;
}

async function nameOf(app: App, by: BotSession, id: string): Promise<string | null> {
  const [row] = await app.db.query<{
    id: string;
    name: string | null;
    email: string | null;
    phone: string | null;
  }>(sql`select id, name, email, phone from leads where id = ${id} and bot_id = ${by.link.bot_id}`);
  return row ? leadName(row) : null;
}

function givenBy(change: ClientBulkChange, row: LeadRow): LeadFields {
  if ('add_tags' in change) {
    const tags = [...new Set([...row.tags, ...change.add_tags.flatMap((tag) => cleanLine(tag) ?? [])])];
    if (tags.length > LIMITS.tags) {
      throw new Refused('rule', { message: `Un cliente puede tener hasta ${LIMITS.tags} etiquetas.` });
    }
    return { tags };
  }
  if ('remove_tags' in change) {
    const gone = new Set(change.remove_tags.map(cleanLine));
    return { tags: row.tags.filter((tag) => !gone.has(tag)) };
  }
  if ('areas' in change) return { areas: change.areas };
  return { fields: { [change.own.key]: change.own.value } };
}

async function changeOne(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  change: ClientBulkChange,
): Promise<void> {
  const botId = by.link.bot_id;
  const given = givenBy(change, await lockLead(tx, botId, id));
  const changed = await changeLead(tx, app, tellLeadCards, { botId, id, given, actor: agentActor(by) });
  if (!changed) throw new Refused('not_found');
  await auditLead(tx, app, by.user, changed.before, changed.after);
}

/** Does the same to each of these clients, one transaction each. @returns what became of each */
export const changeLeads = (app: App, by: BotSession, ids: readonly string[], change: ClientBulkChange) =>
  each(app, by, ids, (id) => app.db.transaction((tx) => changeOne(tx, app, by, id, change)));
