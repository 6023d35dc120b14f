/** What a customer says of marketing by a channel, in their own words or by the provider's switch: kept with its source. */
import type { Channel } from '../../contract/states.ts';
import { addConsent } from '../crm/consents.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';

interface OptSaid {
  contact: { id: string; lead_id: string };
  botId: number;
  channel: Channel;
  state: 'granted' | 'denied';
  /** By the provider's own clock: hooks come in any order, and the latest word holds; of one instant, a no. */
  at: Date;
  source: string;
}

/** Notes it under the identity's row lock; an older word than the one that is known changes nothing. */
export async function noteOpt(tx: Transaction, app: App, said: OptSaid): Promise<void> {
  const { contact, botId, channel, state, at, source } = said;
  const out = state === 'denied';
  const newer = await tx.query(sql`
    update channel_contacts set opted_out = ${out}, opted_at = ${at}
    where id = ${contact.id}
      and (opted_at is null or opted_at < ${at} or (opted_at = ${at} and ${out} and not opted_out)) returning id`);
  if (newer.length === 0) return;
  const word = {
    botId,
    leadId: contact.lead_id,
    userId: null,
    purpose: 'marketing',
    channel,
    state,
    source,
  } as const;
  await addConsent(tx, app, word);
  touch(tx, app, botId, ['leads', `lead:${contact.lead_id}`]);
}
