/**
 * Namespace `/`: agents' sockets (docs/protocol.md 'The event log'). A connection proves who it is by its token; AUTO_RECONNECT
 * joins it to a bot and answers with what it has missed.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Namespace, Socket } from 'socket.io';
import type * as z from 'zod/mini';
import type { UserBot } from '../../../contract/entities/user.ts';
import { allows } from '../../../contract/permissions.ts';
import {
  type AutoReconnect,
  autoReconnect,
  farewell,
  registerAgentStatus,
  socketAuth,
  typing,
  UNAUTHORIZED,
  viewing,
} from '../../../contract/realtime/agent-socket.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import { WIRE_VERSION } from '../../../contract/wire-version.ts';
import { findLink, linksOfBot, viewerOf } from '../../access/links.ts';
import { sightStamp } from '../../access/sight-stamp.ts';
import { findSession } from '../../accounts/authenticate.ts';
import { openClients } from '../../accounts/sessions.ts';
import type { App } from '../../platform/app.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { refusalOf } from '../../platform/http/error-answers.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Session } from '../../platform/http/session.ts';
import { createLimit, type Limit } from '../../platform/limits/limiter.ts';
import { limitAsking, requireOpen } from '../../platform/realtime/admissions.ts';
import { acceptPackets, packet } from '../../platform/realtime/packets.ts';
import { userRoom } from '../../platform/realtime/socket-server.ts';
import { inRequest, workers } from '../../platform/request-scope.ts';
import { readMaintenance, refuseInMaintenance } from '../../settings/maintenance.ts';
import { loadUnderWay } from '../../shops/load-progress.ts';
import { chooseAgentStatus } from './agent-status.ts';
import { LatestOnly } from './latest-only.ts';
import type { LiveBots } from './live-bots.ts';
import { roomOf } from './live-bots.ts';
import type { LookingOn } from './looking-on.ts';
import type { Presence } from './presence.ts';
import { readPage } from './replay.ts';
import type { TopicListeners } from './topic-listeners.ts';

/** A silent packet over its limit is dropped without a word. */
const dropped: Limit['take'] = async () => undefined;

/** Their role has Live: they may follow the bot's log. */
const readsLog = (link: UserBot): boolean => allows(link.role.permissions, 'live', 'read');

interface Joined {
  room: string;
  sight: string;
}

/** What the server knows of a connected socket. */
interface ConnectedSocket {
  socket: Socket;
  session: Session;
  /** By bot. */
  joined: Map<number, Joined>;
  /** One change of room at a time for each bot: the tail of what is waited for. */
  turns: Map<number, Promise<unknown>>;
}

/** A socket that is being let in. */
interface Admission {
  /** The browser that it says it is. */
  client: string;
  conn: Socket['conn'];
  /** Heard when the connection ends before. */
  over: () => void;
}

export interface AgentParts {
  bots: LiveBots;
  presence: Presence;
  looking: LookingOn;
  topics: TopicListeners;
}

export class AgentNamespace {
  readonly #app: App;
  readonly #namespace: Namespace;
  readonly #parts: AgentParts;
  readonly #connections = new Map<string, ConnectedSocket>();
  /** Those who are on their way in. */
  readonly #admissions = new Map<string, Admission>();
  /** Sockets by session: a browser has one, and tabs without a shared worker one each. */
  readonly #ofSession = new Map<string, number>();
  /** A day's catch-up is some hundred pages; a hub that asks for more than this is broken. */
  readonly #catchUp = createLimit(600, 60);
  readonly #statuses = createLimit(30, 60);
  /** Typing is said every few seconds. */
  readonly #relays = createLimit(60, 30);
  /** Viewing is said at each row that somebody leafs through; where they stay must be known. */
  readonly #looks = new LatestOnly<string | null>(createLimit(60, 30));

