/** What the demo's campaign left behind: for each recipient the conversation and the message, as `sendOne` leaves them. */
import { SKIP_TEXTS } from '../../contract/rules/campaigns.ts';
import {
  type FilledSlot,
  type TemplateComponent,
  templatePayload,
  templateWords,
} from '../../contract/rules/template-slots.ts';
import { reasonOf } from '../channels/whatsapp/reasons.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { insertRows } from '../platform/demo/insert-rows.ts';

/** So many recipients at most. */
const MOST = 60;
const STEP = 700;

interface Recipient {
  lead_id: string;
  name: string | null;
  address: string;
  allowed: boolean;
  /** 0 to 99, always the same for a client. */
  luck: number;
}

export interface DemoCampaign {
  id: string;
  botId: number;
  template: { name: string; language: string; components: TemplateComponent[] };
  sent: Date;
}

/** Writes them. @param ids makes ids that sort by time of making */
export async function sendDemoCampaign(
  tx: Queryable,
  campaign: DemoCampaign,
  ids: () => string,
): Promise<void> {
  const { id, botId, sent, template } = campaign;
  const people = await tx.query<Recipient>(sql`
    select l.id as lead_id, l.name, regexp_replace(l.phone, '\\D', '', 'g') as address,
      coalesce(l.consent_marketing, 'unknown') = 'granted' as allowed, abs(hashtext(l.phone || 'luck')) % 100 as luck
    from leads l where l.bot_id = ${botId} and l.phone is not null and not exists (
      select 1 from leads o where o.bot_id = l.bot_id and o.phone = l.phone and o.id < l.id)
    order by l.id limit ${MOST}`);
  const made = people.map((who, place) => {
    const outcome = who.allowed
      ? outcomeOf(who.luck)
      : { state: 'skipped' as const, reason: SKIP_TEXTS.consent };
    const at = new Date(sent.getTime() + place * STEP).toISOString();
    return { who, place, at, outcome, ...(who.allowed ? { conversation: ids(), message: ids() } : null) };
  });
  const written = made.flatMap((one) => {
    if (one.conversation === undefined) return [];
    const filled: FilledSlot[] = [
      { part: 'body', index: 0, key: '1', value: one.who.name?.split(' ')[0] ?? 'cliente' },
    ];
    return [{ ...one, filled, text: templateWords(template.components, filled) }];
  });
  await insertRows(
    tx,
    'conversations',
    CONVERSATION,
    written.map(({ conversation, who, at, text }) => ({
      id: conversation,
      bot_id: botId,
      lead_id: who.lead_id,
      state: 'closed',
      channel: 'whatsapp',
      lead_name: who.name ?? 'Visitante',
      last_message: text.slice(0, 160),
      last_message_from: 'bot',
      last_message_date: at,
      message_count: 1,
      created_at: at,
    })),
  );
  await insertRows(
    tx,
    'messages',
    MESSAGE,
    written.map(({ conversation, message, at, text, filled, outcome }) => ({
      id: message,
      mid: message,
      conversation_id: conversation,
      bot_id: botId,
      status: outcome.state,
      reason: outcome.reason,
      sender: 'bot',
      text,
      template: {
        name: template.name,
        language: template.language,
        components: templatePayload(template.components, filled),
        campaign_id: id,
      },
      pricing: PRICED.has(outcome.state)
        ? { billable: true, category: 'marketing', model: 'PMP', type: 'regular' }
        : null,
      created_at: at,
      position: 1,
    })),
  );
  await insertRows(
    tx,
    'transitions',
    TRANSITION,
    written.map(({ conversation, at }) => ({
      id: ids(),
      bot_id: botId,
      conversation_id: conversation,
      event: 'created',
      to_state: 'closed',
      actor: { kind: 'bot' },
      at,
    })),
  );
  await insertRows(
    tx,
    'campaign_recipients',
    RECIPIENT,
    made.map(({ who, place, at, outcome, conversation, message }) => ({
      id: `${id}.${place}`,
      campaign_id: id,
      place,
      subject: who.lead_id,
      lead_id: who.lead_id,
      address: who.allowed ? who.address : null,
      outcome: outcome.state,
      reason: outcome.reason,
      tries: who.allowed ? 1 : 0,
      message_id: message ?? null,
      conversation_id: conversation ?? null,
      at: who.allowed ? at : null,
    })),
  );
}

/** What became of a message; the provider charges what arrived. */
const PRICED: ReadonlySet<string> = new Set(['delivered', 'read']);

function outcomeOf(luck: number): { state: 'failed' | 'sent' | 'delivered' | 'read'; reason: string | null } {
  if (luck < 3) return { state: 'failed', reason: reasonOf(131026, null).text };
  if (luck < 5) return { state: 'failed', reason: reasonOf(131049, null).text };
  if (luck < 12) return { state: 'sent', reason: null };
  return { state: luck < 40 ? 'delivered' : 'read', reason: null };
}

const CONVERSATION = {
  id: 'text',
  bot_id: 'integer',
  lead_id: 'text',
  state: 'text',
  channel: 'text',
  lead_name: 'text',
  last_message: 'text',
  last_message_from: 'text',
  last_message_date: 'timestamptz',
  message_count: 'integer',
  created_at: 'timestamptz',
};
const MESSAGE = {
  id: 'text',
  mid: 'text',
  conversation_id: 'text',
  bot_id: 'integer',
  status: 'text',
  reason: 'text',
  sender: 'text',
  text: 'text',
  template: 'jsonb',
  pricing: 'jsonb',
  created_at: 'timestamptz',
  position: 'integer',
};
const TRANSITION = {
  id: 'text',
  bot_id: 'integer',
  conversation_id: 'text',
  event: 'text',
  to_state: 'text',
  actor: 'jsonb',
  at: 'timestamptz',
};
const RECIPIENT = {
  id: 'text',
  campaign_id: 'text',
  place: 'integer',
  subject: 'text',
  lead_id: 'text',
  address: 'text',
  outcome: 'text',
  reason: 'text',
  tries: 'integer',
  message_id: 'text',
  conversation_id: 'text',
  at: 'timestamptz',
};
