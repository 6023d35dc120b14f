/**
 * The bots that have agents' sockets in this process: their rooms and their tailers. A socket is in exactly one room
 * per bot, so what it gets is contiguous.
 */
import type { Namespace } from 'socket.io';
import type { Viewer } from '../../../contract/entities/user.ts';
import { EVENTS_FRAME } from '../../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { Cut } from '../../../machines/inbox/cut.ts';
import { type SightFacts, sees } from '../../../machines/inbox/sight.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import type { LogRow } from '../../platform/log-row.ts';
import { cutsFor, framesOf, readRows } from './log-rows.ts';
import { Tailer } from './tailer.ts';

/** Frames in one EVENTS: past some hundred, merging saves nothing and one frame grows too long. */
const FRAMES = 100;

interface Room {
  viewer: Viewer;
  sockets: Set<string>;
}

interface LiveBot {
  tailer: Tailer;
  rooms: Map<string, Room>;
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
  readonly #bots = new Map<number, LiveBot>();

  constructor(app: App, namespace: Namespace) {
    this.#app = app;
    this.#namespace = namespace;
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
      await bot.tailer.started;
    } catch (error) {
      // The next one tries anew.
      if (this.#bots.get(botId) === bot) this.#bots.delete(botId);
      throw error;
    }
    return ready;
  }

  /** Adds a socket to a viewer's room. The bot must be prepared. */
  join(botId: number, room: string, viewer: Viewer, socketId: string): void {
    const rooms = this.#bots.get(botId)?.rooms;
    if (!rooms) throw new Error(`Bot ${botId} was not prepared`);
    const known = rooms.get(room);
    if (known) {
      known.viewer = viewer;
      known.sockets.add(socketId);
    } else rooms.set(room, { viewer, sockets: new Set([socketId]) });
  }

  leave(botId: number, room: string, socketId: string): void {
    const rooms = this.#bots.get(botId)?.rooms;
    const known = rooms?.get(room);
    known?.sockets.delete(socketId);
    if (known?.sockets.size === 0) rooms?.delete(room);
    this.#closeIfEmpty(botId);
  }

  /** A bot's log has got this far; ignored when nobody here follows it. @param rows what this process just committed */
  reach(botId: number, seq: number, rows?: readonly LogRow[]): Promise<void> {
    return this.#bots.get(botId)?.tailer.reach(seq, rows) ?? Promise.resolve();
  }

  /** An unlogged event to the sockets of this process that see a conversation in this condition. */
  toViewers(botId: number, facts: SightFacts, name: string, data: unknown, exceptSocket?: string): void {
    const rooms = [...(this.#bots.get(botId)?.rooms ?? [])].filter(([, room]) => sees(room.viewer, facts));
    if (rooms.length === 0) return;
    const target = this.#namespace.local.to(rooms.map(([name]) => name));
    (exceptSocket ? target.except(exceptSocket) : target).emit(name, data);
  }

  /** The database's number of a bot's log: resolves when everything up to it was handed on. */
  async catchUp(botId: number, head: number): Promise<void> {
    const bot = this.#bots.get(botId);
    if (!bot) return;
    // A restored database: what was sent is no longer what is.
    if (head < bot.tailer.sent && !(await this.#isAhead(botId, bot.tailer.sent))) bot.tailer.rewind(head);
    this.#app.metrics.logLag(Math.max(0, head - bot.tailer.sent));
    await bot.tailer.reach(head);
  }

  /** The head was read before later rows were sent: look again before calling it a restored database. */
  async #isAhead(botId: number, sent: number): Promise<boolean> {
    const [row] = await this.#app.db.query<{ log_head: number }>(
      sql`select log_head from bots where id = ${botId}`,
    );
    return row !== undefined && row.log_head >= sent;
  }

  #open(botId: number): LiveBot {
    const { db, log } = this.#app;
    const bot: LiveBot = {
      rooms: new Map(),
      joining: 0,
      tailer: new Tailer({
        async readHead() {
          const [row] = await db.query<{ log_head: number }>(
            sql`select log_head from bots where id = ${botId}`,
          );
          return row?.log_head ?? 0;
        },
        read: (after, limit) => readRows(db, botId, after, limit),
        send: (rows) => this.#send(bot, rows),
        lost: () => this.#emit(bot, 'RESET', { bot_id: botId }),
        failed: (error) => log.error({ err: error, botId }, 'Following a log failed'),
      }),
    };
    this.#bots.set(botId, bot);
    return bot;
  }

  #closeIfEmpty(botId: number): void {
    const bot = this.#bots.get(botId);
    if (bot && bot.rooms.size === 0 && bot.joining === 0) this.#bots.delete(botId);
  }

  #emit(bot: LiveBot, name: string, data: unknown): void {
    if (bot.rooms.size > 0) this.#namespace.local.to([...bot.rooms.keys()]).emit(name, data);
  }

  #send(bot: LiveBot, rows: LogRow[]): void {
    this.#app.metrics.logRowsSent(rows.length);
    for (const { cuts, rooms } of alike(bot.rooms, rows)) {
      const frames = framesOf(rows, cuts);
      for (let at = 0; at < frames.length; at += FRAMES) {
        emitFrames(this.#namespace, rooms, frames.slice(at, at + FRAMES));
      }
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