  constructor(app: App, namespace: Namespace, parts: AgentParts) {
    this.#app = app;
    this.#namespace = namespace;
    this.#parts = parts;
    limitAsking(namespace);
    namespace.use((socket, next) => {
      const origin = clientAddress(app.config, socket.request) ?? socket.id;
      const admit = () => this.#admit(socket);
      void inRequest(randomUUID(), workers.stranger(origin), admit).then(() => next(), next);
    });
    namespace.on('connection', (socket) => this.#welcome(socket));
  }

  async #admit(socket: Socket): Promise<void> {
    const { data } = socketAuth.safeParse(socket.handshake.auth);
    const { conn } = socket;
    const over = () => void this.#admissions.delete(socket.id);
    conn.once('close', over);
    this.#admissions.set(socket.id, { client: data?.client ?? '', conn, over });
    try {
      const session =
        data &&
        (await findSession(this.#app, { token: data['access-token'], client: data.client, uid: data.uid }));
      if (!session) throw new Refused('unauthorized');
      await refuseInMaintenance(this.#app, session);
      requireOpen(socket);
      this.#count(socket, session);
      const connection: ConnectedSocket = { socket, session, joined: new Map(), turns: new Map() };
      socket.data = connection;
    } catch (error) {
      this.#settled(socket);
      const refusal = refusalOf(error);
      if (refusal.code === 'server') this.#app.log.error({ err: error }, 'Admitting a socket failed');
      const answer =
        refusal.code === 'unauthorized' ? { ...refusal.body(), error: UNAUTHORIZED } : refusal.body();
      throw Object.assign(new Error(answer.error), { data: answer });
    }
  }

  /** It is in, or refused. */
  #settled({ id, conn }: Socket): void {
    const admission = this.#admissions.get(id);
    if (!admission) return;
    this.#admissions.delete(id);
    conn.off('close', admission.over);
  }

  /** One more socket of a browser's session. Throws too_many. */
  #count(socket: Socket, { client }: Session): void {
    const now = this.#ofSession.get(client) ?? 0;
    if (now >= SERVER_LIMITS.sessionSockets) throw new Refused('too_many', { retryAfterSeconds: 5 });
    this.#ofSession.set(client, now + 1);
    socket.conn.once('close', () => {
      const left = (this.#ofSession.get(client) ?? 1) - 1;
      if (left > 0) this.#ofSession.set(client, left);
      else this.#ofSession.delete(client);
    });
  }

  #welcome(socket: Socket): void {
    const connection = socket.data as ConnectedSocket;
    this.#settled(socket);
    const { user } = connection.session;
    const looker = { socketId: socket.id, userId: user.id, name: user.name };
    this.#connections.set(socket.id, connection);
    void socket.join(userRoom(user.id));
    const { presence, looking } = this.#parts;
    const relayed = async (work: () => Promise<void>) => {
      const allowed = await this.#relays.allows(socket.id);
      // Gone meanwhile: what it looked at has been forgotten already.
      if (allowed && socket.connected) await work();
    };
    const always: Limit = { take: dropped, allows: async () => true, giveBack: async () => undefined };
    acceptPackets(socket, this.#app, workers.person(user.id), {
      AUTO_RECONNECT: packet(autoReconnect, this.#catchUp, (request) => this.#reconnect(connection, request)),
      REGISTER_AGENT_STATUS: packet(registerAgentStatus, this.#statuses, (wish) =>
        this.#register(connection, wish),
      ),
      VIEWING: packet(viewing, always, async ({ botId, conversation_id }) => {
        this.#looks.make(
          socket.id,
          botId,
          conversation_id,
          async (id) => {
            if (socket.connected) await looking.viewing(looker, botId, id);
          },
          (error) => this.#app.log.error({ err: error }, 'Telling who looks failed'),
        );
      }),
      TYPING: packet(typing, always, ({ botId, conversation_id }) =>
        relayed(() => looking.typing(looker, botId, conversation_id)),
      ),
      FAREWELL: packet(farewell, this.#statuses, async ({ botIds }) => {
        await presence.farewell(socket.id, botIds);
        return { ok: true };
      }),
    });
    socket.on('disconnect', () => {
      this.#connections.delete(socket.id);
      presence.forget(socket.id);
      this.#parts.topics.forget(socket.id);
      this.#looks.forget(socket.id);
      for (const botId of new Set([...connection.joined.keys(), ...connection.turns.keys()])) {
        void this.#inTurn(connection, botId, async () => this.#leave(connection, botId));
      }
      void looking.forget(socket.id).catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'Forgetting what a socket looked at failed');
      });
    });
    socket.emit('CONNECTED', { userId: user.id, bots: user.botIds, wire: WIRE_VERSION });
  }

  /**
   * Joins first, then reads: what is committed after the reading comes live, what was committed before is in the
   * page, and what falls between comes twice, which the numbers tell.
   */
  #reconnect(connection: ConnectedSocket, request: AutoReconnect): Promise<unknown> {
    const { bots, presence, looking, topics } = this.#parts;
    const { botId } = request;
    const { user } = connection.session;
    return this.#inTurn(connection, botId, async () => {
      const link = await findLink(this.#app.db, user.id, botId);
      if (!link) throw new Refused('not_found');
      // What changes outside the inbox they hear without Live, too.
      await topics.listen(connection.socket, link, readsLog(link));
      await this.#tellLoad(connection, botId);
      if (!readsLog(link)) throw new Refused('forbidden');
      const ready = await bots.prepare(botId);
      try {
        this.#enterRoom(connection, botId, viewerOf(link));
        await presence.lease(connection.socket.id, botId, user.id, connection.session.client);
        const page = await this.#app.db.snapshot((tx) => readPage(tx, user.id, request));
        // The role changed between the two readings: the room has to be the page's.
        this.#enterRoom(connection, botId, page.viewer);
        if (!connection.socket.connected) presence.forget(connection.socket.id);
        else if (!('more' in page && page.more)) {
          await looking.greet(botId, page.viewer, (data) => connection.socket.emit('VIEWING', data));
        }
        return page;
      } finally {
        if (!connection.socket.connected) this.#leave(connection, botId);
        ready();
      }
    });
  }

  /** Products that load are in no log: who comes meanwhile hears how far they are. */
  async #tellLoad({ socket }: ConnectedSocket, botId: number): Promise<void> {
    const progress = await loadUnderWay(this.#app.db, botId);
    if (progress !== null) socket.emit('LOAD_PRODUCTS', { bot_id: botId, progress });
  }

  /** Moves the socket to the viewer's room, if it is not there. */
  #enterRoom(connection: ConnectedSocket, botId: number, viewer: ReturnType<typeof viewerOf>): void {
    if (!connection.socket.connected) return;
    const room = roomOf(botId, viewer);
    const before = connection.joined.get(botId);
    if (before && before.room !== room) this.#leave(connection, botId);
    // Also when it is the same room: its viewer's areas may be others.
    this.#parts.bots.join(botId, room, viewer, connection.socket.id);
    connection.joined.set(botId, { room, sight: sightStamp(viewer) });
    void connection.socket.join(room);
  }

  #leave(connection: ConnectedSocket, botId: number): void {
    const joined = connection.joined.get(botId);
    if (!joined) return;
    connection.joined.delete(botId);
    void connection.socket.leave(joined.room);
    this.#parts.bots.leave(botId, joined.room, connection.socket.id);
  }

  async #register(connection: ConnectedSocket, wish: z.output<typeof registerAgentStatus>): Promise<unknown> {
    const { user } = connection.session;
    if (wish.userId !== user.id) throw new Refused('forbidden');
    const link = await findLink(this.#app.db, user.id, wish.botId);
    if (!link) throw new Refused('not_found');
    if (!readsLog(link)) throw new Refused('forbidden');
    const changed = await this.#app.db.transaction(
      (tx) => chooseAgentStatus(tx, this.#app, wish.botId, user, wish.status, wish.switched === true),
      { retries: 3 },
    );
    if (changed === null) throw new Refused('not_found');
    return { ok: true };
  }

  /** Role, areas or link of somebody changed: their sockets move, then hear RESET; where only permissions did, STALE. */
  async sightChanged(botId: number, userId: number): Promise<void> {
    const theirs = [...this.#connections.values()].filter(
      (connection) => connection.session.user.id === userId,
    );
    await Promise.all(
      theirs.map((connection) =>
        this.#inTurn(connection, botId, async () => {
          const { topics } = this.#parts;
          const heard = topics.linkOf(botId, connection.socket.id);
          if (!heard) return;
          const joined = connection.joined.get(botId);
          const link = await findLink(this.#app.db, userId, botId);
          if (link) await topics.listen(connection.socket, link, readsLog(link));
          else topics.forget(connection.socket.id, botId);
          const viewer = link && readsLog(link) ? viewerOf(link) : null;
          const same = viewer ? sightStamp(viewer) === joined?.sight : !joined && link !== null;
          if (same) {
            // What one may do is one's own to know, also when one may not read the roles.
            if (!isDeepStrictEqual(heard.role, link?.role))
              connection.socket.emit('STALE', { bot_id: botId, topics: ['roles'] });
            return;
          }
          // Refused until now: the client joins again when it hears it.
          if (viewer && !joined) {
            connection.socket.emit('RESET', { bot_id: botId });
            return;
          }
          if (viewer) {
            const ready = await this.#parts.bots.prepare(botId);
            this.#enterRoom(connection, botId, viewer);
            ready();
          } else {
            this.#leave(connection, botId);
            await this.#parts.looking.leave(connection.socket.id, botId);
            await this.#parts.presence.farewell(connection.socket.id, [botId]);
          }
          connection.socket.emit('RESET', { bot_id: botId });
        }),
      ),
    );
  }

  /** A browser's session is over: its sockets end, and with them the agent's session (docs/product.md §4 'Session'). */
  async signedOut(client: string, userId: number): Promise<void> {
    for (const connection of this.#connections.values()) {
      if (connection.session.client === client) connection.socket.disconnect(true);
    }
    // Whose session was found, and who is not yet in: it comes back and is refused.
    for (const admission of this.#admissions.values()) {
      if (admission.client === client) admission.conn.close(true);
    }
    await this.#parts.presence.sessionOver(client, userId);
  }

  /** Ends what is no longer valid; it comes back and is refused. */
  async inspect(): Promise<void> {
    const now = this.#app.clock.now().getTime();
    const maintenance = (await readMaintenance(this.#app)).on;
    for (const connection of this.#connections.values()) {
      if (Date.parse(connection.session.expiresAt) <= now)
        await this.signedOut(connection.session.client, connection.session.user.id);
      else if (maintenance && !connection.session.user.staff) connection.socket.disconnect(true);
    }
  }

  /**
   * Whoever lost a session, a link or sight while the word of it was lost between processes: they are judged by what the
   * database says.
   */
  async recheck(): Promise<void> {
    const open = await openClients(this.#app, this.clients());
    for (const { session } of [...this.#connections.values()])
      if (!open.has(session.client)) await this.signedOut(session.client, session.user.id);
    for (const botId of this.#parts.topics.ids) {
      const links = new Map((await linksOfBot(this.#app.db, botId)).map((link) => [link.user_id, link]));
      const moved = new Set<number>();
      for (const { socket, session } of this.#connections.values()) {
        const heard = this.#parts.topics.linkOf(botId, socket.id);
        if (heard && !isDeepStrictEqual(heard, links.get(session.user.id))) moved.add(session.user.id);
      }
      await Promise.all([...moved].map((userId) => this.sightChanged(botId, userId)));
    }
  }

  /** The browsers whose sockets are connected here. */
  clients(): string[] {
    return [...new Set([...this.#connections.values()].map(({ session }) => session.client))];
  }

  /** How many sockets are connected here. */
  get size(): number {
    return this.#namespace.sockets.size;
  }

  #inTurn<T>(connection: ConnectedSocket, botId: number, work: () => Promise<T>): Promise<T> {
    const before = connection.turns.get(botId) ?? Promise.resolve();
    const next = before.then(work, work);
    const settled = next.then(
      () => undefined,
      () => undefined,
    );
    connection.turns.set(botId, settled);
    void settled.then(() => {
      if (connection.turns.get(botId) === settled) connection.turns.delete(botId);
    });
    return next;
  }
}
