/** What every line of an open conversation's log needs to know. Stable while the conversation is: rows are memoised. */
import { createContext, useContext } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';
import type { Channel } from '../../../../contract/states.ts';

/** What an open conversation makes of one of its messages. Stable between renders. */
export interface MessageUses {
  /** Begins a reply with its words; null: one may not reply. */
  quote: ((message: Message) => void) | null;
  /** Begins a note with its words. */
  note: ((message: Message) => void) | null;
  /** Makes a ticket of it. */
  ticket: ((message: Message) => void) | null;
  /** Customers' messages may be had in Spanish. */
  translates: boolean;
}

export interface LogFacts {
  /** The client's name, safe for a line. */
  lead: string;
  channel: Channel;
  /** The one that is open. */
  conversationId: string;
  /** Those that are joined to it, by their ids: what was said there is read here, and changed nowhere. */
  joined: ReadonlyMap<string, Channel>;
  /** The signed-in person's id. */
  me: number;
  /** Own notes may be corrected and taken back here. */
  edits: boolean;
  /** Messages that were unfolded: they stay so when they come back into sight. */
  unfolded: Set<string>;
  /** Messages that are shown in Spanish: they stay so. */
  translated: Set<string>;
  /** What is searched in it: a long message that holds it in its hidden part shows that too. */
  searched: string | null;
  /** What is made of a message beside the log; null: one only reads here. */
  uses: MessageUses | null;
  /** Null: one only reads here. */
  onRetry: ((message: Message) => void) | null;
}

export const LogContext = createContext<LogFacts | null>(null);

/** The facts that all lines of a log share. @throws outside of a log */
export function useLog(): LogFacts {
  const facts = useContext(LogContext);
  if (!facts) throw new Error('A line of the log stands outside of it');
  return facts;
}
