/** `POST conversations`: an agent writes to a client who has no conversation under way. */
import type { Area, Channel, ConversationState } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { requireUnblocked } from '../../crm/consents.ts';
import { leadName } from '../../crm/lead-name.ts';
import { presentId } from '../../crm/present-id.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { readBotRules } from '../bot-rules.ts';
import { newConversationRow } from '../conversation-row.ts';
import { ConversationWork, type Flushed } from '../conversation-work.ts';
import { setTimers } from '../timers.ts';
import { connectionOfChannel, contactOfLead } from './contact-of-lead.ts';

export interface NewConversation {
  lead_id: string;
  channel?: Channel | undefined;
  category?: Area | null | undefined;
}

interface LockedLead {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  possible_duplicate_of: string | null;
}

/** Throws `Refused`: not_found (lead), rule (nothing carries words to them, with what to do), conflict (one is under way). */
export async function startConversation(app: App, by: BotSession, wish: NewConversation): Promise<Flushed> {
  return app.db.transaction(async (tx) => {
    const given = { ...wish, lead_id: await presentId(tx, wish.lead_id) };
    const botId = by.link.bot_id;
    // Visitor before lead, as a customer's message locks them: of both at once the second finds the first's conversation.
    // In the order of their ids, as whoever locks several does.
    const visitors = await tx.query<{ id: string; by_channel: boolean; last_seen_at: string }>(sql`
      select id, last_seen_at, exists (select 1 from channel_contacts k where k.visitor_id = visitors.id)
        or exists (select 1 from conversations c where c.visitor_id = visitors.id and c.channel <> 'web') as by_channel
      from visitors where lead_id = ${given.lead_id} and bot_id = ${botId}
      order by id for update`);
    const lastSeen = visitors.toSorted((a, b) => Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at));
    const [lead] = await tx.query<LockedLead>(sql`
      select id, name, email, phone, possible_duplicate_of from leads
      where id = ${given.lead_id} and bot_id = ${botId} for no key update`);
    if (!lead) throw new Refused('not_found');
    await requireUnblocked(tx, lead.id);
    await requireNoneUnderWay(tx, lead.id);
    const visitorId = lastSeen.find((visitor) => !visitor.by_channel)?.id ?? null;
    const { channel, lastWord } = await channelFor(tx, botId, lead, visitorId, given.channel);
    const contact = channel === 'web' ? null : await contactFor(tx, app, botId, lead, channel);
    const actor = agentActor(by);
    const row = newConversationRow(
      {
        id: app.ids(),
        bot_id: botId,
        lead_id: lead.id,
        visitor_id: channel === 'web' ? visitorId : (contact?.visitor_id ?? null),
        connection_id: contact?.connection_id ?? null,
        channel,
        state: 'taken',
        category: given.category ?? null,
        agent_id: by.user.id,
        agent_name: by.user.name,
        agent_image: by.user.image,
        lead_name: leadName(lead),
        last_customer_message_at: lastWord,
        possible_duplicate: lead.possible_duplicate_of !== null,
      },
      app.clock.now().toISOString(),
    );
    const work = ConversationWork.create(row, app, actor);
    work.transition('created', actor, null);
    work.systemLine(actor, `${by.user.name} inició la conversación`);
    await setTimers(tx, app, row, null, await readBotRules(tx, botId));
    return work.flush(tx);
  });
}

interface Reached {
  visitor_id: string;
  connection_id: string;
}

/** How the client is known to a connection of the channel, the latest first; undefined: to none. */
async function knownTo(tx: Transaction, leadId: string, channel: Channel): Promise<Reached | undefined> {
  const [row] = await tx.query<Reached>(sql`
    select k.visitor_id, k.connection_id
    from channel_contacts k join visitors v on v.id = k.visitor_id join connections c on c.id = k.connection_id
    where v.lead_id = ${leadId} and c.provider = ${channel}
    order by k.window_expires_at desc nulls last, k.id limit 1`);
  return row;
}

