/**
 * Everything of one signed-in person: the writer's lock, the connection, a room per bot, outbox and drafts. It begins
 * with a session and ends with it; the tabs outlive it.
 */
import type { Call } from '../../contract/calls/call.ts';
import type { LiveEvent } from '../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import type { Product } from '../../contract/services.ts';
import type { Changes } from '../../machines/inbox/inbox-state.ts';
import {
  type CallAnswer,
  CallError,
  type CallInput,
  callService,
  type ServiceAnswer,
} from '../shared/call-service.ts';
import { writerLock } from '../shared/lock-names.ts';
import { deleteLogs } from './bot-log/log-database.ts';
import { BotRoom, type Diagnostic, type RoomHost } from './bot-room.ts';
import { Connection } from './connection.ts';
import { Drafts } from './drafts.ts';
import { Ephemeral } from './ephemeral.ts';
import type { ReadFrame } from './frames.ts';
import { Outbox } from './outbox.ts';
import { type PagedTopic, PageLoader, pagedOf, same } from './page-loader.ts';
import type { HubPlatform, Timer } from './platform.ts';
import { liveInBot, readSocket } from './socket-frames.ts';
import { StaleQueries } from './stale-queries.ts';
import type { HubSession, OutboxEntry, Topic } from './surface.ts';
import { Verifier } from './verify.ts';
import { type BotParts, type BotTopic, touchedBy, trimRooms, viewOfBot } from './views.ts';
import { WorkStore } from './work-database.ts';

/** A bot that no tab shows any longer stays open a while: people go back and forth. */
const ROOM_LINGER = 30_000;

/** What a person's hub needs of the hub. */
export interface UserHost {
  platform: HubPlatform;
  /** Bots that tabs have selected or show something of. */
  wantedBots(): Set<number>;
  shown(): Topic[];
  mark(touched: (topic: Topic) => boolean): void;
  applied(frame: LoggedFrame, room: BotRoom, live: boolean): void;
  liveEvent(event: LiveEvent): void;
  stale(queries: string[]): void;
  refused(entry: OutboxEntry): void;
  /** 401 or a refused connection: the session is over. */
  unauthorized(): void;
  diagnose(record: Diagnostic): void;
  storageFailed(error: unknown): void;
}

export class UserHub {
  readonly uid: string;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly connection: Connection;
  readonly bots = new Map<number, BotParts>();
  readonly #host: UserHost;
  readonly #product: Product;
  readonly #store: WorkStore;
  readonly #roomHost: RoomHost;
  readonly #stale: StaleQueries;
  #session: HubSession;
  #writing = false;
  #ended = false;
  #release: (() => void) | null = null;
  readonly #lockWait = new AbortController();
  readonly #closing = new Map<number, Timer>();
  readonly #verifier: Verifier;
  #viewing: { botId: number; conversation_id: string | null } | null = null;
  readonly restored: Promise<void>;

