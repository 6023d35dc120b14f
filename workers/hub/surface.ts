/**
 * What a tab and the hub say to each other: the Comlink surface for calls and the topics and patches of the stream.
 * The tab knows the hub only through these types (src imports nothing else from workers but the worker's address).
 */

import type { FoundIn } from '../../contract/calls/conversation-lists.ts';
import type { ConversationChange, ConversationFilters } from '../../contract/calls/conversations.ts';
import type { CounterMove } from '../../contract/calls/supervision.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { ChannelCounters, CounterMatrix, StateCounters } from '../../contract/entities/counters.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { Colleague, Credentials, User, Viewer } from '../../contract/entities/user.ts';
import type { Product, ServiceBases } from '../../contract/services.ts';
import type { AgentStatus, ConversationState } from '../../contract/states.ts';
import type { ConnectionState } from '../../machines/connection/connection-machine.ts';
import type { Figure } from '../../machines/inbox/counter-moves.ts';
import type { ListQuery } from '../../machines/inbox/inbox-state.ts';
import type { ProductUpload } from '../../machines/product-upload/moves.ts';
import type { ConnectionView } from './connection-view.ts';
import type { Inspection, LogExport } from './inspection.ts';

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
  /** Where the services live for this person. */
  bases?: ServiceBases;
}

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

export type { ConnectionView } from './connection-view.ts';
export type { ConnectionState };

export interface CountersView {
  /** Floors applied: never below zero. Null until the base is there. */
  byState: StateCounters;
  byChannel: CounterMatrix;
  /** Channel totals over all states but archived: what the list without a state holds. */
  unarchived: ChannelCounters;
  /** The viewer's own conversations with something unread. Counted here: hidden tabs hear of no cards. */
  unread: number;
  /** When these figures were last compared with the server (ms since 1970). */
  verifiedAt: number | null;
  /** The last time that they differed; null: never, as far as is remembered here. */
  differed: { at: number; healedAt: number | null } | null;
}
export interface SupervisionView {
  /** Who waits longest first. */
  queue: Conversation[];
  load: { agent_id: number; taken: number; inactive: number }[];
  /** Medians of today in ms, null of none, and of how many. */
  waits: { median: number | null; count: number };
  firstResponses: { median: number | null; count: number };
  loading: boolean;
  /** Spanish sentence; the figures keep what they had. */
  error: string | null;
  /** The first answer has come. */
  known: boolean;
}
export interface ListView {
  cards: Conversation[];
  /** More below the known window. */
  more: boolean;
  loading: boolean;
  /** Spanish sentence; the list keeps what it had. */
  error: string | null;
  /** Without the server: what this browser happens to know of the list, with gaps. */
  partial: boolean;
}
/** Who types and looks (not oneself), by conversation; only where there is somebody. */
export type PresenceView = Record<string, Pick<MessagesView, 'typing' | 'viewing'>>;
export interface MessagesView {
  messages: Message[];
  more: boolean;
  loading: boolean;
  error: string | null;
  /** Names of those who type now: the customer and colleagues. */
  typing: { who: 'visitor' | 'agent'; name: string | null }[];
  /** `supervisor`: only watches. */
  viewing: { id: number; name: string; supervisor?: boolean | undefined }[];
  /** Another number: the customer is on another page. */
  moves: number;
  online: boolean;
}
/** A file that is still in this browser: beside a draft, or in the outbox. */
export interface WorkFile {
  id: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
}
export interface OutboxFile extends WorkFile {
  /** The server's id once it has it. */
  upload: string | null;
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
  /** Not stored yet: in sight, and nothing more. */
  saving?: true;
  /** It may have reached the server: an attempt was made whose answer is not known. */
  tried?: true;
  /** How much of its files has been uploaded, 0 to 1; absent where none is under way. */
  progress?: number;
  command:
    | {
        kind: 'message';
        text: string;
        note: boolean;
        temporal_id: string;
        attachments: string[];
        last_seen: number | null;
        /** Stored in this browser until the server has them; absent in entries of older builds. */
        files?: OutboxFile[];
        mentions?: number[];
        template?: { id: string; values: string[] };
        /** Takes what nobody has, in the same step. */
        take?: true;
        /** The failed message that this one is a second try of. */
        again?: string;
      }
    | {
        kind: 'change';
        change: ConversationChange;
        /** How the conversation stood when it was asked for; absent in entries of older builds. */
        seen?: { state: ConversationState; agent_id: number | null } | null;
        /** The message that goes first, by its `temporal_id`: without it this does not happen. */
        after?: string;
      };
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
  draft: { text: string; updatedAt: number; by: string; files: WorkFile[] };
  /** How each begins, by conversation; files alone have no text. */
  drafted: Record<string, string>;
  presence: PresenceView;
}
/**
 * Lists and messages travel as differences to what the tab holds: the first `head` and the last `tail` items stay as
 * they are; `middle` says what stands between them, runs of what the tab holds by their places there and new items by
 * name. `changed` are the new items, and the new contents of those in the runs.
 */
