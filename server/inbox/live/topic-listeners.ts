/**
 * The sockets of this process that hear STALE of a bot, each with what its person may ask (docs/protocol.md 'Live outside the
 * inbox'). A socket listens from its AUTO_RECONNECT on, also where its role has no Live.
 *
 *   touched(7, ['documents']) ─▶ gathered ─▶ STALE {topics} to who hears them ─▶ HEAD {live: 7, told}
 *
 * What the bus lost is seen at the HEAD round: the database's number is ahead of what was heard. Then every listener's
 * `told` is raised without a STALE, and each client asks again for all it shows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Namespace, Socket } from 'socket.io';
import type { UserBot } from '../../../contract/entities/user.ts';
import { hearsTopic, type StaleTopic } from '../../../contract/realtime/topics.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import { viewerOf } from '../../access/links.ts';
import type { App } from '../../platform/app.ts';
import type { BusMessages, TopicChange } from '../../platform/bus.ts';
import { liveHead } from '../../platform/realtime/touch.ts';

/**
 * After something was told, changes within this time are sent together: a storm is five words a second. The first one
 * after a silence goes at once, with what one command commits beside it. Milliseconds.
 */
const GATHER = 200;
const AT_ONCE = 10;
/** More than a screen can show: who hears of so many at once asks again for all, at the next HEAD. */
const MOST_NAMED = 500;

interface Listener {
  socketId: string;
  link: UserBot;
  /** Its room has the bot's log. */
  reads: boolean;
  told: number;
}

interface BotTopics {
  listeners: Map<string, Listener>;
  /** Everything up to this number was heard of. */
  known: number;
  /** Heard of beyond that, while one between is still on its way. */
  ahead: Set<number>;
  waiting: { live: number; changes: readonly TopicChange[] }[];
  timer: NodeJS.Timeout | null;
  /** When something was told last; `performance.now()`. */
  toldAt: number;
  /** The first number is known: from then on nothing is missed. */
  opened: Promise<void>;
}

export class TopicListeners {
  readonly #app: Pick<App, 'db'>;
  readonly #namespace: Namespace;
  readonly #bots = new Map<number, BotTopics>();

  constructor(app: Pick<App, 'db'>, namespace: Namespace) {
    this.#app = app;
    this.#namespace = namespace;
  }

