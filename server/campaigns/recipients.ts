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

const among = (campaignId: string, { outcome, reason }: RecipientsWanted): Sql => sql`
  r.campaign_id = ${campaignId}
  and (${outcome === undefined}::bool or r.outcome = any(${[...(outcome ? COUNTED[outcome] : [])]}::text[]))
  and (${reason === undefined}::bool or coalesce(r.reason, '') = ${reason ?? ''})`;

/** @param contact whether the number is shown: a client's contact data are for those who read the CRM */
const columns = (contact: boolean): Sql => sql`
  r.id, r.lead_id, l.name, case when ${contact}::bool then coalesce(r.address, l.phone) end as phone,
  case r.outcome when 'queued' then 'waiting' else r.outcome end as outcome, r.reason, r.tries,
  r.conversation_id, r.at`;

/** How many there are. */
export async function countRecipients(
  db: Queryable,
  campaignId: string,
  wanted: RecipientsWanted,
): Promise<number> {
  const [counted] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from campaign_recipients r where ${among(campaignId, wanted)}`);
  return counted?.n ?? 0;
}

/** In the order of the audience. @param contact whether their numbers are shown */
export async function pageOfRecipients(
  db: Queryable,
  campaignId: string,
  wanted: RecipientsWanted,
  contact: boolean,
): Promise<{ recipients: CampaignRecipient[]; page: number; pages: number; total: number }> {
  const { page = 1 } = wanted;
  const total = await countRecipients(db, campaignId, wanted);
  const recipients = await db.query<CampaignRecipient>(sql`
    select ${columns(contact)} from campaign_recipients r left join leads l on l.id = r.lead_id
    where ${among(campaignId, wanted)} order by r.place limit ${ITEMS} offset ${(page - 1) * ITEMS}`);
  return { recipients, page, pages: Math.ceil(total / ITEMS), total };
}

/** A recipient with their place in the audience, counted from 1. */
export type PlacedRecipient = CampaignRecipient & { place: number };

/** All of them, in the order of the audience, in pages of at most `size`. */
export async function* readRecipients(
  db: Queryable,
  campaignId: string,
  wanted: RecipientsWanted,
  size: number,
): AsyncGenerator<PlacedRecipient[]> {
  let after = 0;
  for (;;) {
    const page = await db.query<PlacedRecipient>(sql`
      select ${columns(true)}, r.place + 1 as place
      from campaign_recipients r left join leads l on l.id = r.lead_id
      where ${among(campaignId, wanted)} and r.place >= ${after} order by r.place limit ${size}`);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    after = last.place;
  }
}
