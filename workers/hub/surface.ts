/**
 * What a tab and the hub say to each other: the Comlink surface for calls and the topics and patches of the stream.
 * The tab knows the hub only through these types (src imports nothing else from workers but the worker's address).
 */

import type { ConversationChange } from '../../contract/calls/conversations.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { ChannelCounters, CounterMatrix, StateCounters } from '../../contract/entities/counters.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { Colleague, Credentials, User, Viewer } from '../../contract/entities/user.ts';
import type { Product } from '../../contract/services.ts';
import type { AgentStatus } from '../../contract/states.ts';
import type { ListQuery } from '../../machines/inbox/inbox-state.ts';

/** What a tab hands over when it joins. */
export interface TabHello {
  /** Random; names the Web Lock that the tab holds and the hub queues for. */
  tabId: string;
  /** Carried by the worker's name too: a newer build than the hub's is a reason to offer a reload. */
  build: string;
  product: Product;
  session: HubSession | null;
}
export interface HubSession {
  credentials: Credentials;
  user: Pick<User, 'id' | 'name' | 'image'>;
}

/** What a tab can show. A tab gets patches for the topics that it subscribed to, and for no others. */
export type Topic =
  | { kind: 'connection' }
  | { kind: 'counters'; botId: number }
  | { kind: 'list'; botId: number; query: ListQuery }
  | { kind: 'conversation'; botId: number; conversationId: string }
  | { kind: 'messages'; botId: number; conversationId: string }
  | { kind: 'colleagues'; botId: number }
  | { kind: 'outbox' }
  | { kind: 'draft'; conversationId: string; mode: DraftMode }
  | { kind: 'drafted'; botId: number };

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

export type ConnectionState = 'idle' | 'connecting' | 'catching-up' | 'live' | 'waiting' | 'refused';
export interface ConnectionView {
  state: ConnectionState;
  /** When the next attempt starts (ms since 1970), while waiting. */
  retryAt: number | null;
  /** Storage is not to be had: memory only. */
  memoryOnly: boolean;
  /** A newer build is open in another tab; this one has stopped writing. */
  superseded: boolean;
  signedOut: boolean;
}
export interface CountersView {
  /** Floors applied: never below zero. Null until the base is there. */
  byState: StateCounters;
  byChannel: CounterMatrix;
  /** Channel totals over the states active, pending and taken. */
  open: ChannelCounters;
  /** When these figures were last compared with the server (ms since 1970). */
  verifiedAt: number | null;
}
export interface ListView {
  cards: Conversation[];
  /** More below the known window. */
  more: boolean;
  loading: boolean;
  /** Spanish sentence; the list keeps what it had. */
  error: string | null;
}
export interface MessagesView {
  messages: Message[];
  more: boolean;
  loading: boolean;
  error: string | null;
  /** Names of those who type now: the customer and colleagues. */
  typing: { who: 'visitor' | 'agent'; name: string | null }[];
  viewing: { id: number; name: string }[];
  online: boolean;
}
/** A write on its way (spec: outbox; architecture 'The hub'). */
export interface OutboxEntry {
  id: string;
  botId: number;
  conversationId: string;
  createdAt: number;
  /** Not sent before this (undo), ms since 1970. */
  notBefore: number | null;
  state: 'waiting' | 'sending' | 'refused' | 'asking';
  /** Why it was refused or what is asked, in Spanish ('Ana respondió mientras estabas sin conexión'). */
  reason: string | null;
  command:
    | {
        kind: 'message';
        text: string;
        note: boolean;
        temporal_id: string;
        attachments: string[];
        last_seen: number | null;
      }
    | { kind: 'change'; change: ConversationChange };
}

/** The value that a topic's subscribers hold; a patch replaces it. `null`: not known yet. */
export interface TopicValues {
  connection: ConnectionView;
  counters: CountersView;
  list: ListView;
  conversation: { card: Conversation | null; viewer: Viewer } | null;
  messages: MessagesView;
  colleagues: Colleague[];
  outbox: OutboxEntry[];
  draft: { text: string; updatedAt: number; by: string };
  drafted: string[];
}
/** Lists and messages travel as differences: unchanged items are named by id only. */
export type Patch =
  | { topic: string; full: unknown }
  | {
      topic: string;
      items: {
        field: 'cards' | 'messages';
        ids: string[];
        changed: unknown[];
        rest: Record<string, unknown>;
      };
    };

