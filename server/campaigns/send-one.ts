/**
 * One recipient of a campaign, in one small transaction: judged anew under the client's lock, said in their
 * conversation, queued. Whoever opts out, is blocked or erased waits for it, or is seen by it.
 *
 * Locks in the order in which a customer's own message takes them: contact, visitor, client; then their number, which
 * automations lock too, the campaign (shared), the recipient, the conversation, the bot's numbers.
 */
import { SKIP_TEXTS, type SkipReason } from '../../contract/rules/campaigns.ts';
import { templatePayload, templateWords } from '../../contract/rules/template-slots.ts';
import { leadName } from '../crm/lead-name.ts';
import { BOT } from '../inbox/apply-move.ts';
import { contactOfLead } from '../inbox/commands/contact-of-lead.ts';
import {
  type ConversationRow,
  lockLatestConversation,
  newConversationRow,
} from '../inbox/conversation-row.ts';
import { ConversationWork } from '../inbox/conversation-work.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { candidateOf, judge } from './audience.ts';
import { lockAddress } from './between-messages.ts';
import type { CampaignRow } from './campaign-row.ts';

interface Waiting {
  id: string;
  lead_id: string | null;
  line: number | null;
}

/** @param campaign as it was read a moment ago; whether it still runs is asked here */
export async function sendOne(app: App, campaign: CampaignRow, recipientId: string): Promise<void> {
  const { connection_id: connectionId } = campaign;
  if (connectionId === null) return;
  await app.db.transaction(
    async (tx) => {
      const [who] = await tx.query<Waiting>(sql`
        select r.id, r.lead_id, r.line from campaign_recipients r where r.id = ${recipientId} and r.outcome = 'waiting'`);
      if (!who) return;
      if (who.lead_id === null) return skip(tx, app, campaign, who, 'erased');
      const visitorId = await visitorOf(tx, app, campaign, connectionId, who.lead_id);
      const lead = await lockLead(tx, who.lead_id, visitorId);
      if (visitorId !== null) await lockAddress(tx, campaign.bot_id, visitorId);
      if (!(await stillRuns(tx, campaign))) return;
      const [mine] = await tx.query(sql`
        select r.id from campaign_recipients r where r.id = ${who.id} and r.outcome = 'waiting'
        for no key update skip locked`);
      if (!mine) return;
      const candidate = lead
        ? await candidateOf(tx, connectionId, {
            leadId: who.lead_id,
            file: campaign.audience.file ?? null,
            line: who.line,
            now: app.clock.now(),
          })
        : null;
      if (!candidate) return skip(tx, app, campaign, who, 'erased');
      const { category, slots } = campaign;
      const components = campaign.components ?? [];
      const verdict = judge(candidate, { category, slots, components });
      if ('skip' in verdict) return skip(tx, app, campaign, who, verdict.skip);
      if (visitorId === null) return skip(tx, app, campaign, who, 'no_phone');
      const row = await conversationOf(tx, app, campaign, { ...candidate, id: who.lead_id, visitorId });
      const work = row.fresh
        ? ConversationWork.create(row.conversation, app, BOT)
        : ConversationWork.on(row.conversation, app);
      if (row.fresh) work.transition('created', BOT, null);
      const { template_name: name, template_language: language } = campaign;
      const message = work.say(BOT, {
        from: 'bot',
        text: templateWords(components, verdict.filled),
        template: {
          name,
          language,
          components: templatePayload(components, verdict.filled),
          campaign_id: campaign.id,
        },
        buttons: buttonsOf(campaign),
        status: 'queued',
      });
      work.templateMutation(BOT, name, message.message_status);
      await tx.query(sql`
        update campaign_recipients set outcome = 'queued', reason = null, tries = tries + 1, message_id = ${message._id},
          conversation_id = ${row.conversation.id}, at = ${app.clock.now()}
        where id = ${who.id}`);
      touch(tx, app, campaign.bot_id, [`campaign:${campaign.id}`]);
      await work.flush(tx);
    },
    { retries: 3 },
  );
}

