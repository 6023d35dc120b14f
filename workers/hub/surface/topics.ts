/** What a tab can show: it subscribes to topics and holds their values. */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Colleague, Viewer } from '../../../contract/entities/user.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import type { ListQuery } from '../../../machines/inbox/inbox-state.ts';
import type { ProductUpload } from '../../../machines/product-upload/moves.ts';
import type { ConnectionView } from './connection-view.ts';
import type { OutboxEntry, WorkFile } from './outbox-entry.ts';
import type { CountersView, ListView, MessagesView, PresenceView, SupervisionView } from './views.ts';

/** What a tab can show. A tab gets patches for the topics that it subscribed to, and for no others. */
export type Topic =
  | { kind: 'connection' }
  | { kind: 'counters'; botId: number }
  | { kind: 'products'; botId: number }
  | { kind: 'list'; botId: number; query: ListQuery }
  | { kind: 'conversation'; botId: number; conversationId: string }
  /** Each reader (a tab, by its id) opens with the newest messages and goes upwards by itself. */
  | { kind: 'messages'; botId: number; conversationId: string; reader?: string }
  | { kind: 'colleagues'; botId: number }
  | { kind: 'supervision'; botId: number }
  | { kind: 'outbox' }
  | { kind: 'draft'; conversationId: string; mode: DraftMode }
  | { kind: 'drafted'; botId: number }
  | { kind: 'presence'; botId: number };

export type ListTopic = Extract<Topic, { kind: 'list' }>;
export type DraftMode = 'reply' | 'note';
/** One string per topic: equal topics share one subscription. */
export const topicKey = (topic: Topic): string => JSON.stringify(topic, Object.keys(flatten(topic)).sort());
function flatten(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner && typeof inner === 'object' ? [[key, inner], ...Object.entries(flatten(inner))] : [[key, inner]],
    ),
  );
}

/** The value that a topic's subscribers hold; a patch replaces it. `null`: not known yet. */
export interface TopicValues {
  connection: ConnectionView;
  counters: CountersView;
  products: ProductUpload;
  list: ListView;
  conversation: { card: Conversation | null; viewer: Viewer } | null;
  messages: MessagesView;
  colleagues: Colleague[];
  supervision: SupervisionView;
  outbox: OutboxEntry[];
  draft: {
    text: string;
    updatedAt: number;
    by: string;
    files: WorkFile[];
    buttons?: string[];
    links?: OfferedLink[];
  };
  /** How each begins, by conversation; files alone have no text. */
  drafted: Record<string, string>;
  presence: PresenceView;
}