  constructor(host: UserHost, session: HubSession, product: Product) {
    const { platform } = host;
    this.#host = host;
    this.#session = session;
    this.#product = product;
    this.uid = session.credentials.uid;
    this.#stale = new StaleQueries(platform.clock, (queries) => host.stale(queries));
    this.#store = new WorkStore(platform.storage, this.uid, (error) => host.storageFailed(error));
    this.drafts = new Drafts(platform.clock, this.#store, (draft) =>
      host.mark(
        (topic) =>
          (topic.kind === 'draft' &&
            topic.conversationId === draft.conversationId &&
            topic.mode === draft.mode) ||
          (topic.kind === 'drafted' && topic.botId === draft.botId),
      ),
    );
    this.outbox = new Outbox(
      {
        platform,
        ready: (botId) => this.#writing && (this.bots.get(botId)?.room.live ?? false),
        me: () => this.#session.user.id,
        known: (botId, conversationId) => {
          const state = this.bots.get(botId)?.room.fold.state;
          return {
            card: state?.cards.get(conversationId) ?? null,
            messages: state?.messages.get(conversationId)?.messages ?? [],
          };
        },
        call: (call, input) => this.call(call, input),
        changed: () => {
          host.mark((topic) => topic.kind === 'outbox');
          this.sync();
        },
        refused: (entry) => host.refused(entry),
      },
      this.#store,
    );
    this.connection = new Connection(platform, {
      changed: () => host.mark((topic) => topic.kind === 'connection'),
      opened: () => {
        for (const { room } of this.bots.values()) room.catchUp();
        this.#settle();
      },
      closed: () => {
        for (const { room, ephemeral } of this.bots.values()) {
          room.closed();
          ephemeral.clear();
        }
      },
      frame: (name, argument) => {
        const read = readSocket(name, argument);
        if (read.frames) this.#receive(read.frames);
        if (read.live) this.#live(read.live);
      },
      unauthorized: () => host.unauthorized(),
      slept: () => {
        if (this.connection.socket) for (const { room } of this.bots.values()) room.catchUp();
      },
    });
    this.#roomHost = {
      platform,
      uid: this.uid,
      storage: platform.storage,
      socket: () => this.connection.socket,
      call: (call, input) => this.call(call, input),
      changed: (botId, changes) => this.#changed(botId, changes),
      applied: (botId, frames, live) => this.#applied(botId, frames, live),
      rebased: (botId) => this.#arrived(botId),
      stateChanged: () => this.#settle(),
      suspect: () => this.connection.suspect(),
      diagnose: (record) => host.diagnose(record),
      storageFailed: (error) => host.storageFailed(error),
    };
    this.#verifier = new Verifier(this.#roomHost, this.bots, (botId) =>
      host.mark((topic) => topic.kind === 'counters' && topic.botId === botId),
    );
    this.restored = this.#restore();
    this.#takeWriting();
  }

  get session(): HubSession {
    return this.#session;
  }
  /** This hub holds the person's writer lock: it may connect, log and send. */
  get writing(): boolean {
    return this.#writing;
  }

  /** The same person signed in anew. */
  renew(session: HubSession): void {
    this.#session = session;
    if (this.#writing) this.connection.start(session.credentials);
  }

  /** Makes a call as this person. @throws CallError; a 401 ends the session first */
  async call<C extends Call>(call: C, input: CallInput<C>): Promise<ServiceAnswer<CallAnswer<C>>> {
    const { credentials } = this.#session;
    try {
      return await callService(call, input, {
        credentials,
        product: this.#product,
        fetch: this.#host.platform.fetch,
      });
    } catch (error) {
      const ours = credentials['access-token'] === this.#session.credentials['access-token'];
      if (error instanceof CallError && error.status === 401 && ours && !this.#ended)
        this.#host.unauthorized();
      throw error;
    }
  }

  /** Opens the bots that are wanted and lets go of the others after a while. */
  sync(): void {
    if (!this.#writing) return;
    const wanted = this.#wanted();
    for (const botId of wanted) if (!this.bots.has(botId)) this.#open(botId);
    for (const botId of this.bots.keys()) {
      const timer = this.#closing.get(botId);
      if (wanted.has(botId)) {
        if (timer !== undefined) this.#host.platform.clock.clearTimeout(timer);
        this.#closing.delete(botId);
      } else if (timer === undefined) {
        const close = this.#host.platform.clock.setTimeout(() => this.#close(botId), ROOM_LINGER);
        this.#closing.set(botId, close);
      }
    }
    trimRooms(this.bots.values(), this.#host.shown());
    this.#settle();
  }

  view(topic: BotTopic): unknown {
    const parts = this.bots.get(topic.botId);
    return parts ? viewOfBot(parts, topic) : undefined;
  }

  /** Loads a topic that somebody shows, unless it is known. */
  ensure(topic: Topic): void {
    const paged = pagedOf(topic);
    const parts = paged ? this.bots.get(paged.botId) : undefined;
    if (!paged || !parts) return;
    parts.pages.ensure(paged).catch((error: unknown) => console.error('page', error));
  }

  /** Compares every bot's counters with the server's now. */
  verify(): Promise<void> {
    return this.#verifier.run();
  }

  viewing(botId: number, conversation_id: string | null): void {
    this.#viewing = { botId, conversation_id };
    this.connection.socket?.emit('VIEWING', this.#viewing);
  }

  /** Another hub of this person stored work for this one to send. */
  async reread(): Promise<void> {
    const { outbox, drafts } = await this.#store.load();
    this.drafts.restore(drafts);
    this.outbox.restore(outbox);
  }

  /** A newer build takes over: stop writing, let go of the lock. What is on screen stays. */
  async supersede(): Promise<void> {
    this.#quiet();
    await Promise.all([...this.bots.values()].map(({ room }) => room.close()));
    this.#writing = false;
    this.#lockWait.abort();
    this.#release?.();
  }

  /** The session is over. @param work true: outbox and drafts go as well (signed out by hand) */
  async end(work: boolean): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#quiet();
    for (const { room } of this.bots.values()) room.abandon();
    this.bots.clear();
    const { storage } = this.#host.platform;
    if (work) await this.#store.wipe();
    else this.#store.close();
    try {
      if (storage) await deleteLogs(storage, this.uid);
    } catch (error) {
      this.#host.storageFailed(error);
    }
    this.#writing = false;
    this.#lockWait.abort();
    this.#release?.();
  }

  /** Stored on disk, as far as it goes: the last page is closing. */
  flush(): Promise<unknown> {
    return Promise.all([...this.bots.values()].map(({ room }) => room.flush()));
  }

  #quiet(): void {
    const { clock } = this.#host.platform;
    this.connection.stop();
    this.outbox.stop();
    this.#stale.stop();
    this.#verifier.stop();
    for (const timer of this.#closing.values()) clock.clearTimeout(timer);
    for (const { ephemeral } of this.bots.values()) ephemeral.clear();
  }

  async #restore(): Promise<void> {
    const { outbox, drafts } = await this.#store.load();
    if (this.#ended) return;
    this.drafts.restore(drafts);
    this.outbox.restore(outbox);
  }

  /** Socket, log and outbox have one writer per person, whatever number of builds is open. */
  #takeWriting(): void {
    this.#host.platform.locks
      .request(writerLock(this.uid), { signal: this.#lockWait.signal }, () => {
        if (this.#ended || this.#lockWait.signal.aborted) return Promise.resolve();
        this.#writing = true;
        this.connection.start(this.#session.credentials);
        this.sync();
        this.#verifier.start();
        return new Promise<void>((release) => {
          this.#release = release;
        });
      })
      .catch((error: unknown) => {
        if (!this.#lockWait.signal.aborted) this.#host.storageFailed(error);
      });
  }

  #wanted(): Set<number> {
    return new Set([...this.#host.wantedBots(), ...this.outbox.bots()]);
  }

  #open(botId: number): void {
    const room = new BotRoom(botId, this.#roomHost);
    const touch = (topic: PagedTopic) => this.#host.mark((each) => 'botId' in each && same(each, topic));
    const parts: BotParts = {
      room,
      pages: new PageLoader(room, this.#roomHost, touch),
      ephemeral: new Ephemeral(this.#host.platform.clock, (conversationId) =>
        this.#host.mark((topic) => topic.kind === 'messages' && topic.conversationId === conversationId),
      ),
      verifiedAt: null,
    };
    this.bots.set(botId, parts);
  }

  #close(botId: number): void {
    this.#closing.delete(botId);
    const parts = this.bots.get(botId);
    if (!parts || this.#wanted().has(botId)) return;
    this.bots.delete(botId);
    parts.ephemeral.clear();
    parts.room.close().catch((error: unknown) => this.#host.storageFailed(error));
    this.#settle();
  }

  #settle(): void {
    const rooms = [...this.bots.values()].map(({ room }) => room.state);
    if (rooms.every((state) => state === 'live' || state === 'refused')) this.connection.caughtUp();
    else this.connection.behind();
  }

  #arrived(botId: number): void {
    const parts = this.bots.get(botId);
    if (!parts) return;
    parts.pages.clear();
    for (const topic of this.#host.shown()) if ('botId' in topic && topic.botId === botId) this.ensure(topic);
    if (this.#viewing?.botId === botId) this.connection.socket?.emit('VIEWING', this.#viewing);
    this.outbox.pump();
  }

  #changed(botId: number, changes: Changes | 'everything'): void {
    if (changes === 'everything') {
      this.#host.mark((topic) => 'botId' in topic && topic.botId === botId);
      return;
    }
    const parts = this.bots.get(botId);
    const { cards, lost } = changes;
    for (const id of lost) parts?.pages.lost(id);
    for (const id of cards) if (!lost.has(id)) parts?.pages.found(id);
    this.#host.mark(touchedBy(botId, changes));
    if (cards.size === 0) return;
    // A conversation that came (back) into sight is loaded if it is shown.
    for (const topic of this.#host.shown()) {
      if ('conversationId' in topic && 'botId' in topic && cards.has(topic.conversationId))
        this.ensure(topic);
    }
  }

  #applied(botId: number, frames: readonly LoggedFrame[], live: boolean): void {
    const parts = this.bots.get(botId);
    if (!parts) return;
    for (const frame of frames) {
      this.#host.applied(frame, parts.room, live);
      this.#stale.frame(frame);
      if (frame.name !== 'NEW_MESSAGE' || !frame.data.message) continue;
      const { message } = frame.data;
      this.outbox.folded(message);
      const who = message.from === 'Cliente' ? 'visitor' : 'agent';
      parts.ephemeral.stopped(message.conversation_id, { who, name: message.agent?.name ?? null });
    }
  }

  #receive(read: readonly ReadFrame[]): void {
    const botIds = new Set(read.map(({ frame }) => frame.bot_id));
    for (const botId of botIds) {
      this.bots.get(botId)?.room.receive(read.filter(({ frame }) => frame.bot_id === botId));
    }
  }

  #live(event: LiveEvent): void {
    // Somebody's role changed: what the tabs let them do is asked again.
    if (event.name === 'RESET') this.#host.stale(['places']);
    const parts = 'bot_id' in event.data ? this.bots.get(event.data.bot_id) : undefined;
    if (
      !parts ||
      !liveInBot(event, parts, this.#session.user.id, (changes) => this.#changed(parts.room.botId, changes))
    ) {
      this.#host.liveEvent(event);
    }
  }
}
