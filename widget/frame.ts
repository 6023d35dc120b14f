/**
 * What stands between the first file and the chat, which comes when it is reached for: the first file has the corner of
 * the page, the button and what the page itself may ask for; the chat has the conversation.
 */
import type { LauncherLook } from '../contract/entities/bot.ts';
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
  /** The conversation is over. */
  ended: Record<string, never>;
}
export type PageEvent = keyof PageEvents;

/** What the chat has of the page. */
export interface Frame {
  readonly settings: WidgetSettings;
  /** Of whoever sits there now: another one after each `renew`. */
  readonly keep: Keep;
  /** Who the page says sits there; null: it said nothing. */
  readonly person: Person | null;
  /** The chat's: they said something of themselves. */
  onSaid: (() => void) | null;
  readonly root: ShadowRoot;
  /** Where the chat is drawn. */
  readonly place: Element;
  readonly open: boolean;
  /** Ends with the whole. */
  readonly signal: AbortSignal;
  close(): void;
  looks(look: LauncherLook): void;
  unread(count: number): void;
  tell<Event extends PageEvent>(event: Event, detail: PageEvents[Event]): void;
}

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
export type StartChat = (frame: Frame) => ChatControls;
