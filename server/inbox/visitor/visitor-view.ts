/** What a visitor gets to see: their latest conversation without notes and team lines, agents by name and photo only. */
import type { ChatLanguage } from '../../../contract/chat-language.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { VisitorConnected, VisitorMessage } from '../../../contract/realtime/visitor-socket.ts';
import { fillNames } from '../../../contract/rules/quick-reply.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import type { BotMinds } from '../../assistant/bot-minds.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { logHead } from '../event-log.ts';
import { type MessageRow, messageColumns, toMessage } from '../message-row.ts';
import { withUrls } from '../sign-attachments.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { waitingFor, waitingIn } from '../waiting-word.ts';
import { hasArticles } from './articles.ts';
import { customerLook } from './look.ts';

/** The newest messages that CONNECTED brings; a customer's talk is rarely longer. */
const MESSAGES = 200;

/** Whether a message is for the customer's eyes. */
export function reachesVisitor(message: Pick<Message, 'from' | 'note'>): boolean {
  return message.from !== 'system' && !message.note;
}

/** A message as its customer may see it. */
export function toVisitorMessage(app: App, message: Message): VisitorMessage {
  const {
    conversation_id,
    mid,
    temporal_id,
    message_status,
    from,
    text,
    agent,
    buttons,
    cards,
    created_at,
    order,
  } = message;
  return {
    conversation_id,
    mid,
    // An agent's key is the agent's; the visitor's own tells their page which of its messages this is.
    temporal_id: from === 'Cliente' ? temporal_id : null,
    message_status,
    from,
    text,
    agent: agent ? { name: agent.name, image: agent.image } : null,
    // What they pressed themselves is no offer.
    buttons: from === 'Cliente' ? [] : buttons,
    attachments: withUrls(app, message).attachments,
    ...(cards ? { cards } : {}),
    created_at,
    order,
  };
}

/** Whether the customer may rate the conversation now. */
export function mayRate(state: ConversationState, rating: unknown): boolean {
  return state === 'closed' && rating === null;
}

interface LatestRow {
  id: string;
  state: ConversationState;
  category: Area | null;
  rating: unknown;
  agent_name: string | null;
  agent_image: string | null;
}

/** The chat as it is, with the log number at which it was read: what comes after that number is still to be sent. */
export async function readVisitorChat(
  app: App,
  minds: BotMinds,
  who: VisitorIdentity,
  language: ChatLanguage,
): Promise<{ connected: VisitorConnected; seq: number }> {
  const bot = await customerLook(app.db, minds, who.botId);
  return app.db.snapshot(async (tx) => {
    const seq = await logHead(tx, who.botId);
    const [latest] = await tx.query<LatestRow>(sql`
      select c.id, c.state, c.rating, c.category, u.name as agent_name, u.image as agent_image
      from conversations c left join users u on u.id = c.agent_id and c.state = 'taken'
      where c.visitor_id = ${who.id} order by c.created_at desc, c.id desc limit 1`);
    const rows = latest
      ? await tx.query<MessageRow>(sql`
          select ${messageColumns} from messages m
          where m.conversation_id = ${latest.id} and m.sender <> 'system' and not m.note
          order by m.position desc limit ${MESSAGES}`)
      : [];
    const [facts] = await tx.query<{ visits: boolean; name: string | null }>(sql`
      select b.visits, (select l.name from leads l where l.id = ${who.leadId}) as name
      from bots b where b.id = ${who.botId}`);
    const connected: VisitorConnected = {
      roomToken: who.roomToken,
      ...(who.signed ? { signed: true } : {}),
      conversation_id: latest?.id ?? null,
      state: latest?.state ?? null,
      agent: latest?.agent_name ? { name: latest.agent_name, image: latest.agent_image } : null,
      messages: rows.reverse().map((row) => toVisitorMessage(app, toMessage(row))),
      // Who said their name before is greeted by it.
      bot: { ...bot, welcome: fillNames(bot.welcome, { cliente: facts?.name ?? '' }) },
      visits: facts?.visits ?? false,
      ...((await hasArticles(tx, who.botId)) ? { articles: true } : {}),
      may_rate: latest ? mayRate(latest.state, latest.rating) : false,
      ...(latest?.state === 'pending'
        ? waitingIn(await waitingFor(tx, app.clock.now(), who.botId, latest.category), language)
        : { waiting: null }),
    };
    return { connected, seq };
  });
}