const buttonsOf = ({ components, template_name: name }: CampaignRow) =>
  (components ?? [])
    .flatMap(({ buttons }) => buttons ?? [])
    .flatMap(({ text }, at) => (text ? [{ id: `${name}-${at + 1}`, label: text }] : []));

async function skip(
  tx: Transaction,
  app: App,
  campaign: CampaignRow,
  { id }: Waiting,
  why: SkipReason,
): Promise<void> {
  await tx.query(sql`
    update campaign_recipients set outcome = 'skipped', reason = ${SKIP_TEXTS[why]}
    where id = ${id} and outcome = 'waiting'`);
  touch(tx, app, campaign.bot_id, [`campaign:${campaign.id}`]);
}

/** The client's visitor at this number, under lock with its contact; null: the number cannot reach them. */
async function visitorOf(
  tx: Transaction,
  app: App,
  campaign: CampaignRow,
  connectionId: string,
  leadId: string,
): Promise<string | null> {
  const known = await lockContact(tx, connectionId, leadId);
  if (known !== null) return known;
  const [lead] = await tx.query<{ id: string; name: string | null; phone: string | null }>(sql`
    select id, name, phone from leads where id = ${leadId}`);
  if (!lead) return null;
  const made = await contactOfLead(tx, app, { id: connectionId, bot_id: campaign.bot_id }, lead);
  return made === null ? null : lockContact(tx, connectionId, leadId);
}

async function lockContact(tx: Transaction, connectionId: string, leadId: string): Promise<string | null> {
  const [contact] = await tx.query<{ visitor_id: string }>(sql`
    select k.visitor_id from channel_contacts k
    where k.id = (
      select c.id from channel_contacts c join visitors v on v.id = c.visitor_id
      where c.connection_id = ${connectionId} and v.lead_id = ${leadId}
      order by c.window_expires_at desc nulls last, c.id limit 1)
    for update of k`);
  return contact?.visitor_id ?? null;
}

async function lockLead(tx: Transaction, leadId: string, visitorId: string | null): Promise<boolean> {
  if (visitorId !== null) await tx.query(sql`select id from visitors where id = ${visitorId} for update`);
  const found = await tx.query(sql`select id from leads where id = ${leadId} for no key update`);
  return found.length > 0;
}

/** Under a shared lock: who pauses or cancels waits for this one, and this one sees what they did. */
async function stillRuns(tx: Transaction, { id, category }: CampaignRow): Promise<boolean> {
  const [row] = await tx.query<{ running: boolean; category: string }>(sql`
    select p.state = 'running' and exists (select 1 from campaign_runs a where a.campaign_id = p.id) as running,
      p.category
    from campaigns p where p.id = ${id} for share of p`);
  return row?.running === true && row.category === category;
}

interface Person {
  id: string;
  visitorId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
}

/**
 * Their conversation under way; else one of its own that is closed: nobody has to attend what nobody answered, and an
 * answer begins the next.
 */
async function conversationOf(
  tx: Transaction,
  app: App,
  campaign: CampaignRow,
  person: Person,
): Promise<{ conversation: ConversationRow; fresh: boolean }> {
  const latest = await lockLatestConversation(tx, person.visitorId);
  const open = latest && latest.state !== 'closed' && latest.state !== 'archived';
  const ours = latest?.state === 'closed' && latest.last_customer_message_at === null;
  if (latest && (open || ours)) return { conversation: latest, fresh: false };
  const conversation = newConversationRow(
    {
      id: app.ids(),
      bot_id: campaign.bot_id,
      lead_id: person.id,
      visitor_id: person.visitorId,
      connection_id: campaign.connection_id,
      channel: 'whatsapp',
      state: 'closed',
      lead_name: leadName(person),
      last_customer_message_at: null,
    },
    app.clock.now().toISOString(),
  );
  return { conversation, fresh: true };
}