export type Patch =
  | { topic: string; full: unknown }
  | {
      topic: string;
      items: {
        field: 'cards' | 'messages';
        /** How many items the tab must hold for this to fit. */
        base: number;
        head: number;
        tail: number;
        middle: (string | [at: number, count: number])[];
        changed: unknown[];
        rest: Record<string, unknown>;
      };
    };

/** Notices that one tab alone shows or rings (the hub picks it). */
export type Notice =
  | {
      kind: 'new-conversation';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      channel: string;
    }
  /** Waits for a person, or was given to this one by auto-assign. */
  | {
      kind: 'pending';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      channel: string;
      assigned: boolean;
    }
  /** A customer wrote in a conversation of one's own. */
  | {
      kind: 'message';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      text: string;
    }
  /** By the notifications channel: what no log tells, or the log of a bot that is not followed. */
  | {
      kind: 'notification';
      botId: number;
      eventId: string;
      action: string;
      subject: string;
      body: string | null;
      /** A path of the app. */
      link: string;
    }
  | {
      kind: 'derived';
      botId: number;
      eventId: string;
      conversationId: string;
      from: string;
      reason: string | null;
      leadName: string;
    }
  /** What this person had snoozed, or has, is back. */
  | {
      kind: 'woke';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      state: ConversationState;
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
  /** Counts the frames of this stream; the tab acknowledges it, so that a frozen tab can't pile them up. */
  n: number;
} & (
  | { type: 'patches'; patches: Patch[] }
  | { type: 'notice'; notice: Notice }
  | { type: 'signed-out'; reason: 'unauthorized' | 'by-hand' }
  | { type: 'stale'; queries: string[] }
  /** This page is the browser's only one, and this socket tells the server that it is there; null: it is not. */
  | { type: 'alone'; socket: string | null }
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

export interface SendInput {
  botId: number;
  conversationId: string;
  text: string;
  note: boolean;
  /** `order` of the newest message on the sender's screen; absent where none of the conversation is. The tab's link adds it. */
  lastSeen?: number;
  /** Ids of files of the draft. */
  files?: string[];
  /** Colleagues named in a note. */
  mentions?: number[];
  /** An approved template; `text` is what it says, for this browser's eyes. */
  template?: { id: string; values: string[] };
  /** A failed message, sent once more with the files that the server has of it; however often it is asked for. */
  again?: { id: string; attachments: string[] };
  /** 'Tomar y enviar': what nobody has becomes one's own with it. */
  take?: true;
  /** 'Enviar y cerrar': once it has left, the conversation is closed after `LIMITS.undo`. */
  close?: true;
  /** It was not written in the composer (a template, a voice note, a second try): the text of the draft stays. */
  keepDraft?: boolean;
}
export interface AttachInput {
  botId: number;
  conversationId: string;
  mode: DraftMode;
  name: string;
  blob: Blob;
}

export type AttachResult = { ok: true; file: WorkFile } | { ok: false; error: string; message: string };

export type CommandResult = { ok: true } | { ok: false; error: string; message: string };

export interface KnownFinds {
  conversations: Conversation[];
  found: FoundIn[];
}

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
  /** What this browser knows that these filters find: cards and messages that were loaded, nothing else. */
  searchKnown(filters: ConversationFilters): Promise<KnownFinds>;
  loadMore(topic: Topic): Promise<void>;
  reload(topic: Topic): Promise<void>;
  /** Queues a reply or note; resolves once it is durable here (not yet at the server). Clears the draft of its mode. */
  send(input: SendInput): Promise<OutboxEntry>;
  /** Puts a file beside a draft, durably. Refused (`rule`) beyond the limits of a message, or without room for it. */
  attach(input: AttachInput): Promise<AttachResult>;
  /** Takes a file off a draft. */
  detach(conversationId: string, botId: number, mode: DraftMode, fileId: string): Promise<void>;
  /** The content of a file of a draft or of the outbox, for its preview; null: gone. */
  fileOf(fileId: string): Promise<Blob | null>;
  /** Stops a message on its way and gives text and files back to the draft; false: it has left. */
  cancel(entryId: string): Promise<boolean>;
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
  /** @param switched it came with a switch of bots and was not chosen */
  setStatus(
    botId: number,
    userBotId: number,
    status: AgentStatus,
    role: string,
    switched?: boolean,
  ): Promise<CommandResult>;
  /** The events of the local log that moved a figure. Null: there is no local log, the server is to be asked. */
  counterMoves(botId: number, figure: Figure): Promise<{ moves: CounterMove[]; floor: number } | null>;
  /** The local log of a bot as it is, for an export that is redacted before anybody gets it. */
  exportLog(botId: number): Promise<LogExport | null>;
  /** 'Productos cargados' was seen. */
  acknowledgeProducts(botId: number): Promise<void>;
  /** This tab changed what other tabs hold answers of: all ask these queries again. */
  announceStale(queries: string[]): Promise<void>;
  /** State of every bot's fold for tests and the diagnostics panel. */
  inspect(): Promise<Inspection>;
}
