/**
 * Sends visitors what happens in their conversations, from the event log, after commit: the process's one reader of a
 * bot's log (`live/log-tailers.ts`) hands its rows on, and each process serves the sockets that it holds.
 *
 *   tailer of X ─▶ rows in order ─▶ whose conversations they are ─▶ each visitor's connections
 *
 * A connection is registered, and the tailer stands somewhere, before its chat is read; it keeps what arrives until
 * CONNECTED has been sent; then it drops what the chat already held (numbers up to the snapshot's) and sends the rest.
 * So nothing falls in between.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { ChatLanguage } from '../../../contract/chat-language.ts';
import { type Conversation, isWhole } from '../../../contract/entities/conversation.ts';
import type { NamedEvent } from '../../../contract/realtime/events.ts';
import type { visitorEvents } from '../../../contract/realtime/visitor-socket.ts';
import type { Area } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import type { LogRow } from '../../platform/log-row.ts';
import type { Following, LogTailers } from '../live/log-tailers.ts';
import { type Waiting, waitingFor, waitingIn } from '../waiting-word.ts';
import { mayRate, reachesVisitor, toVisitorMessage } from './visitor-view.ts';

type Frames = { [N in keyof typeof visitorEvents]: { name: N; data: z.infer<(typeof visitorEvents)[N]> } };
export type VisitorFrame = Frames[keyof Frames];

/** One socket of a visitor. */
export interface VisitorConnection {
  botId: number;
  visitorId: string;
  /** What its chat speaks. */
  language: ChatLanguage;
  /** The last number that it was sent, at first that of its chat; null while that is under way. */
  from: number | null;
  waiting: { seq: number; frame: VisitorFrame }[];
  /** The page says DELIVERED itself. */
  confirms: boolean;
  send(frame: VisitorFrame): void;
}

interface BotFeed {
  visitors: Map<string, Set<VisitorConnection>>;
  following: Following;
  /** Rows that came while others are worked on: they are asked for together. */
  next: LogRow[] | null;
  /** What was handed on, one batch after the other. */
  working: Promise<void>;
}

/** A pause before what failed is done again. Milliseconds. */
const AGAIN = 1_000;

/** Whose a conversation is, and the photo of the agent who has it. */
interface Side {
  id: string;
  visitor_id: string | null;
  agent_image: string | null;
}

export class VisitorFeed {
  readonly #app: App;
  readonly #tailers: LogTailers;
  readonly #bots = new Map<number, BotFeed>();
  /** Told which agent's or bot's messages were given to a visitor's page that does not confirm them itself. */
  onGiven: (visitorId: string, conversationId: string, mids: string[]) => void = () => undefined;

  constructor(app: App, tailers: LogTailers) {
    this.#app = app;
    this.#tailers = tailers;
  }

  /** Registers a connection. Its chat is read when this has resolved. */
  add(connection: VisitorConnection): Promise<void> {
    const feed = this.#bots.get(connection.botId) ?? this.#open(connection.botId);
    const same = feed.visitors.get(connection.visitorId) ?? new Set();
    feed.visitors.set(connection.visitorId, same.add(connection));
    return feed.following.started;
  }

  /** A customer's socket is gone. */
  remove(connection: VisitorConnection): void {
    const feed = this.#bots.get(connection.botId);
    const same = feed?.visitors.get(connection.visitorId);
    same?.delete(connection);
    if (same?.size === 0) feed?.visitors.delete(connection.visitorId);
    if (feed?.visitors.size !== 0) return;
    feed.following.stop();
    this.#bots.delete(connection.botId);
  }

  /** The connection was sent its chat, read at `seq`: what came meanwhile follows. */
  ready(connection: VisitorConnection, seq: number): void {
    connection.from = seq;
    for (const { seq: at, frame } of connection.waiting.splice(0)) give(connection, at, frame);
  }

  /** An unlogged frame to a visitor's sockets of this process. @param waiting goes along in each one's language */
  tell(botId: number, visitorId: string, frame: VisitorFrame, waiting: Waiting | null = null): void {
    for (const connection of this.#bots.get(botId)?.visitors.get(visitorId) ?? []) {
      if (connection.from !== null) connection.send(inLanguage(frame, waiting, connection.language));
    }
  }

  /** Whether this process holds sockets of visitors of a bot. */
  serves(botId: number): boolean {
    return this.#bots.has(botId);
  }

  /** Those who wait for a person at a bot read what is true now. */
  waitingChanged(botId: number): void {
    const feed = this.#bots.get(botId);
    if (feed) this.#work(botId, feed, () => this.#tellWhoWaits(botId, feed));
  }

