/**
 * The bots that have agents' sockets in this process: their rooms, and what of the log each gets. A socket is in exactly
 * one room per bot, so what it gets is contiguous.
 */
import type { Namespace } from 'socket.io';
import type { Viewer } from '../../../contract/entities/user.ts';
import { EVENTS_FRAME } from '../../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { Cut } from '../../../machines/inbox/cut.ts';
import { type SightFacts, sees } from '../../../machines/inbox/sight.ts';
import type { App } from '../../platform/app.ts';
import type { LogRow } from '../../platform/log-row.ts';
import { cutsFor, framesOf } from './log-rows.ts';
import type { Following, LogTailers } from './log-tailers.ts';
import { PacedRows, REAL_PACE } from './paced-rows.ts';

/** Frames in one EVENTS: past some hundred, merging saves nothing and one frame grows too long. */
const FRAMES = 100;
/** After so many rows on end their end is said: who shows them would wait a while for more. */
const BURST = 100;

interface Room {
  viewer: Viewer;
  sockets: Set<string>;
}

interface LiveBot {
  following: Following;
  rooms: Map<string, Room>;
  /** Rows that are about to be told. */
  news: PacedRows;
  /** How many were told since everything was last told. */
  told: number;
  /** Sockets that are about to join. */
  joining: number;
}

/** The one room of this viewer at a bot: everything, or an agent's own. */
export function roomOf(botId: number, viewer: Viewer): string {
  return viewer.base === 'administrador' ? `bot:${botId}:all` : `bot:${botId}:agent:${viewer.user_id}`;
}

export class LiveBots {
  readonly #app: App;
  readonly #namespace: Namespace;
  readonly #tailers: LogTailers;
  readonly #bots = new Map<number, LiveBot>();

  constructor(app: App, namespace: Namespace, tailers: LogTailers) {
    this.#app = app;
    this.#namespace = namespace;
    this.#tailers = tailers;
  }

  /** Prepares a bot for a socket that will join: from now on nothing of its log is missed. Pair it with `ready`. */
  async prepare(botId: number): Promise<() => void> {
    const bot = this.#bots.get(botId) ?? this.#open(botId);
    bot.joining += 1;
    const ready = () => {
      bot.joining -= 1;
      this.#closeIfEmpty(botId);
    };
    try {
      await bot.following.started;
    } catch (error) {
      // The next one tries again.
      if (this.#bots.get(botId) === bot) this.#close(botId, bot);
      throw error;
    }
    return ready;
  }

  /** Adds a socket to a viewer's room. The bot must be prepared. */
  join(botId: number, room: string, viewer: Viewer, socketId: string): void {
    const bot = this.#bots.get(botId);
    if (!bot) throw new Error(`Bot ${botId} was not prepared`);
    const { rooms, news } = bot;
    // What was before is told to those who were there, by what they saw then.
    news.tellNow();
    const known = rooms.get(room);
    if (known) {
      known.viewer = viewer;
      known.sockets.add(socketId);
    } else rooms.set(room, { viewer, sockets: new Set([socketId]) });
  }

  /** A socket is no longer in this room of the bot. */
  leave(botId: number, room: string, socketId: string): void {
    const rooms = this.#bots.get(botId)?.rooms;
    const known = rooms?.get(room);
    known?.sockets.delete(socketId);
    if (known?.sockets.size === 0) rooms?.delete(room);
    this.#closeIfEmpty(botId);
  }

  /** Everything that was handed on of this bot is told: what is said next comes after it. */
  tellNow(botId: number): void {
    this.#bots.get(botId)?.news.tellNow();
  }

  /** An unlogged event to the sockets of this process that see a conversation in this condition. */
  toViewers(botId: number, facts: SightFacts, name: string, data: unknown, exceptSocket?: string): void {
    const rooms = [...(this.#bots.get(botId)?.rooms ?? [])].filter(([, room]) => sees(room.viewer, facts));
    if (rooms.length === 0) return;
    const target = this.#namespace.local.to(rooms.map(([name]) => name));
    (exceptSocket ? target.except(exceptSocket) : target).emit(name, data);
  }

  #open(botId: number): LiveBot {
    const rooms: LiveBot['rooms'] = new Map();
    const news = new PacedRows({ ...REAL_PACE, send: (rows) => this.#send(botId, bot, rows) });
    const startAnew = () => {
      news.tellNow();
      this.#emit(rooms, 'RESET', { bot_id: botId });
    };
    const bot: LiveBot = {
      rooms,
      news,
      told: 0,
      joining: 0,
      following: this.#tailers.follow(botId, {
        rows: (rows) => news.add(rows),
        // A follower starts from a base, which has what comes after.
        gap: startAnew,
        back: startAnew,
      }),
    };
    this.#bots.set(botId, bot);
    return bot;
  }

  #close(botId: number, bot: LiveBot): void {
    bot.following.stop();
    bot.news.stop();
    this.#bots.delete(botId);
  }

  #closeIfEmpty(botId: number): void {
    const bot = this.#bots.get(botId);
    if (bot && bot.rooms.size === 0 && bot.joining === 0) this.#close(botId, bot);
  }

  #emit(rooms: LiveBot['rooms'], name: string, data: unknown): void {
    if (rooms.size > 0) this.#namespace.local.to([...rooms.keys()]).emit(name, data);
  }

  /** Nobody waits for it who could hear of a failure: it is said here. */
  #send(botId: number, bot: LiveBot, rows: readonly LogRow[]): void {
    this.#app.metrics.logRowsSent(rows.length);
    try {
      for (const { cuts, rooms } of alike(bot.rooms, rows)) {
        const frames = framesOf(rows, cuts);
        for (let at = 0; at < frames.length; at += FRAMES) {
          emitFrames(this.#namespace, rooms, frames.slice(at, at + FRAMES));
        }
      }
      bot.told += rows.length;
      if (!bot.following.isAtEnd()) return;
      if (bot.told > BURST) this.#emit(bot.rooms, 'HEAD', { bot_id: botId, seq: rows.at(-1)?.seq });
      bot.told = 0;
    } catch (error) {
      this.#app.log.error({ err: error, botId }, 'Telling agents of a log failed');
    }
  }
}

/** The rooms that get the same of these rows, together: what two hundred agents see alike is written out once. */
function alike(rooms: ReadonlyMap<string, Room>, rows: readonly LogRow[]) {
  const groups = new Map<string, { cuts: Cut[]; rooms: string[] }>();
  for (const [name, { viewer }] of rooms) {
    const cuts = cutsFor(viewer, rows);
    const key = cuts.join();
    const group = groups.get(key);
    if (group) group.rooms.push(name);
    else groups.set(key, { cuts, rooms: [name] });
  }
  return groups.values();
}

function emitFrames(namespace: Namespace, rooms: string[], frames: LoggedFrame[]): void {
  const [only] = frames;
  if (frames.length > 1) namespace.local.to(rooms).emit(EVENTS_FRAME, frames);
  else if (only) {
    const { name, ...content } = only;
    namespace.local.to(rooms).emit(name, content);
  }
}