  /** Bots that somebody here listens to. */
  get ids(): number[] {
    return [...this.#bots.keys()];
  }

  /** The socket hears what this link covers; said again, by the link as it is now. */
  async listen(socket: Socket, link: UserBot, reads: boolean): Promise<void> {
    const bot = this.#bots.get(link.bot_id) ?? this.#open(link.bot_id);
    const known = bot.listeners.get(socket.id);
    bot.listeners.set(socket.id, { socketId: socket.id, link, reads, told: known?.told ?? bot.known });
    try {
      await bot.opened;
    } catch (error) {
      // The next one tries again.
      if (this.#bots.get(link.bot_id) === bot) this.#bots.delete(link.bot_id);
      throw error;
    }
    if (!socket.connected) this.#leave(link.bot_id, socket.id);
  }

  /** The link by which a socket listens to a bot. */
  linkOf(botId: number, socketId: string): UserBot | null {
    return this.#bots.get(botId)?.listeners.get(socketId)?.link ?? null;
  }

  /** The socket listens no more: to this bot, or to none. */
  forget(socketId: string, botId?: number): void {
    for (const id of botId === undefined ? this.ids : [botId]) this.#leave(id, socketId);
  }

  /** A change was committed, here or at another process. */
  hear({ botId, live, changes }: BusMessages['touched']): void {
    const bot = this.#bots.get(botId);
    if (!bot) return;
    if (live > bot.known) bot.ahead.add(live);
    advance(bot);
    bot.waiting.push({ live, changes });
    const due = Math.max(AT_ONCE, bot.toldAt + GATHER - performance.now());
    bot.timer ??= setTimeout(() => this.#tell(botId, bot), due);
  }

  /** The database's numbers: says HEAD to each socket of the bot, after every STALE up to it. */
  async sayHead(botId: number, seq: number, live: number): Promise<void> {
    const bot = this.#bots.get(botId);
    if (!bot) return;
    await bot.opened;
    // One may be on its way from another process.
    if (live > bot.known) await delay(GATHER);
    const back = live < bot.known && (await liveHead(this.#app.db, botId)) < bot.known;
    if (live > bot.known || back) {
      bot.known = live;
      bot.ahead = new Set([...bot.ahead].filter((number) => number > live && !back));
      advance(bot);
      for (const listener of bot.listeners.values()) listener.told = live;
    }
    this.#tell(botId, bot);
    const alike = new Map<string, Listener[]>();
    for (const listener of bot.listeners.values()) {
      const key = `${listener.reads} ${listener.told}`;
      alike.set(key, [...(alike.get(key) ?? []), listener]);
    }
    for (const listeners of alike.values()) {
      const { reads, told } = listeners[0] as Listener;
      // How much is said in a log is for its readers.
      this.#emit(listeners, 'HEAD', { bot_id: botId, seq: reads ? seq : 0, live, told });
    }
  }

  /** Tells nothing more; what was gathered is dropped. */
  stop(): void {
    for (const { timer } of this.#bots.values()) if (timer) clearTimeout(timer);
    this.#bots.clear();
  }

  #open(botId: number): BotTopics {
    const bot: BotTopics = {
      listeners: new Map(),
      known: 0,
      ahead: new Set(),
      waiting: [],
      timer: null,
      toldAt: Number.NEGATIVE_INFINITY,
      opened: liveHead(this.#app.db, botId).then((live) => {
        bot.known = Math.max(bot.known, live);
        advance(bot);
        for (const listener of bot.listeners.values()) listener.told = Math.max(listener.told, bot.known);
      }),
    };
    this.#bots.set(botId, bot);
    return bot;
  }

  #leave(botId: number, socketId: string): void {
    const bot = this.#bots.get(botId);
    if (!bot?.listeners.delete(socketId) || bot.listeners.size > 0) return;
    if (bot.timer) clearTimeout(bot.timer);
    this.#bots.delete(botId);
  }

  #tell(botId: number, bot: BotTopics): void {
    if (bot.timer) clearTimeout(bot.timer);
    bot.timer = null;
    const waiting = bot.waiting.splice(0);
    if (waiting.length === 0) return;
    bot.toldAt = performance.now();
    const alike = new Map<string, { listeners: Listener[]; topics: StaleTopic[]; live: number }>();
    for (const listener of bot.listeners.values()) {
      const { topics, live } = heardBy(listener.link, waiting);
      if (topics.length === 0) continue;
      listener.told = Math.max(listener.told, live);
      const key = `${live} ${topics.join()}`;
      const group = alike.get(key);
      if (group) group.listeners.push(listener);
      else alike.set(key, { listeners: [listener], topics, live });
    }
    for (const { listeners, topics, live } of alike.values())
      if (topics.length <= MOST_NAMED) this.#emit(listeners, 'STALE', { bot_id: botId, topics, live });
  }

  #emit(listeners: readonly Listener[], name: string, data: unknown): void {
    this.#namespace.local.to(listeners.map(({ socketId }) => socketId)).emit(name, data);
  }
}

/** Moves what is known over what was heard without a hole. */
function advance(bot: BotTopics): void {
  for (const number of bot.ahead) if (number <= bot.known) bot.ahead.delete(number);
  while (bot.ahead.delete(bot.known + 1)) bot.known += 1;
}

/** What of it somebody with this link hears, and the last number that it has. */
function heardBy(link: UserBot, waiting: BotTopics['waiting']): { topics: StaleTopic[]; live: number } {
  const viewer = viewerOf(link);
  const topics = new Set<StaleTopic>();
  let last = 0;
  for (const { live, changes } of waiting) {
    for (const { topics: named, userIds, seenBy } of changes) {
      if (userIds && !userIds.includes(link.user_id)) continue;
      if (seenBy && !sees(viewer, seenBy)) continue;
      for (const topic of named) {
        if (!hearsTopic(link.role.permissions, topic)) continue;
        topics.add(topic);
        last = Math.max(last, live);
      }
    }
  }
  return { topics: [...topics], live: last };
}
