/** A message as the database holds it, and what it becomes on the wire. */
import type {
  Attachment,
  Button,
  Mention,
  Message,
  MessageExtra,
  MessageFrom,
} from '../../contract/entities/message.ts';
import type { ProductCard } from '../../contract/entities/product-card.ts';
import { readWords } from '../../contract/rules/message-reading.ts';
import type { Reading } from '../../contract/rules/rich-text-tree.ts';
import type { SentComponent } from '../../contract/rules/template-slots.ts';
import type { MessageStatus } from '../../contract/states.ts';
import { raw } from '../platform/database/database.ts';

/** Statuses that a server stores; `sending` exists only in the client. */
export type StoredStatus = Exclude<MessageStatus, 'sending'>;

export interface MessageRow {
  id: string;
  conversation_id: string;
  mid: string;
  temporal_id: string | null;
  status: StoredStatus;
  reason: string | null;
  sender: MessageFrom;
  text: string;
  agent_id: number | null;
  agent_name: string | null;
  agent_image: string | null;
  note: boolean;
  buttons: Button[];
  attachments: Attachment[];
  cards: ProductCard[] | null;
  mentions: Mention[] | null;
  /** With what its slots were filled with, for the channel that sends it. */
  /** With the campaign that said it, where one did. */
  template: { name: string; language: string; components?: SentComponent[]; campaign_id?: string } | null;
  created_at: string;
  edited_at: string | null;
  revision: number;
  extra: MessageExtra | null;
  position: number;
}

/** The select list of a row of `messages m`. */
export const messageColumns = raw(`
  m.id, m.conversation_id, m.mid, m.temporal_id, m.status, m.reason, m.sender, m.text, m.agent_id,
  (select u.name from users u where u.id = m.agent_id) as agent_name,
  (select u.image from users u where u.id = m.agent_id) as agent_image,
  m.note, m.buttons, m.attachments, m.cards, m.mentions, m.template, m.created_at, m.edited_at, m.revision, m.extra,
  m.position`);

/** A message as the wire carries it. */
export function toMessage(row: MessageRow): Message {
  return {
    _id: row.id,
    conversation_id: row.conversation_id,
    mid: row.mid,
    temporal_id: row.temporal_id,
    message_status: row.status,
    reason: row.reason,
    from: row.sender,
    text: row.text,
    agent:
      row.agent_id === null ? null : { id: row.agent_id, name: row.agent_name ?? '', image: row.agent_image },
    note: row.note,
    buttons: row.buttons,
    attachments: row.attachments,
    ...(row.cards ? { cards: row.cards } : {}),
    ...(row.mentions ? { mentions: row.mentions } : {}),
    ...(row.template ? { template: { name: row.template.name, language: row.template.language } } : {}),
    created_at: row.created_at,
    edited_at: row.edited_at,
    ...(row.revision > 0 ? { revision: row.revision } : {}),
    ...(row.extra ? { extra: row.extra } : {}),
    order: row.position,
  };
}

const PREVIEW = 160;

/**
 * What a card shows of a message: its words without their marks, or what it carries, in at most 160 characters.
 * @param reading as its customer reads it (`readingOf`)
 */
export function preview(text: string, attachments: readonly Attachment[], reading: Reading | null): string {
  const lineOf = (words: string) => words.replace(/\s+/gu, ' ').trim();
  // Marks around nothing are all that there is.
  const line = lineOf(readWords(text, reading)) || lineOf(text);
  if (line === '' && attachments[0]) return `Archivo: ${attachments[0].name}`.slice(0, PREVIEW);
  // Not in the middle of a surrogate pair: half a character is no valid JSON text for the database.
  return line.length <= PREVIEW ? line : `${line.slice(0, PREVIEW - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