/** Notices that one tab alone shows or rings (the hub picks it). */
export type Notice =
  | { kind: 'new-conversation'; botId: number; conversationId: string; leadName: string; channel: string }
  | {
      kind: 'derived';
      botId: number;
      conversationId: string;
      from: string;
      reason: string | null;
      leadName: string;
    }
  | { kind: 'refused'; botId: number; conversationId: string; message: string }
  | {
      kind: 'sound';
      sound: 'new-conversation' | 'live-chat-message' | 'pending-conversation' | 'new-lead';
      eventId: string;
    };

/** From hub to tab over the transferred MessagePort; every frame carries the worker's epoch. */
export type HubFrame = {
  epoch: string;
} /** `n` counts the frames of this stream; the tab acknowledges it, so that a frozen tab can't pile them up. */ & (
  | { type: 'patches'; n: number; patches: Patch[] }
  | { type: 'notice'; notice: Notice }
  | { type: 'signed-out'; reason: 'unauthorized' | 'by-hand' }
  | { type: 'stale'; queries: string[] }
);
/** From tab to hub over the same port. */
export type TabFrame =
  | { type: 'subscribe'; topic: Topic }
  | { type: 'unsubscribe'; topic: Topic }
  | { type: 'visibility'; visible: boolean; focused: boolean }
  | { type: 'ack'; n: number }
  | { type: 'farewell' };

/** What a tab's code calls: `join` is the connection's own business. */
export type TabHub = Omit<HubApi, 'join'>;

export type CommandResult = { ok: true } | { ok: false; error: string; message: string };

/** The Comlink surface. Every call may reject with `HubGone` on the tab's side when the worker dies. */
export interface HubApi {
  /** Registers the tab; `port` is its stream. Answers the worker's epoch and the name of the lock it holds. */
  join(hello: TabHello, port: MessagePort): Promise<{ epoch: string; lock: string; build: string }>;
  /** A sign-in in this tab: the session for all tabs. */
  signIn(session: HubSession): Promise<void>;
  /** Unsent entries and drafts, to ask before signing out by hand. */
  unsent(): Promise<{ outbox: number; drafts: number }>;
  /** Wipes log and session data; by hand also outbox and drafts. Other tabs hear `signed-out`. */
  signOut(reason: 'unauthorized' | 'by-hand'): Promise<void>;
  /**
   * The bot that this tab shows: the hub keeps every shown bot's log live. Answers the bot that no tab shows any
   * longer (its agent status may become inactive), or null.
   */
  selectBot(tabId: string, botId: number | null): Promise<{ left: number | null }>;
  loadMore(topic: Topic): Promise<void>;
  reload(topic: Topic): Promise<void>;
  /** Queues a reply or note; resolves once it is durable here (not yet at the server). `draftMode` clears that draft. */
  send(input: {
    botId: number;
    conversationId: string;
    text: string;
    note: boolean;
    attachments?: string[];
  }): Promise<OutboxEntry>;
  /** Take, derive, close …; resolves with the server's answer. Offline it is refused, not queued. */
  change(botId: number, conversationId: string, change: ConversationChange): Promise<CommandResult>;
  /** The same after `LIMITS.undo`, durably; `takeBack(id)` until it leaves. */
  changeLater(botId: number, conversationId: string, change: ConversationChange): Promise<OutboxEntry>;
  takeBack(entryId: string): Promise<boolean>;
  retry(entryId: string): Promise<void>;
  discard(entryId: string): Promise<void>;
  saveDraft(
    conversationId: string,
    botId: number,
    mode: DraftMode,
    text: string,
    tabId: string,
  ): Promise<void>;
  viewing(botId: number, conversationId: string | null): Promise<void>;
  typing(botId: number, conversationId: string): Promise<void>;
  markRead(botId: number, conversationId: string): Promise<void>;
  setStatus(botId: number, userBotId: number, status: AgentStatus, role: string): Promise<CommandResult>;
  /** State of every bot's fold for tests and the diagnostics panel. */
  inspect(): Promise<unknown>;
}
