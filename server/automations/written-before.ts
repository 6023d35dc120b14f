/** What was written that no person wrote, and what a client lets us write. */
import type { AutomationKind } from '../../contract/rules/automations.ts';
import type { CaseFacts } from '../../machines/automation/judge.ts';
import type { Candidate } from '../campaigns/audience.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

export interface About {
  botId: number;
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
  { botId, shopId, subject, caseId, address, hash }: About,
): Promise<Pick<CaseFacts, 'cartWrittenAt' | 'itemsWrittenAt' | 'lastUnasked'>> {
  const [found] = await db.query<{ cart: string | null; items: string | null; last: string | null }>(sql`
    select
      (select max(s.at) from automation_sends s join automation_cases e on e.id = s.case_id
        where e.shop_id = ${shopId} and e.subject = ${subject} and e.id <> ${caseId}) as cart,
      (select max(s.at) from automation_sends s
        where s.bot_id = ${botId} and s.address = ${address} and s.items_hash = ${hash} and s.case_id <> ${caseId}) as items,
      greatest(
        (select max(s.at) from automation_sends s
          where s.bot_id = ${botId} and s.address = ${address} and s.case_id <> ${caseId}),
        (select max(r.at) from campaign_recipients r join campaigns p on p.id = r.campaign_id
          where p.bot_id = ${botId} and r.address = ${address}
            and r.outcome in ('queued', 'sent', 'delivered', 'read'))) as last`);
  const time = (text: string | null | undefined) => (text ? Date.parse(text) : null);
  return {
    cartWrittenAt: time(found?.cart),
    itemsWrittenAt: time(found?.items),
    lastUnasked: time(found?.last),
  };
}

/** Marketing has to be granted; a service message, not denied. */
export function consentOf({ marketing, service }: Candidate, isMarketing: boolean): CaseFacts['consent'] {
  if (!isMarketing) return service === 'denied' ? 'denied' : 'ok';
  return marketing === 'granted' ? 'ok' : marketing === 'denied' ? 'denied' : 'missing';
}

/** A cart is an offer whatever its template says; all else is what its template is. */
export const isMarketing = (kind: AutomationKind, template: { category: string } | null): boolean =>
  kind === 'carro-abandonado' || template?.category === 'MARKETING';

/** Whether the 24 hours of whoever has this address at a number last. */
export async function hasWindow(
  db: Queryable,
  connectionId: string,
  address: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from channel_contacts k
    where k.connection_id = ${connectionId} and coalesce(k.phone, k.user_id) = ${address} and k.window_expires_at > ${now}
    limit 1`);
  return rows.length > 0;
}
