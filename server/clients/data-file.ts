/** 'Descargar sus datos': everything that is kept of one client, as far as the caller sees it. */
import type { LeadData } from '../../contract/calls/clients.ts';
import type { Attachment } from '../../contract/entities/message.ts';
import { auditsOf } from '../audit/audits.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { consentsOf } from '../crm/consents.ts';
import { findLead } from '../crm/lead-row.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { visitColumns } from '../inbox/visitor/visits.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { identitiesShown } from './client-record.ts';

/** More than one person ever says; the file is one answer. */
const MESSAGES = 20_000;

type Talk = Omit<LeadData['conversations'][number], 'messages'>;

async function talksOf(db: Queryable, by: BotSession, leadId: string): Promise<LeadData['conversations']> {
  const talks = await db.query<Talk>(sql`
    select c.id, c.channel, c.state, c.created_at, c.rating from conversations c
    where c.lead_id = ${leadId} and ${visibleTo(by.viewer)} order by c.created_at, c.id`);
  const messages = await db.query<{
    conversation_id: string;
    at: string;
    from: string;
    text: string;
    attachments: Attachment[];
  }>(sql`
    select m.conversation_id, m.created_at as at, case when m.note then 'nota' else m.sender end as from, m.text,
      m.attachments
    from messages m where m.conversation_id = any(${talks.map(({ id }) => id)}::text[])
    order by m.conversation_id, m.position limit ${MESSAGES}`);
  return talks.map((talk) => ({
    ...talk,
    messages: messages
      .filter(({ conversation_id }) => conversation_id === talk.id)
      .map(({ at, from, text, attachments }) => ({
        at,
        from,
        text,
        files: attachments.map(({ name }) => name),
      })),
  }));
}

/** What else is kept by the client's id: their browsers' visits, merges, imports. */
async function besides(
  db: Queryable,
  leadId: string,
): Promise<Pick<LeadData, 'visits' | 'merges' | 'imports'>> {
  const visits = await db.query<LeadData['visits'][number]>(sql`
    select ${visitColumns} from visits join visitors v on v.id = visits.visitor_id
    where v.lead_id = ${leadId} order by visits.first_at, v.id`);
  const merges = await db.query<LeadData['merges'][number]>(sql`
    select at, undone_at, survivor, loser from lead_merges
    where ${leadId} in (survivor_id, loser_id) order by at, id`);
  const imports = await db.query<LeadData['imports'][number]>(sql`
    select i.created_at as at, i.file_name, h.before, h.after
    from lead_import_changes h join lead_imports i on i.id = h.import_id
    where h.lead_id = ${leadId} order by i.created_at, i.id`);
  return { visits, merges, imports };
}

/** Audited: data left the house. Throws not_found. */
export async function dataOfLead(app: App, by: BotSession, leadId: string): Promise<LeadData> {
  const botId = by.link.bot_id;
  const data = await app.db.snapshot(async (tx): Promise<LeadData> => {
    const lead = await findLead(tx, botId, leadId);
    if (!lead) throw new Refused('not_found');
    return {
      made_at: app.clock.now().toISOString(),
      lead,
      identities: await identitiesShown(tx, botId, leadId),
      consents: await consentsOf(tx, leadId),
      conversations: await talksOf(tx, by, leadId),
      changes: await auditsOf(tx, botId, 'lead', leadId, 1_000),
      ...(await besides(tx, leadId)),
    };
  });
  await writeAudit(app.db, app, {
    by: by.user,
    type: 'lead_data',
    id: leadId,
    botId,
    before: null,
    after: { downloaded_at: data.made_at },
  });
  return data;
}
