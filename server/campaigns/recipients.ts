/** The recipients of a campaign, page by page. */
import type { CampaignRecipient } from '../../contract/entities/campaign.ts';
import type { RecipientOutcome } from '../../contract/rules/campaigns.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';

const ITEMS = 50;

/** As the counts count them. */
const COUNTED: Record<RecipientOutcome, readonly string[]> = {
  waiting: ['waiting', 'queued'],
  sent: ['sent', 'delivered', 'read'],
  delivered: ['delivered', 'read'],
  read: ['read'],
  failed: ['failed'],
  skipped: ['skipped'],
};

export interface RecipientsWanted {
  outcome?: RecipientOutcome | undefined;
  reason?: string | undefined;
  page?: number | undefined;
}

/** In the order of the audience. */
export async function pageOfRecipients(
  db: Queryable,
  campaignId: string,
  { outcome, reason, page = 1 }: RecipientsWanted,
): Promise<{ recipients: CampaignRecipient[]; page: number; pages: number; total: number }> {
  const among: Sql = sql`r.campaign_id = ${campaignId}
    and (${outcome === undefined}::bool or r.outcome = any(${[...(outcome ? COUNTED[outcome] : [])]}::text[]))
    and (${reason === undefined}::bool or coalesce(r.reason, '') = ${reason ?? ''})`;
  const [counted] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from campaign_recipients r where ${among}`);
  const total = counted?.n ?? 0;
  const recipients = await db.query<CampaignRecipient>(sql`
    select r.id, r.lead_id, l.name, coalesce(r.address, l.phone) as phone,
      case r.outcome when 'queued' then 'waiting' else r.outcome end as outcome, r.reason, r.tries,
      r.conversation_id, r.at
    from campaign_recipients r left join leads l on l.id = r.lead_id
    where ${among} order by r.place limit ${ITEMS} offset ${(page - 1) * ITEMS}`);
  return { recipients, page, pages: Math.ceil(total / ITEMS), total };
}
