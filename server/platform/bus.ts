/**
 * What processes tell each other. Only hints travel ('bot 64 reached 1207'): whoever hears one reads the database,
 * so a lost hint costs time, never truth. In one process it is a call; REDIS_URL will carry it between several.
 */
import { EventEmitter } from 'node:events';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import type { Logger } from './log.ts';

export interface BusMessages {
  /** A bot's log has been committed up to a number. */
  reached: { botId: number; seq: number };
  /** An unlogged event for a Socket.IO room of namespace `/`. */
  live: { room: string; name: string; data: unknown; exceptSocket?: string | undefined };
  /** An unlogged event for whoever at the bot sees a conversation in this condition. */
  toViewers: {
    botId: number;
    facts: SightFacts;
    name: string;
    data: unknown;
    exceptSocket?: string | undefined;
  };
  /** Role or areas of somebody at a bot changed, or the link is gone. */
  sightChanged: { botId: number; userId: number };
  /** A browser's token was deleted. */
  signedOut: { client: string };
  /** An agent types in a conversation; the visitor's side shows it if that agent has the conversation. */
  agentTyping: { botId: number; conversationId: string; agent: { id: number; name: string } };
}
export type BusTopic = keyof BusMessages;
type Unsubscribe = () => void;

export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusMessages[T]): void;
  /** A listener that throws is logged and stops nobody else. */
  subscribe<T extends BusTopic>(topic: T, listener: (message: BusMessages[T]) => void): Unsubscribe;
  /** To be called after commit (appendEvents does). */
  reached(botId: number, seq: number): void;
  onReached(listener: (botId: number, seq: number) => void): Unsubscribe;
  live(room: string, event: { name: string; data: unknown }): void;
}

/** The bus of a single process: delivers at once, in order of subscription. */
export function createLocalBus(log: Pick<Logger, 'error'>): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const publish: Bus['publish'] = (topic, message) => void emitter.emit(topic, message);
  const subscribe = <T extends BusTopic>(topic: T, listener: (message: BusMessages[T]) => void) => {
    const guarded = (message: BusMessages[T]) => {
      try {
        listener(message);
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
    reached: (botId, seq) => publish('reached', { botId, seq }),
    onReached: (listener) => subscribe('reached', ({ botId, seq }) => listener(botId, seq)),
    live: (room, { name, data }) => publish('live', { room, name, data }),
  };
}
