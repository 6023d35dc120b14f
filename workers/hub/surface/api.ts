/** The Comlink surface: what a tab asks the hub to do. */
import type { FoundIn } from '../../../contract/calls/conversation-lists.ts';
import type {
  ConversationChange,
  ConversationFilters,
  NewSessionLog,
} from '../../../contract/calls/conversations.ts';
import type { CounterMove } from '../../../contract/calls/supervision.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import type { AgentStatus } from '../../../contract/states.ts';
import type { Figure } from '../../../machines/inbox/counter-moves.ts';
import type { Inspection, LogExport } from './inspection.ts';
import type { KeptFile, OutboxEntry, WorkFile } from './outbox-entry.ts';
import type { HubSession, TabHello } from './session.ts';
import type { DraftMode, Topic } from './topics.ts';

/** What a tab's code calls: `join` is the connection's own business. */
export type TabHub = Omit<HubApi, 'join'>;

/** Labels of options, and buttons that open a page. */
export interface DraftOffer {
  buttons?: string[];
  links?: OfferedLink[];
}
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
  template?: NonNullable<NewSessionLog['template']>;
  /** The `_id` of the message that it answers. */
  replyTo?: string;
  /** Ids of products that it shows. */
  products?: string[];
  /** Labels of options under it; the draft's go with its text. */
  buttons?: string[];
  /** Buttons after them that open a page; the draft's go with its text. */
  links?: OfferedLink[];
  /** A failed message, sent once more with the files that the server has of it; however often it is asked for. */
  again?: { id: string; attachments: string[] };
  /** 'Tomar y enviar': what nobody has becomes one's own with it. */
  take?: true;
  /** 'Enviar y cerrar': once it has left, the conversation is closed after `LIMITS.undo`. */
  close?: true;
  /** Of a ticket: the state that it gets with the answer. */
  nextState?: 'open' | 'waiting' | 'solved';
  /** It was not written in the composer (a template, a voice note, a second try): the text of the draft stays. */
  keepDraft?: boolean;
}
export interface AttachInput {
  botId: number;
  conversationId: string;
  mode: DraftMode;
  name: string;
  blob: Blob;
  /** Where the server has it. */
  from?: KeptFile;
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
  /** What is offered under a draft is this from now on, durably; what is not named stays. */
  offer(conversationId: string, botId: number, mode: DraftMode, offer: DraftOffer): Promise<void>;
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
  /** This browser had shown 'Productos cargados' when it was closed, and nobody has seen it. */
  recallProducts(botId: number): Promise<void>;
  /** This tab changed what other tabs hold answers of: all ask these queries again. */
  announceStale(queries: string[]): Promise<void>;
  /** State of every bot's fold for tests and the diagnostics panel. */
  inspect(): Promise<Inspection>;
}