/**
 * By what the client will be written to: the connection that knows them, else, where a phone is enough, one of the bot's.
 * Throws rule where nothing would carry a word.
 */
async function contactFor(
  tx: Transaction,
  app: App,
  botId: number,
  lead: LockedLead,
  channel: Channel,
): Promise<Reached> {
  const known = await knownTo(tx, lead.id, channel);
  if (known) return known;
  const connection = await connectionOfChannel(tx, botId, channel);
  if (!connection) throw unreachable(notConnected(channel));
  if (channel !== 'whatsapp') throw unreachable(firstWordIsTheirs(channel));
  const contact = await contactOfLead(tx, app, connection, lead);
  if (!contact) throw unreachable(NO_NUMBER);
  return { visitor_id: contact.visitor_id, connection_id: connection.id };
}

const unreachable = (message: string) => new Refused('rule', { message, details: { field: 'channel' } });
const notConnected = (channel: Channel) =>
  `Este chatbot no tiene ${channel === 'whatsapp' ? 'un número' : 'una cuenta'} de ${CHANNEL_LABELS[channel]} en uso: nada de lo que escribas saldría. Pide a quien administra el chatbot que ${channel === 'whatsapp' ? 'lo' : 'la'} conecte.`;
const firstWordIsTheirs = (channel: Channel) =>
  `Por ${CHANNEL_LABELS[channel]} solo se puede escribir a quien ya escribió: espera su mensaje o usa otro canal.`;
const NO_NUMBER =
  'WhatsApp no llega a este cliente: su teléfono falta, no es válido o es de otro cliente. Revisa su ficha.';

async function requireNoneUnderWay(tx: Transaction, leadId: string): Promise<void> {
  const [open] = await tx.query<{
    id: string;
    state: ConversationState;
    agent_id: number | null;
    agent_name: string | null;
  }>(sql`
    select c.id, c.state, c.agent_id, u.name as agent_name from conversations c left join users u on u.id = c.agent_id
    where c.lead_id = ${leadId} and c.state not in ('closed', 'archived')
    order by c.created_at desc limit 1`);
  if (!open) return;
  throw new Refused('conflict', {
    message: 'Este cliente ya tiene una conversación abierta.',
    details: {
      conversation_id: open.id,
      state: open.state,
      agent: open.agent_id === null ? null : { id: open.agent_id, name: open.agent_name ?? '' },
    },
  });
}

/** By which channel, and when the client last wrote there (the 24 h window is the channel's, not a conversation's). */
async function channelFor(
  tx: Transaction,
  botId: number,
  lead: LockedLead,
  visitorId: string | null,
  wanted: Channel | undefined,
): Promise<{ channel: Channel; lastWord: string | null }> {
  const known = await tx.query<{ channel: Channel; last_word: string | null }>(sql`
    select channel, max(last_customer_message_at) as last_word from conversations
    where lead_id = ${lead.id} group by channel order by max(created_at) desc`);
  const lastWord = (channel: Channel) => known.find((one) => one.channel === channel)?.last_word ?? null;
  const reachable = async (channel: Channel): Promise<boolean> => {
    if (channel === 'web') return visitorId !== null;
    if (await knownTo(tx, lead.id, channel)) return true;
    return (
      channel === 'whatsapp' &&
      lead.phone !== null &&
      (await connectionOfChannel(tx, botId, channel)) !== null
    );
  };
  // Why a wished channel of others does not reach them is said where that is looked for.
  if (wanted && wanted !== 'web') return { channel: wanted, lastWord: lastWord(wanted) };
  const wish: readonly Channel[] = wanted
    ? [wanted]
    : [...known.map((one) => one.channel), 'web', 'whatsapp'];
  for (const channel of wish) if (await reachable(channel)) return { channel, lastWord: lastWord(channel) };
  throw unreachable('No tenemos un canal para escribirle a este cliente.');
}
