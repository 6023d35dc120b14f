/**
 * What processes tell each other. Only hints travel ('bot 64 reached 1207'): a process that hears one reads the
 * database, so a lost hint costs time, never truth. What a process has committed itself it need not read: its own
 * listeners get the rows with the hint. In one process it is a call; `realtime/cluster-bus.ts` carries it between
 * several.
 */
import { EventEmitter } from 'node:events';
import type { StaleTopic } from '../../contract/realtime/topics.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import type { Logger } from './log.ts';
import type { LogRow } from './log-row.ts';
import { inBackground } from './request-scope.ts';

/** Somebody who looks at a conversation. */
export interface LookingAgent {
  id: number;
  name: string;
  /** Sees the whole bot: such a person watches what is not theirs as a supervisor. */
  oversees: boolean;
}

/** Something outside the inbox changed. */
export interface TopicChange {
  topics: readonly StaleTopic[];
  /** Whom it is about alone; absent: everybody who hears the topics. */
  userIds?: readonly number[] | undefined;
  /** It is of a conversation in this condition: only for who sees that. */
  seenBy?: SightFacts | undefined;
}

export interface BusMessages {
  /** A bot's log has been committed up to a number. */
  reached: { botId: number; seq: number; rows?: readonly LogRow[] | undefined };
  /** An unlogged event for those at the bot who see a conversation in this condition. */
  toViewers: {
    botId: number;
    facts: SightFacts;
    name: string;
    data: unknown;
    exceptSocket?: string | undefined;
  };
  /** What a transaction changed outside the inbox, with the bot's `live` number that it raised. */
  touched: { botId: number; live: number; changes: readonly TopicChange[] };
  /** Role or areas of somebody at a bot changed, or the link is gone. */
  sightChanged: { botId: number; userId: number };
  /** A browser's token was deleted. */
  signedOut: { client: string; userId: number };
  /** The only page of a browser closes: this socket's lease at the bot is not renewed any more. */
  farewell: { socketId: string; botId: number };
  /** Maintenance was switched, on or off. */
  maintenance: Record<string, never>;
  /** A bot was deleted or deactivated: its chat is closed to visitors. */
  botClosed: { botId: number };
  /** What who waits for a person is told has changed by its owner's choice. */
  waitingChanged: { botId: number };
  /** Who of a process's sockets looks at a conversation: all of them, nobody when empty. Repeated while it lasts. */
  looking: { processId: string; botId: number; conversationId: string; agents: LookingAgent[] };
  /** An agent types in a conversation; the visitor's side shows it if that agent has the conversation. */
  agentTyping: { botId: number; conversationId: string; agent: { id: number; name: string } };
  /** Who has a conversation of a connection has read what the customer wrote. */
  customerRead: { botId: number; conversationId: string };
  /** A campaign may have something to do: it began, or goes on. */
  campaigns: Record<string, never>;
  /** A connection's queue has something new to send. */
  queued: { connectionId: string };
  /** What a language model has written so far to a visitor, whose pages may be at any process. */
  botTyping: { botId: number; visitorId: string; text: string };
}
export type BusTopic = keyof BusMessages;
type Unsubscribe = () => void;

export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusMessages[T]): void;
  /** A listener that throws is logged and stops nobody else. */
  subscribe<T extends BusTopic>(topic: T, listener: (message: BusMessages[T]) => void): Unsubscribe;
  /** To be called after commit (appendEvents does). @param rows what was committed; they stay in this process */
  reached(botId: number, seq: number, rows?: readonly LogRow[]): void;
  onReached(listener: (botId: number, seq: number, rows?: readonly LogRow[]) => void): Unsubscribe;
}

/** The bus of a single process: delivers at once, in order of subscription. */
export function createLocalBus(log: Pick<Logger, 'error'>): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const publish: Bus['publish'] = (topic, message) => void emitter.emit(topic, message);
  const subscribe = <T extends BusTopic>(topic: T, listener: (message: BusMessages[T]) => void) => {
    const guarded = (message: BusMessages[T]) => {
      try {
        // What listeners read and tell belongs to nobody's request.
        inBackground(() => listener(message));
      } catch (error) {
        log.error({ err: error, topic }, 'A listener of the bus failed');
      }
    };
    emitter.on(topic, guarded);
    return () => void emitter.off(topic, guarded);
  };
  return {
    publish,
    subscribe,
    reached: (botId, seq, rows) => publish('reached', { botId, seq, rows }),
    onReached: (listener) => subscribe('reached', ({ botId, seq, rows }) => listener(botId, seq, rows)),
  };
}
