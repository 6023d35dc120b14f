/**
 * Sends visitors what happens in their conversations, from the event log, after commit: whichever process committed
 * it, every process reads the log from where it stands and serves the sockets that it holds.
 *
 *   bus 'bot X reached N' ─▶ pump(X): read the events after the cursor ─▶ each visitor's connections
 *
 * A connection is registered before its chat is read and keeps what arrives until CONNECTED has been sent; then it
 * drops what the chat already held (numbers up to the snapshot's) and sends the rest. So nothing falls in between.
 */

import type * as z from 'zod/mini';
import { type Conversation, isWhole } from '../../../contract/entities/conversation.ts';
import type { NamedEvent } from '../../../contract/realtime/events.ts';
import type { visitorEvents } from '../../../contract/realtime/visitor-socket.ts';
import type { Area } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { type Sql, sql } from '../../platform/database/database.ts';
import { waitingWord } from '../waiting-word.ts';
import { mayRate, reachesVisitor, toVisitorMessage } from './visitor-view.ts';

type Frames = { [N in keyof typeof visitorEvents]: { name: N; data: z.infer<(typeof visitorEvents)[N]> } };
export type VisitorFrame = Frames[keyof Frames];

/** One socket of a visitor. */
export interface VisitorConnection {
  botId: number;
  visitorId: string;
  /** Number of the snapshot that it was sent; null while that is under way. */
  from: number | null;
  waiting: { seq: number; frame: VisitorFrame }[];
  /** The page says DELIVERED itself. */
  confirms: boolean;
  send(frame: VisitorFrame): void;
}

interface BotFeed {
  /** The last number that was read; null until the first chat has been read. */
  cursor: number | null;
  visitors: Map<string, Set<VisitorConnection>>;
  pumping: Promise<void> | null;
  again: boolean;
}

interface EventRow {
  seq: number;
  name: NamedEvent['name'];
  data: unknown;
  visitor_id: string;
  agent_image: string | null;
}

const PAGE = 500;
/** A hint of the bus may be lost between processes: look anyway. Milliseconds. */
const LOOK = 5_000;

export class VisitorFeed {
  readonly #app: App;
  readonly #bots = new Map<number, BotFeed>();
  readonly #stops: (() => void)[];
  /** Told which agent's or bot's messages were given to a visitor's page that does not confirm them itself. */
  onGiven: (visitorId: string, conversationId: string, mids: string[]) => void = () => undefined;

  constructor(app: App) {
    this.#app = app;
    const timer = setInterval(() => {
      for (const botId of this.#bots.keys()) this.#pump(botId);
    }, LOOK);
    timer.unref();
    this.#stops = [app.bus.onReached((botId) => this.#pump(botId)), () => clearInterval(timer)];
  }

  /** Registers a connection; call it before its chat is read. */
  add(connection: VisitorConnection): void {
    let feed = this.#bots.get(connection.botId);
    if (!feed) {
      feed = { cursor: null, visitors: new Map(), pumping: null, again: false };
      this.#bots.set(connection.botId, feed);
    }
    const same = feed.visitors.get(connection.visitorId) ?? new Set();
    feed.visitors.set(connection.visitorId, same.add(connection));
  }

  remove(connection: VisitorConnection): void {
    const feed = this.#bots.get(connection.botId);
    const same = feed?.visitors.get(connection.visitorId);
    same?.delete(connection);
    if (same?.size === 0) feed?.visitors.delete(connection.visitorId);
    if (feed?.visitors.size === 0) this.#bots.delete(connection.botId);
  }

  /** The connection was sent its chat, read at `seq`: what came meanwhile follows. */
  ready(connection: VisitorConnection, seq: number): void {
    connection.from = seq;
    for (const { seq: at, frame } of connection.waiting.splice(0)) if (at > seq) connection.send(frame);
    const feed = this.#bots.get(connection.botId);
    if (feed && feed.cursor === null) {
      feed.cursor = seq;
      this.#pump(connection.botId);
    }
  }

  /** An unlogged frame to a visitor's sockets of this process. */
  tell(botId: number, visitorId: string, frame: VisitorFrame, except?: VisitorConnection): void {
    for (const connection of this.#bots.get(botId)?.visitors.get(visitorId) ?? []) {
      if (connection !== except && connection.from !== null) connection.send(frame);
    }
  }

  /** Whether this process holds sockets of visitors of a bot. */
  serves(botId: number): boolean {
    return this.#bots.has(botId);
  }

  /** Reads nothing more and waits for what is being read. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    const running = [...this.#bots.values()].flatMap((feed) => feed.pumping ?? []);
    this.#bots.clear();
    await Promise.all(running);
  }

  /** One reader a bot at a time; who asks during a read gets another after it. */
  #pump(botId: number): void {
    const feed = this.#bots.get(botId);
    if (!feed || feed.cursor === null) return;
    if (feed.pumping) {
      feed.again = true;
      return;
    }
    feed.pumping = this.#read(botId, feed)
      .catch((error: unknown) =>
        this.#app.log.error({ err: error, botId }, 'Reading the log for visitors failed'),
      )
      .finally(() => {
        feed.pumping = null;
        if (feed.again) {
          feed.again = false;
          this.#pump(botId);
        }
      });
  }