  /** Sends nothing more and waits for what is being sent. */
  async stop(): Promise<void> {
    const feeds = [...this.#bots.values()];
    this.#bots.clear();
    for (const { following } of feeds) following.stop();
    await Promise.all(feeds.map(({ working }) => working));
  }

  #open(botId: number): BotFeed {
    const rows = (more: readonly LogRow[]) => {
      if (feed.next) {
        for (const row of more) feed.next.push(row);
        return;
      }
      const batch = [...more];
      feed.next = batch;
      this.#work(botId, feed, () => {
        if (feed.next === batch) feed.next = null;
        return this.#handOn(botId, feed, batch);
      });
    };
    const feed: BotFeed = {
      visitors: new Map(),
      // What a hole has swallowed a visitor's page gets with its next chat; what comes after it, at once.
      following: this.#tailers.follow(botId, {
        rows,
        gap: rows,
        back: (seq) => {
          // What comes after it is another log.
          feed.next = null;
          this.#work(botId, feed, async () => setBack(feed, seq));
        },
      }),
      next: null,
      working: Promise.resolve(),
    };
    this.#bots.set(botId, feed);
    // The next one tries again.
    feed.following.started.catch(() => {
      if (this.#bots.get(botId) === feed) this.#bots.delete(botId);
    });
    return feed;
  }

  /** After what is being done for the bot. Work that fails (the database may be away) is done again: it is given once. */
  #work(botId: number, feed: BotFeed, work: () => Promise<void>): void {
    feed.working = feed.working.then(async () => {
      while (this.#bots.get(botId) === feed) {
        try {
          return await work();
        } catch (error) {
          this.#app.log.error({ err: error, botId }, 'Handing the log on to visitors failed');
          await delay(AGAIN, undefined, { ref: false });
        }
      }
    });
  }

  async #handOn(botId: number, feed: BotFeed, rows: readonly LogRow[]): Promise<void> {
    const sides = await this.#sidesOf(feed, rows);
    const delivered = new Map<string, { visitorId: string; conversationId: string; mids: string[] }>();
    for (const row of rows) {
      const side = row.conversation_id === null ? undefined : sides.get(row.conversation_id);
      const visitorId = side?.visitor_id ?? null;
      const connections = visitorId === null ? undefined : feed.visitors.get(visitorId);
      if (!side || visitorId === null || !connections) continue;
      const frame = this.#frameOf(row, side.agent_image);
      if (!frame) continue;
      const waiting = await this.#waitingWith(botId, row, frame);
      for (const connection of connections)
        give(connection, row.seq, inLanguage(frame, waiting, connection.language));
      const silent = [...connections].some(({ confirms }) => !confirms);
      if (silent && frame.name === 'NEW_MESSAGE' && frame.data.message.from !== 'Cliente') {
        const { conversation_id: conversationId, mid } = frame.data.message;
        const entry = delivered.get(conversationId) ?? {
          visitorId,
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
    if (rows.some(({ name }) => name === 'AGENT_STATUS')) await this.#tellWhoWaits(botId, feed);
  }

  /**
   * Of the batch's conversations, those whose visitors have a page open here; a blocked client gets nothing. Each
   * client by key: joined, they are taken to be few who are not blocked, and all clients are read.
   */
  async #sidesOf(feed: BotFeed, rows: readonly LogRow[]): Promise<Map<string, Side>> {
    const ids = new Set(rows.flatMap(({ conversation_id }) => conversation_id ?? []));
    if (ids.size === 0 || feed.visitors.size === 0) return new Map();
    const sides = await this.#app.db.query<Side>(
      sql`
      select c.id, c.visitor_id, (select u.image from users u where u.id = c.agent_id) as agent_image
      from conversations c
      where c.id = any(${[...ids]}::text[]) and (select l.blocked_at is null from leads l where l.id = c.lead_id)`,
      'often',
    );
    return new Map(
      sides
        .filter(({ visitor_id }) => visitor_id !== null && feed.visitors.has(visitor_id))
        .map((side) => [side.id, side]),
    );
  }

  /** With the move to Pendientes: when somebody will answer, where nobody is connected. */
  async #waitingWith(botId: number, { data }: LogRow, frame: VisitorFrame): Promise<Waiting | null> {
    if (frame.name !== 'CONVERSATION_STATE' || frame.data.state !== 'pending') return null;
    const { conversation } = data as { conversation: Pick<Conversation, 'category'> };
    return waitingFor(this.#app.db, this.#app.clock.now(), botId, conversation.category);
  }

  /** Somebody of the team came or went, or the owner chose otherwise: the visitors who wait read what is true now. */
  async #tellWhoWaits(botId: number, feed: BotFeed): Promise<void> {
    const waiting = await this.#app.db.query<{
      id: string;
      visitor_id: string | null;
      category: Area | null;
    }>(sql`
      select id, visitor_id, category from conversations
      where bot_id = ${botId} and state = 'pending' and visitor_id = any(${[...feed.visitors.keys()]}::text[])`);
    const words = new Map<Area | null, Waiting>();
    for (const { id, visitor_id, category } of waiting) {
      if (visitor_id === null) continue;
      const word =
        words.get(category) ?? (await waitingFor(this.#app.db, this.#app.clock.now(), botId, category));
      words.set(category, word);
      const data = {
        conversation_id: id,
        state: 'pending' as const,
        agent: null,
        may_rate: false,
      };
      this.tell(botId, visitor_id, { name: 'CONVERSATION_STATE', data }, word);
    }
  }

  #frameOf(row: LogRow, agentImage: string | null): VisitorFrame | null {
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
            agent: has ? { name: card.agent_name ?? '', image: agentImage } : null,
            may_rate: mayRate(card.state, card.rating),
          },
        };
      }
    }
  }
}

/** With what somebody who waits is told, as their chat speaks. */
function inLanguage(frame: VisitorFrame, waiting: Waiting | null, language: ChatLanguage): VisitorFrame {
  if (waiting === null || frame.name !== 'CONVERSATION_STATE') return frame;
  return { ...frame, data: { ...frame.data, ...waitingIn(waiting, language) } };
}

function give(connection: VisitorConnection, seq: number, frame: VisitorFrame): void {
  if (connection.from === null) connection.waiting.push({ seq, frame });
  else if (seq > connection.from) {
    connection.from = seq;
    connection.send(frame);
  }
}

/** The log went back: numbers that a chat held come again, as others. */
function setBack(feed: BotFeed, seq: number): void {
  for (const connections of feed.visitors.values())
    for (const connection of connections)
      if (connection.from !== null) connection.from = Math.min(connection.from, seq);
}
