/** What was written that no person wrote, and what a client lets us write. */
import type { CaseFacts } from '../../machines/automation/judge.ts';
import type { Candidate } from '../campaigns/audience.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

export interface About {
  botId: number;
  kind: string;
  shopId: string;
  subject: string;
  /** What this case itself wrote is not counted. */
  caseId: string;
  address: string | null;
  hash: string;
}

/** To this number, about this cart, about these things; campaigns are counted too. */
export async function writtenTo(
  db: Queryable,
  { botId, kind, shopId, subject, caseId, address, hash }: About,
): Promise<Pick<CaseFacts, 'cartWrittenAt' | 'itemsWrittenAt' | 'lastUnasked'>> {
  const [found] = await db.query<{ cart: string | null; items: string | null; last: string | null }>(sql`
    select
      (select max(s.at) from automation_sends s join automation_cases e on e.id = s.case_id
        where e.kind = ${kind} and e.shop_id = ${shopId} and e.subject = ${subject} and e.id <> ${caseId}) as cart,
      (select max(s.at) from automation_sends s
        where s.bot_id = ${botId} and s.address = ${address} and s.items_hash = ${hash} and s.case_id <> ${caseId}) as items,
      greatest(
        (select max(s.at) from automation_sends s
          where s.bot_id = ${botId} and s.address = ${address} and s.case_id <> ${caseId}),
        (select max(r.at) from campaign_recipients r join campaigns p on p.id = r.campaign_id
          where p.bot_id = ${botId} and r.address = ${address}
            and r.outcome in ('queued', 'sent', 'delivered', 'read'))) as last`);
  const time = (text: string | null | undefined) => (text ? Date.parse(text) : null);
  return { cartWrittenAt: time(found?.cart), itemsWrittenAt: time(found?.items), lastUnasked: time(found?.last) };
}

/** Marketing has to be granted; a service message, not denied. */
export function consentOf({ marketing, service }: Candidate, isMarketing: boolean): CaseFacts['consent'] {
  if (!isMarketing) return service === 'denied' ? 'denied' : 'ok';
  return marketing === 'granted' ? 'ok' : marketing === 'denied' ? 'denied' : 'missing';
}
