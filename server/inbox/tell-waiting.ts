/**
 * Tells people of a customer who waits for a person (docs/product.md §7 `new_conversation`): whom the conversation was assigned
 * to gets a notification; for the others, and for a customer's next word to their agent, there are the inbox and its
 * sounds, and a push where the browser is closed.
 */
import type { Message } from '../../contract/entities/message.ts';
import { allows } from '../../contract/permissions.ts';
import { CHANNEL_LABELS, STATE_LABELS } from '../../contract/texts.ts';
import { sees } from '../../machines/inbox/sight.ts';
import { linksOfBot, viewerOf } from '../access/links.ts';
import { conversationLink, notify } from '../notices/notifications.ts';
import { announce } from '../notices/push/announce.ts';
import { havingTargetsAt } from '../notices/push/subscribers.ts';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { ConversationWork } from './conversation-work.ts';

/** Call it before `flush`: nothing is locked after the log's append. @param said what the customer wrote just now */
export async function tellWaiting(
  tx: Transaction,
  app: App,
  work: ConversationWork,
  said: Pick<Message, 'text'> | null = null,
): Promise<void> {
  const { row } = work;
  const pushed = work.eventId('PUSH_PENDING_CONVERSATION');
  if (pushed !== null && row.state === 'taken' && row.agent_id !== null) {
    await notify(tx, app, {
      action: 'new_conversation',
      botId: row.bot_id,
      userIds: [row.agent_id],
      icon: 'conversation',
      subject: 'Te asignaron una conversación',
      body: `${row.lead_name} te espera por ${CHANNEL_LABELS[row.channel]}`,
      plain: `Está en ${STATE_LABELS.taken}.`,
      link: conversationLink(app, row),
      categories: row.category === null ? [] : [row.category],
      eventId: pushed,
      conversation: { id: row.id, states: ['taken'] },
    });
    return;
  }
  if (pushed !== null && row.state === 'pending') return tellTheTeam(tx, app, work, pushed);
  const word = work.eventId('NEW_MESSAGE');
  if (said && word !== null && row.state === 'taken' && row.agent_id !== null) {
    await announce(tx, app, [row.agent_id], {
      botId: row.bot_id,
      kind: 'live_chat_message',
      type: 'live_chat_message',
      eventId: word,
      title: 'Mensaje nuevo',
      plain: 'Un cliente te escribió.',
      text: `${row.lead_name}: ${said.text.trim() === '' ? 'envió un archivo' : said.text.slice(0, 200)}`,
      url: conversationLink(app, row),
      tag: `c-${row.id}`,
      conversation: { id: row.id, states: ['taken'] },
      notificationId: null,
    });
  }
}

/** Those who would see it in Pendientes and have not left this bot for now. */
async function tellTheTeam(
  tx: Transaction,
  app: App,
  work: ConversationWork,
  eventId: string,
): Promise<void> {
  const { row } = work;
  const reachable = await havingTargetsAt(tx, row.bot_id);
  if (reachable.size === 0) return;
  const links = (await linksOfBot(tx, row.bot_id)).filter(
    (link) =>
      reachable.has(link.user_id) &&
      allows(link.role.permissions, 'live', 'read') &&
      sees(viewerOf(link), work.facts),
  );
  await announce(
    tx,
    app,
    links.map(({ user_id }) => user_id),
    {
      botId: row.bot_id,
      kind: 'pending_conversation',
      type: 'pending_conversation',
      eventId,
      title: 'Conversación pendiente',
      plain: 'Un cliente espera a una persona.',
      text: `${row.lead_name} espera a una persona por ${CHANNEL_LABELS[row.channel]}`,
      url: conversationLink(app, row),
      tag: `c-${row.id}`,
      conversation: { id: row.id, states: ['pending'] },
      notificationId: null,
    },
  );
}
