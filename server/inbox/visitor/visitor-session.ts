/**
 * One socket of a visitor: its chat, and what it may emit. Messages of a socket are taken one after the other, so
 * their order is the visitor's; everything else may overtake.
 */

import type { Socket } from 'socket.io';
import * as z from 'zod/mini';
import type { ErrorBody } from '../../../contract/errors.ts';
import { LIMITS } from '../../../contract/limits.ts';
import {
  leaveWord as leaveWordShape,
  sendVisitorMessage,
  type VisitorConnected,
  type VisitorMessageAck,
  visitorDelivered,
  visitorIdentify,
  visitorPage,
  visitorRate,
  visitorRead,
  visitorReconnect,
} from '../../../contract/realtime/visitor-socket.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import type { BotMinds } from '../../assistant/bot-minds.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { validate } from '../../platform/http/validate.ts';
import { createLimit, type Limit } from '../../platform/limits/limiter.ts';
import { acceptPackets, packet } from '../../platform/realtime/packets.ts';
import { workers } from '../../platform/request-scope.ts';
import { customerWrote } from '../commands/customer-wrote.ts';
import { identify } from '../commands/identify.ts';
import { leaveWord, type WordDesk } from '../commands/leave-word.ts';
import type { LlmTurns } from '../commands/llm-turns.ts';
import type { MessageGroups } from '../commands/message-groups.ts';
import type { Attention } from '../commands/receive-message.ts';
import { markDelivered, markGiven, markRead, rate } from '../commands/visitor-marks.ts';
import { findIdentity, isBlocked, keepLanguage, type VisitorIdentity } from '../visitor-identity.ts';
import { REFUSALS } from '../visitor-words/es.ts';
import { inVisitorsLanguage } from '../visitor-words/words.ts';
import type { Entrance } from './visitor-door.ts';
import type { VisitorConnection, VisitorFeed } from './visitor-feed.ts';
import type { VisitorLimiter } from './visitor-limiter.ts';
import type { VisitorPresence } from './visitor-presence.ts';
import { readVisitorChat } from './visitor-view.ts';
import { noteVisit, readVisit, type SaidVisit } from './visits.ts';

export interface VisitorPorts {
  app: App;
  minds: BotMinds;
  feed: VisitorFeed;
  presence: VisitorPresence;
  limiter: VisitorLimiter;
  /** Null: no language model anywhere. */
  llm: LlmTurns | null;
  groups: MessageGroups;
  /** Where words left out of hours become tickets. */
  words: WordDesk;
  /** Of those: by visitor and by address. */
  wordLimits: { own: Limit; address: Limit };
}

/** Per socket: a person types slower than this, a script does not get far. */
const limits = {
  message: createLimit(20, 10),
  typing: createLimit(2, 1),
  read: createLimit(20, 5),
  rare: createLimit(10, 60),
  page: createLimit(20, 60),
};

export class VisitorSession {
  readonly #ports: VisitorPorts;
  readonly #socket: Socket;
  readonly #confirms: boolean;
  readonly #entrance: Entrance;
  #who: VisitorIdentity;
  /** Nobody has written them down yet: what does makes a visitor. */
  #isNew: boolean;
  /** When their first conversation began; null: they have none. Milliseconds. */
  #since: number | null;
  #connection: VisitorConnection;
  /** Nothing of the log is missed from then on. */
  #registered: Promise<void> = Promise.resolve();
  /** The tail of the messages being taken. */
  #messages: Promise<unknown> = Promise.resolve();
  readonly #attention: Attention = { byPerson: false, blocked: false };
  #gone = false;
  /** Where the page said that it is; kept here until the visitor has a row. */
  #visit: SaidVisit | null = null;

  constructor(ports: VisitorPorts, socket: Socket, entrance: Entrance) {
    this.#ports = ports;
    this.#socket = socket;
    this.#entrance = entrance;
    this.#who = entrance.who;
    this.#isNew = entrance.isNew;
    this.#since = entrance.since;
    this.#confirms = (socket.handshake.auth as { confirms?: unknown }).confirms === true;
    this.#connection = this.#register();
    this.#listen();
  }

