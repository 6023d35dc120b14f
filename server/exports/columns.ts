/** What each column of a file holds (contract/rules/exports.ts names them). */
import type { ConversationColumn, MessageColumn } from '../../contract/rules/exports.ts';
import { linkLines } from '../../contract/rules/offered-links.ts';
import { CHANNEL_LABELS, PRIORITY_LABELS, STATE_LABELS, withProduct } from '../../contract/texts.ts';
import { type Cell, moment } from './cell.ts';
import type { ExportedConversation } from './read-conversations.ts';
import type { ExportedMessage } from './read-messages.ts';

const DELIVERY: Record<ExportedMessage['status'], string> = {
  queued: 'En cola',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No se envió',
};
const SENDERS: Record<ExportedMessage['sender'], string> = {
  Cliente: 'Cliente',
  agent: 'Agente',
  bot: 'Bot',
  system: 'Sistema',
};

type ClientColumn = 'id' | 'client' | 'email' | 'phone' | 'rut' | 'channel';
const CLIENT: Record<ClientColumn, (row: ExportedConversation) => Cell> = {
  id: (row) => row.id,
  client: (row) => row.client,
  email: (row) => row.email,
  phone: (row) => row.phone,
  rut: (row) => row.rut,
  channel: (row) => CHANNEL_LABELS[row.channel],
};

/** @param product the product's name, which one state carries */
export function conversationCells(
  product: string,
): Record<ConversationColumn, (row: ExportedConversation) => Cell> {
  return {
    ...CLIENT,
    state: (row) => withProduct(STATE_LABELS[row.state], product),
    category: (row) => row.category,
    agent: (row) => row.agent,
    tags: (row) => row.tags.join(', '),
    priority: (row) => row.priority && PRIORITY_LABELS[row.priority],
    stars: (row) => row.rating?.stars ?? null,
    comment: (row) => row.rating?.comment ?? null,
    messages: (row) => row.message_count,
    created_at: (row) => moment(row.created_at),
    last_message_date: (row) => moment(row.last_message_date),
    last_message: (row) => row.last_message,
  };
}

function author({ sender, author, conversation }: ExportedMessage): string | null {
  if (sender === 'Cliente') return conversation.client;
  return sender === 'agent' ? author : null;
}

const ofConversation = (cell: (row: ExportedConversation) => Cell) => (row: ExportedMessage) =>
  cell(row.conversation);

export const MESSAGE_CELLS: Record<MessageColumn, (row: ExportedMessage) => Cell> = {
  id: ofConversation(CLIENT.id),
  client: ofConversation(CLIENT.client),
  email: ofConversation(CLIENT.email),
  phone: ofConversation(CLIENT.phone),
  rut: ofConversation(CLIENT.rut),
  channel: ofConversation(CLIENT.channel),
  at: (row) => moment(row.created_at),
  from: (row) => (row.note ? 'Nota interna' : SENDERS[row.sender]),
  author,
  text: (row) => [row.text, ...linkLines(row.buttons)].join('\n'),
  attachments: (row) => row.attachments.map(({ name }) => name).join(', '),
  status: (row) => (row.sender === 'agent' && !row.note ? DELIVERY[row.status] : null),
};
