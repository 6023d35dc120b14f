/** Recipients that failed, by cause; and which of them may be tried again. */
import type { CampaignFailure } from '../../contract/entities/campaign.ts';
import { CAMPAIGN_LIMITS } from '../../contract/rules/campaigns.ts';
import { retryOf } from '../channels/whatsapp/reasons.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

const HOUR = 60 * 60_000;

/** How long a cause keeps from another try, in milliseconds; null: it is of no use. */
export function waitAfter(reason: string): number | null {
  const may = retryOf(reason);
  if (may === 'never') return null;
  return may === 'tomorrow' ? CAMPAIGN_LIMITS.afterMetaRefused * HOUR : 0;
}

/** The most frequent first. */
export async function failuresOf(db: Queryable, campaignId: string, now: Date): Promise<CampaignFailure[]> {
  const causes = await db.query<{ reason: string; n: number }>(sql`
    select coalesce(r.reason, '') as reason, count(*)::int as n from campaign_recipients r
    where r.campaign_id = ${campaignId} and r.outcome = 'failed' group by 1 order by 2 desc, 1`);
  const found: CampaignFailure[] = [];
  for (const { reason, n } of causes) {
    const wait = waitAfter(reason);
    if (wait === null) {
      found.push({ reason, n, retryable: 0, retry_from: null });
      continue;
    }
    const since = new Date(now.getTime() - wait);
    const [row] = await db.query<{ ready: number; next: string | null }>(sql`
      select (count(*) filter (where r.at is null or r.at <= ${since}))::int as ready,
        min(r.at) filter (where r.at > ${since}) as next
      from campaign_recipients r
      where r.campaign_id = ${campaignId} and r.outcome = 'failed' and coalesce(r.reason, '') = ${reason}
        and r.tries < ${CAMPAIGN_LIMITS.tries}`);
    const next = row?.next ?? null;
    found.push({
      reason,
      n,
      retryable: row?.ready ?? 0,
      retry_from: next === null ? null : new Date(Date.parse(next) + wait).toISOString(),
    });
  }
  return found;
}
