/**
 * What stands between the first file and the chat, which comes when it is reached for: the first file has the corner of
 * the page, the button and what the page itself may ask for; the chat has the conversation.
 */
import type { ChatLanguage } from '../contract/chat-language.ts';
import type { LauncherLook } from '../contract/entities/bot.ts';
import type { VisitorMessage } from '../contract/realtime/visitor-socket.ts';
import type { ConversationState } from '../contract/states.ts';
import type { Keep } from './keep.ts';
import type { Person } from './person.ts';
import type { WidgetSettings } from './settings.ts';

/** What the page hears, with what comes with it. Never a word of the conversation: the page may be full of others' scripts. */
export interface PageEvents {
  /** The chat can be opened. */
  ready: Record<string, never>;
  opened: Record<string, never>;
  closed: Record<string, never>;
  /** Somebody answered. */
  message: { from: 'bot' | 'agent' };
  unread: { count: number };
  /** The site's signature was taken: the chat is that user's. */
  identified: Record<string, never>;
  /** The site's signature was not taken: the chat is as before. */
  rejected: { reason: string };
  /** The conversation is over. */
  ended: Record<string, never>;
}
export type PageEvent = keyof PageEvents;

/** A proactive message by which the chat was opened: the visitor's next words answer it. */
export interface Greeting {
  /** The rule's id. */
  rule: string;
  /** As the chat shows it until the server has it. */
  message: VisitorMessage;
}

/** What the chat has of the page. */
export interface Frame {
  readonly settings: WidgetSettings;
  /** Of whoever sits there now: another one after each `renew`. */
  readonly keep: Keep;
  /** Who the page says sits there; null: it said nothing. */
  readonly person: Person | null;
  /** The chat's: they said something of themselves. */
  onSaid: (() => void) | null;
  /** Null: there is none, or it was answered. */
  greeting: Greeting | null;
  /** The chat's: there is one. */
  onGreeting: (() => void) | null;
  /** The chat's: how the conversation stands; null: there is none. Undefined: it is not known. */
  talk: ConversationState | null | undefined;
  readonly root: ShadowRoot;
  /** Where the chat is drawn. */
  readonly place: Element;
  readonly open: boolean;
  /** Ends with the whole. */
  readonly signal: AbortSignal;
  /** The browser's own, of before somebody signed in: what was written under it may go over to them. */
  readonly strangerToken: string | null;
  /** The server took the site's signature. */
  signedIn(): void;
  /** It did not: the chat is the browser's again. */
  rejected(reason: string, message: string): void;
  close(): void;
  looks(look: LauncherLook): void;
  unread(count: number): void;
  tell<Event extends PageEvent>(event: Event, detail: PageEvents[Event]): void;
}

/** What proactive messages have of the page besides. */
export interface ProactiveFrame extends Frame {
  readonly language: ChatLanguage;
  show(open: boolean): void;
}
/** What their file offers. @returns told of every change of the button, with the count of what is unread */
export type StartProactive = (frame: ProactiveFrame) => (unread: number) => void;

/** What the first file has of the chat. */
export interface ChatControls {
  /** Draws it as `open` of the frame says. */
  redraw(): void;
  /** Somebody else sits there: nothing of before stays. */
  renew(): void;
  /** Into the field, as if it had been typed. */
  prefill(text: string): void;
  stop(): void;
}
/** What the chat's file offers. */
export interface ChatFile {
  /** Before it starts: the texts of its language have to be there. Never rejects. */
  speak(language: ChatLanguage): Promise<void>;
  startChat(frame: Frame): ChatControls;
}