  /** Reads the chat and sends CONNECTED, then what came meanwhile. */
  async open(): Promise<VisitorConnected> {
    const { app, minds, feed, presence } = this.#ports;
    const connection = this.#connection;
    const who = this.#who;
    await this.#registered;
    const { language } = this.#entrance;
    const { connected, seq } = await readVisitorChat(app, minds, who, language);
    if (this.#gone || connection !== this.#connection) return connected;
    this.#socket.emit('CONNECTED', connected);
    feed.ready(connection, seq);
    if (!this.#isNew) await keepLanguage(app.db, who.id, language);
    if (connected.conversation_id !== null && (await this.#heard())) {
      await presence.come(this.#socket.id, { visitorId: who.id, botId: who.botId });
      if (this.#gone) await presence.go(this.#socket.id);
      if (connection.confirms) return connected;
      const mids = connected.messages.flatMap(({ from, message_status, mid }) =>
        from !== 'Cliente' && (message_status === 'sent' || message_status === 'queued') ? [mid] : [],
      );
      if (mids.length > 0) await markGiven(app, who.id, connected.conversation_id, mids);
    }
    return connected;
  }

  #register(): VisitorConnection {
    const connection: VisitorConnection = {
      botId: this.#who.botId,
      visitorId: this.#who.id,
      language: this.#entrance.language,
      from: null,
      waiting: [],
      confirms: this.#confirms,
      send: ({ name, data }) => void this.#socket.emit(name, data),
    };
    this.#registered = this.#ports.feed.add(connection);
    // The page that opens the chat hears of a failure.
    this.#registered.catch(() => undefined);
    return connection;
  }

  #listen(): void {
    const { app, feed, presence } = this.#ports;
    const rules = {
      // Its own reading, so that a text that is too long is distinguished from nonsense.
      VISITOR_MESSAGE: packet(z.unknown(), limits.message, (content) =>
        this.#inOrder(() => this.#write(content)),
      ),
      AUTO_RECONNECT: packet(visitorReconnect, limits.rare, ({ roomToken }) => this.#reconnect(roomToken)),
      DELIVERED: packet(visitorDelivered, limits.read, async ({ mid }) => {
        await markDelivered(app, this.#who.id, mid);
        return { ok: true };
      }),
      READ: packet(visitorRead, limits.read, async ({ mid }) => {
        await markRead(app, this.#who.id, mid);
        return { ok: true };
      }),
      TYPING: packet(z.unknown(), limits.typing, () => this.#typing()),
      PAGE: packet(visitorPage, limits.page, async (said) => {
        this.#visit = readVisit(said, this.#socket.handshake.headers['user-agent'] ?? '');
        if (await this.#heard()) await noteVisit(app, this.#who.id, this.#visit);
        return { ok: true };
      }),
      RATE: packet(visitorRate, limits.rare, async (given) => {
        if (await this.#heard()) await rate(app, this.#who.id, given);
        return { ok: true };
      }),
      IDENTIFY: packet(visitorIdentify, limits.rare, (given) =>
        this.#inOrder(async () => {
          if (await this.#heard()) await this.#limited(() => identify(app, this.#who, given));
          return { ok: true };
        }),
      ),
      LEAVE_WORD: packet(leaveWordShape, limits.rare, (given) =>
        this.#inOrder(async () => {
          const { words, wordLimits } = this.#ports;
          const { origin } = this.#entrance;
          await wordLimits.own.take(this.#who.id);
          if (origin.known) await wordLimits.address.take(`${this.#who.botId} ${origin.address}`);
          return this.#limited(() => leaveWord(app, words, this.#who, given));
        }),
      ),
    };
    const say = (body: ErrorBody) => inVisitorsLanguage(body, this.#entrance.language);
    acceptPackets(this.#socket, app, workers.visitors(this.#who.botId), rules, say);
    this.#socket.on('disconnect', () => {
      this.#gone = true;
      feed.remove(this.#connection);
      void presence.go(this.#socket.id);
    });
  }

  /** The first message of a conversation: those who look on learn where it was written. */
  async #begun(): Promise<void> {
    if (!this.#visit) return;
    const { app } = this.#ports;
    try {
      await noteVisit(app, this.#who.id, this.#visit);
    } catch (error) {
      // The message is taken, whatever becomes of this.
      app.log.error({ err: error }, 'Noting a visit failed');
    }
  }

  /** A blocked client reaches nobody, and is not told. */
  async #heard(): Promise<boolean> {
    return !(await isBlocked(this.#ports.app.db, this.#who.id));
  }

  #inOrder<R>(work: () => Promise<R>): Promise<R> {
    const next = this.#messages.then(work);
    this.#messages = next.catch(() => undefined);
    return next;
  }

  /** What writes something, within the limits of the bot's visitors. */
  async #limited<R>(work: () => Promise<R>): Promise<R> {
    const { origin, admitted } = this.#entrance;
    const writer = { id: this.#who.id, isNew: this.#isNew, since: this.#since };
    const done = await this.#ports.limiter.message(this.#who.botId, origin, writer, work);
    this.#isNew = false;
    admitted.spoke();
    return done;
  }

  async #write(content: unknown): Promise<VisitorMessageAck> {
    const text = (content as { text?: unknown } | null | undefined)?.text;
    if (typeof text === 'string' && text.length > LIMITS.messageText) {
      throw new Refused('too_large', { message: REFUSALS.tooLong });
    }
    const body = validate(sendVisitorMessage, content, 'VISITOR_MESSAGE');
    const { app, minds, presence, llm, groups } = this.#ports;
    const message = await this.#limited(() =>
      customerWrote(app, minds, this.#who, body, { llm, attention: this.#attention, groups }),
    );
    const { mid, conversation_id } = message;
    this.#since ??= app.clock.now().getTime();
    if (this.#attention.blocked) return { mid, temporal_id: body.temporal_id, conversation_id };
    // What it answers stands before it.
    if (message.order <= (body.proactive === undefined ? 1 : 2)) await this.#begun();
    if (!this.#gone) {
      await presence.come(this.#socket.id, { visitorId: this.#who.id, botId: this.#who.botId });
      if (this.#gone) await presence.go(this.#socket.id);
    }
    return { mid, temporal_id: body.temporal_id, conversation_id };
  }

  /** Another room token than the handshake's: the socket becomes that visitor's. */
  async #reconnect(roomToken: string): Promise<VisitorConnected> {
    const { app, feed, presence } = this.#ports;
    if (roomToken !== this.#who.roomToken) {
      const who = await findIdentity(app, this.#who.botId, roomToken);
      if (!who) throw new Refused('not_found', { message: REFUSALS.noConversation });
      await presence.go(this.#socket.id);
      this.#who = { ...who, language: this.#entrance.language };
      this.#isNew = false;
      this.#since = who.since;
    }
    feed.remove(this.#connection);
    if (!this.#gone) this.#connection = this.#register();
    return this.open();
  }

  async #typing(): Promise<undefined> {
    const { app } = this.#ports;
    const [row] = await app.db.query<{
      id: string;
      lead_name: string;
      state: ConversationState;
      category: Area | null;
      agent_id: number | null;
    }>(sql`
      select id, lead_name, state, category, agent_id from conversations
      where visitor_id = ${this.#who.id} order by created_at desc, id desc limit 1`);
    if (!row || row.state === 'closed' || row.state === 'archived' || !(await this.#heard())) return;
    const { id, lead_name, ...facts } = row;
    app.realtime.toViewersOf(this.#who.botId, facts, 'TYPING', {
      bot_id: this.#who.botId,
      conversation_id: id,
      who: 'visitor',
      name: lead_name,
    });
  }
}