  async #read(botId: number, feed: BotFeed): Promise<void> {
    for (;;) {
      const rows = await this.#app.db.query<EventRow>(eventsAfter(botId, feed.cursor ?? 0));
      const delivered = new Map<string, { visitorId: string; conversationId: string; mids: string[] }>();
      let somebodyMoved = false;
      for (const row of rows) {
        feed.cursor = row.seq;
        somebodyMoved ||= row.name === 'AGENT_STATUS';
        const connections = row.visitor_id === null ? undefined : feed.visitors.get(row.visitor_id);
        if (!connections) continue;
        const frame = this.#frameOf(row);
        if (!frame) continue;
        await this.#addWaiting(botId, row, frame);
        for (const connection of connections) give(connection, row.seq, frame);
        const silent = [...connections].some(({ confirms }) => !confirms);
        if (silent && frame.name === 'NEW_MESSAGE' && frame.data.message.from !== 'Cliente') {
          const { conversation_id: conversationId, mid } = frame.data.message;
          const entry = delivered.get(conversationId) ?? {
            visitorId: row.visitor_id,
            conversationId,
            mids: [],
          };
          entry.mids.push(mid);
          delivered.set(conversationId, entry);
        }
      }
      for (const { visitorId, conversationId, mids } of delivered.values()) {
        this.onGiven(visitorId, conversationId, mids);
      }
      if (somebodyMoved) await this.#tellWhoWaits(botId, feed);
      if (rows.length < PAGE) return;
    }
  }

  /** With the move to Pendientes: when somebody will answer, where nobody is connected. */
  async #addWaiting(botId: number, { data }: EventRow, frame: VisitorFrame): Promise<void> {
    if (frame.name !== 'CONVERSATION_STATE' || frame.data.state !== 'pending') return;
    const { conversation } = data as { conversation: Pick<Conversation, 'category'> };
    frame.data.waiting = await waitingWord(this.#app.db, this.#app.clock.now(), botId, conversation.category);
  }

  /** Somebody of the team came or went: whoever waits reads what is true now. */
  async #tellWhoWaits(botId: number, feed: BotFeed): Promise<void> {
    const waiting = await this.#app.db.query<{ id: string; visitor_id: string; category: Area | null }>(sql`
      select id, visitor_id, category from conversations
      where bot_id = ${botId} and state = 'pending' and visitor_id = any(${[...feed.visitors.keys()]}::text[])`);
    const words = new Map<Area | null, string | null>();
    for (const { id, visitor_id, category } of waiting) {
      const word = words.has(category)
        ? (words.get(category) ?? null)
        : await waitingWord(this.#app.db, this.#app.clock.now(), botId, category);
      words.set(category, word);
      const data = {
        conversation_id: id,
        state: 'pending' as const,
        agent: null,
        may_rate: false,
        waiting: word,
      };
      this.tell(botId, visitor_id, { name: 'CONVERSATION_STATE', data });
    }
  }

  #frameOf(row: EventRow): VisitorFrame | null {
    const event = { name: row.name, data: row.data } as Pick<NamedEvent, 'name' | 'data'> as NamedEvent;
    switch (event.name) {
      case 'NEW_MESSAGE': {
        const { message } = event.data;
        if (!message || !reachesVisitor(message)) return null;
        return { name: 'NEW_MESSAGE', data: { message: toVisitorMessage(this.#app, message) } };
      }
      case 'NEW_MESSAGE_STATUS': {
        const { mid, message_status } = event.data;
        return mid ? { name: 'NEW_MESSAGE_STATUS', data: { mid, message_status } } : null;
      }
      case 'NEW_CONVERSATION_COUNTER':
      case 'SEND_TEMPLATE_MUTATION':
      case 'AGENT_STATUS':
        return null;
      default: {
        const card = event.data.conversation;
        const moved =
          !('last_state' in event.data) ||
          event.data.last_state !== card.state ||
          event.data.last_agent_id !== card.agent_id ||
          card.state === 'closed';
        if (!moved || !isWhole(card)) return null;
        const has = card.state === 'taken' && card.agent_name !== null;
        return {
          name: 'CONVERSATION_STATE',
          data: {
            conversation_id: card.id,
            state: card.state,
            agent: has ? { name: card.agent_name ?? '', image: row.agent_image } : null,
            may_rate: mayRate(card.state, card.rating),
          },
        };
      }
    }
  }
}

function give(connection: VisitorConnection, seq: number, frame: VisitorFrame): void {
  if (connection.from === null) connection.waiting.push({ seq, frame });
  else if (seq > connection.from) connection.send(frame);
}

/** Every number after the cursor, so that it advances; with the visitor where the event is about one's conversation. */
function eventsAfter(botId: number, cursor: number): Sql {
  return sql`
    select e.seq, e.name, e.data, c.visitor_id,
           (select u.image from users u where u.id = c.agent_id) as agent_image
    from events e left join conversations c on c.id = e.conversation_id
    where e.bot_id = ${botId} and e.seq > ${cursor} order by e.seq limit ${PAGE}`;
}
