/** A client's record beside its fields: consents, the block, identities, who it is not. */
import type { Consent, NewConsent } from '../../contract/entities/consent.ts';
import type { LeadIdentity } from '../../contract/entities/identity.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import { agentActor } from '../access/agent-actor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { addConsent, consentsOf } from '../crm/consents.ts';
import { likelyTwin } from '../crm/duplicates.ts';
import { type LeadRow, leadColumns, toLead } from '../crm/lead-row.ts';
import { tellLeadCards } from '../inbox/tell-lead-cards.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';

/** Locks a client of the bot. Throws not_found. */
export async function lockLead(tx: Transaction, botId: number, id: string): Promise<LeadRow> {
  const [row] = await tx.query<LeadRow>(
    sql`select ${leadColumns} from leads where id = ${id} and bot_id = ${botId} for no key update`,
  );
  if (!row) throw new Refused('not_found');
  return row;
}

/** The oldest first; what names a visitor's browser stays here. */
export async function identitiesShown(db: Queryable, botId: number, leadId: string): Promise<LeadIdentity[]> {
  return db.query<LeadIdentity>(sql`
    select kind, case when kind = 'visitor' then null else value end as value, trust, created_at
    from lead_identities where bot_id = ${botId} and lead_id = ${leadId} order by created_at, kind, value limit 200`);
}

/** Throws rule for a source that says nothing. */
export async function noteConsent(
  app: App,
  by: BotSession,
  leadId: string,
  given: NewConsent,
): Promise<Consent[]> {
  const source = cleanLine(given.source);
  if (source === null) throw fieldFault('source', 'Escribe cómo lo dijo el cliente.');
  return app.db.transaction(async (tx) => {
    const botId = by.link.bot_id;
    await lockLead(tx, botId, leadId);
    await addConsent(tx, app, { ...given, source, botId, leadId, userId: by.user.id });
    touch(tx, app, botId, ['leads', `lead:${leadId}`]);
    return consentsOf(tx, leadId);
  });
}

/** Blocks or unblocks a client. @returns the client as it is then. Throws not_found. */
export async function blockLead(app: App, by: BotSession, id: string, blocked: boolean): Promise<Lead> {
  return app.db.transaction(async (tx) => {
    const row = await lockLead(tx, by.link.bot_id, id);
    const next = { ...row, blocked_at: blocked ? (row.blocked_at ?? app.clock.now().toISOString()) : null };
    await tx.query(sql`update leads set blocked_at = ${next.blocked_at}::timestamptz where id = ${id}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'lead',
      id,
      botId: row.bot_id,
      before: { blocked: row.blocked_at !== null },
      after: { blocked },
    });
    touch(tx, app, row.bot_id, ['leads', `lead:${id}`]);
    return toLead(next);
  });
}

/** Remembers that two clients are not one person, or forgets it. Throws not_found; rule for one and the same. */
export async function markDistinct(
  app: App,
  by: BotSession,
  id: string,
  otherId: string,
  distinct: boolean,
): Promise<void> {
  if (id === otherId) throw new Refused('rule', { message: 'Es el mismo cliente.' });
  await app.db.transaction(async (tx) => {
    const botId = by.link.bot_id;
    const [smaller, larger] = [id, otherId].sort((a, b) => (a < b ? -1 : 1)) as [string, string];
    const rows = [await lockLead(tx, botId, smaller), await lockLead(tx, botId, larger)];
    // The database's order of texts decides which is the smaller one.
    await tx.query(
      distinct
        ? sql`insert into lead_distinct (bot_id, lead_id, other_id, user_id, at)
            values (${botId}, least(${id}::text, ${otherId}::text), greatest(${id}::text, ${otherId}::text),
              ${by.user.id}, ${app.clock.now()}) on conflict do nothing`
        : sql`delete from lead_distinct
            where lead_id = least(${id}::text, ${otherId}::text) and other_id = greatest(${id}::text, ${otherId}::text)`,
    );
    touch(tx, app, botId, [`lead:${id}`, `lead:${otherId}`]);
    for (const row of rows) {
      const twin = await likelyTwin(tx, row);
      if (twin === row.possible_duplicate_of) continue;
      await tx.query(sql`update leads set possible_duplicate_of = ${twin} where id = ${row.id}`);
      await tellLeadCards(tx, app, { ...row, possible_duplicate_of: twin }, agentActor(by));
    }
  });
}
