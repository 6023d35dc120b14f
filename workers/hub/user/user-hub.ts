/**
 * Everything of one signed-in person: the writer's lock, the connection, a room per bot, outbox and drafts. It begins
 * with a session and ends with it; the tabs outlive it.
 */
import type { Call } from '../../../contract/calls/call.ts';
import type { Product } from '../../../contract/services.ts';
import type { CallAnswer, CallInput, ServiceAnswer } from '../../shared/rest-client.ts';
import type { BotParts } from '../bot/bot-parts.ts';
import { openBot } from '../bot/open-bot.ts';
import { OwnLists } from '../bot/own-lists.ts';
import { Trimmer } from '../bot/trim.ts';
import { Verifier } from '../bot/verify.ts';
import { type BotTopic, knownOf, viewOfBot } from '../bot/views.ts';
import { deleteLogs } from '../bot-log/log-database.ts';
import { Connection } from '../connection/connection.ts';
import { pagedOf } from '../pages/page-loader.ts';
import { Gate } from '../platform/gate.ts';
import { quietly } from '../platform/quietly.ts';
import type { RoomHost } from '../room/room-host.ts';
import type { HubSession } from '../surface/session.ts';
import type { Topic } from '../surface/topics.ts';
import { Arrivals } from './arrivals.ts';
import { PersonCalls } from './calls.ts';
import { OpenBots } from './open-bots.ts';
import { Products } from './products.ts';
import { StaleQueries } from './stale-queries.ts';
import { StaleTopics } from './stale-topics.ts';
import type { UserHost } from './user-host.ts';
import { Work } from './work.ts';
import { Writer } from './writer.ts';

/** One signed-in person's side of the hub. */
export class UserHub {
  readonly uid: string;
  readonly work: Work;
  readonly connection: Connection;
  readonly bots: ReadonlyMap<number, BotParts>;
  readonly #host: UserHost;
  readonly #calls: PersonCalls;
  readonly #open: OpenBots;
  readonly #writer: Writer;
  readonly #roomHost: RoomHost;
  readonly #stale: StaleQueries;
  readonly #topics: StaleTopics;
  readonly #arrivals: Arrivals;
  /** The work is as the last writer left it: it may be sent. */
  #adopted = false;
  /** Opens when this hub has the person's work in hand, or never will. */
  readonly adoption = new Gate();
  #ended = false;
  /** The connection was lost, and nobody told this hub what changed meanwhile. */
  #lost = false;
  readonly #trimmer: Trimmer;
  readonly #verifier: Verifier;
  readonly products: Products;
  readonly #own: OwnLists;
  #viewing: { botId: number; conversation_id: string | null } | null = null;

  constructor(host: UserHost, session: HubSession, product: Product) {
    const { platform } = host;
    this.#host = host;
    this.uid = session.credentials.uid;
    this.#calls = new PersonCalls(
      {
        platform,
        product,
        unauthorized: () => host.unauthorized(),
        skewChanged: () => host.mark((topic) => topic.kind === 'connection'),
      },
      session,
    );
    this.#writer = new Writer(platform.locks, this.uid);
    this.#open = new OpenBots({
      clock: platform.clock,
      open: (botId) => openBot(botId, this.#roomHost, host.mark),
      wanted: () => this.#wanted(),
      closed: (parts) => this.#closed(parts),
    });
    this.bots = this.#open.bots;
    this.#stale = new StaleQueries(platform.clock, (queries) => host.stale(queries));
    this.#topics = new StaleTopics((queries) => host.stale(queries));
    this.work = new Work(
      {
        platform,
        ready: (botId) => this.#adopted && (this.bots.get(botId)?.room.live ?? false),
        me: () => this.session.user.id,
        // Windows run out by the server's clock; this machine's may be wrong.
        serverNow: () => platform.clock.now() - (this.clockSkew.value ?? 0),
        known: (botId, id) => knownOf(this.bots.get(botId), id),
        call: (call, input) => this.call(call, input),
        upload: (file) => this.#calls.upload(file),
        mark: (touched) => host.mark(touched),
        sync: () => this.sync(),
        refused: (entry) => host.refused(entry),
        drafted: (draft) => host.drafted(draft),
        storageFailed: (error) => host.storageFailed(error, 'work'),
      },
      this.uid,
    );
    this.connection = new Connection(platform, {
      changed: () => {
        host.connectionChanged();
        // Perhaps nobody is let in: each attempt that fails asks whether that is so.
        if (this.connection.state !== 'waiting') return;
        this.#lost = true;
        host.stale(['maintenance']);
      },
      opened: () => {
        if (this.#lost) host.stale(['maintenance', 'user-confirmed']);
        this.#lost = false;
        for (const { room } of this.bots.values()) room.catchUp();
        this.#settle();
      },
      closed: () => {
        this.#topics.closed();
        for (const { room, ephemeral } of this.bots.values()) {
          room.closed();
          ephemeral.clear();
        }
      },
      frame: (name, argument) => this.#arrivals.received(name, argument),
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
      changed: (botId, changes) => this.#arrivals.changed(botId, changes),
      applied: (botId, frames, live) => this.#arrivals.applied(botId, frames, live),
      basing: (botId) => {
        for (const topic of this.#shownOf(botId)) {
          const paged = pagedOf(topic);
          if (paged) this.bots.get(botId)?.pages.askAhead(paged);
        }
      },
      basedAhead: (botId) => {
        for (const topic of this.#shownOf(botId)) {
          const paged = pagedOf(topic);
          const parts = this.bots.get(botId);
          if (paged && parts) quietly('page', parts.pages.follow(paged));
        }
      },
      rebased: (botId) => this.#arrived(botId),
      skipped: (botId) => this.#stale.skipped(botId, this.#shown()),
      stateChanged: (botId) => {
        this.#settle();
        // Refused means without Live: tabs hear of what is outside the inbox all the same.
        const state = this.bots.get(botId)?.room.state;
        if (state === 'live' || state === 'refused') this.#topics.joined(botId);
      },
      sightChanged: () => host.stale(['places']),
      suspect: () => this.connection.suspect(),
      diagnose: (record) => host.diagnose(record),
      storageFailed: (error) => host.storageFailed(error, 'log'),
    };
    const mark = (kind: 'counters' | 'products') => (botId: number) =>
      host.mark((topic) => topic.kind === kind && topic.botId === botId);
    this.#verifier = new Verifier(this.#roomHost, this.bots, mark('counters'));
    this.products = new Products(platform.clock, mark('products'));
    this.#arrivals = new Arrivals({
      host,
      bots: this.bots,
      stale: this.#stale,
      topics: this.#topics,
      products: this.products,
      outbox: this.work.outbox,
      me: () => this.session.user.id,
      ensure: (topic) => this.ensure(topic),
    });
    this.#own = new OwnLists(session.user.id);
    this.#trimmer = new Trimmer(platform.clock, this.bots, () => this.#shown());
    this.#writer.take(() => this.#begin());
  }

  get session(): HubSession {
    return this.#calls.session;
  }
  /** How this machine's clock stands to the server's. */
  get clockSkew(): PersonCalls['clockSkew'] {
    return this.#calls.clockSkew;
  }
  /** It holds the person's writer lock: it may connect, log and send. */
  get writing(): boolean {
    return this.#writer.writing;
  }

  /** The same person signed in again. */
  renew(session: HubSession): void {
    this.#calls.session = session;
    if (this.writing) this.connection.start(session.credentials);
  }

  /** Makes a call as this person. @throws ApiError; a 401 ends the session first */
  call<C extends Call>(call: C, input: CallInput<C>): Promise<ServiceAnswer<CallAnswer<C>>> {
    return this.#calls.call(call, input);
  }

  /** Opens the bots that are wanted and lets go of the others after a while. */
  sync(): void {
    if (!this.writing || this.#ended) return;
    this.#open.sync();
    this.#trimmer.soon();
    this.#settle();
  }

  /** The topic's value now; undefined: not known. */
  view(topic: BotTopic): unknown {
    const parts = this.bots.get(topic.botId);
    return parts ? viewOfBot(parts, topic) : undefined;
  }

  /** Loads a topic that somebody shows, unless it is known. */
  ensure(topic: Topic): void {
    if (topic.kind === 'supervision') this.bots.get(topic.botId)?.supervision.ensure();
    if (topic.kind === 'counters') {
      const parts = this.bots.get(topic.botId);
      if (parts) quietly('own list', this.#own.keepWhole(parts));
      return;
    }
    const paged = pagedOf(topic);
    const parts = paged ? this.bots.get(paged.botId) : undefined;
    if (!paged || !parts) return;
    quietly('page', parts.pages.ensure(paged));
  }

  /** Compares every bot's counters with the server's now. */
  verify = (): Promise<void> => this.#verifier.run();

  viewing(botId: number, conversation_id: string | null): void {
    this.#viewing = { botId, conversation_id };
    this.connection.socket?.emit('VIEWING', this.#viewing);
  }

  /** A newer build takes over: stop writing, let go of the lock. What is on screen stays. */
  async supersede(): Promise<void> {
    // From now on, not from when the lock is gone: a tab that signs in meanwhile would connect again.
    this.#writer.stop();
    this.#quiet();
    await Promise.all([...this.bots.values()].map(({ room }) => room.close()));
    this.#letGo();
  }

  /** The session is over. @param work true: outbox and drafts go as well (signed out by hand) */
  async end(work: boolean): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#calls.end();
    this.#writer.stop();
    this.#quiet();
    for (const { room } of this.bots.values()) room.abandon();
    this.#open.bots.clear();
    const { storage, clock } = this.#host.platform;
    await this.work.end(work);
    if (storage)
      await deleteLogs(storage, this.uid, clock).catch((error: unknown) =>
        this.#host.storageFailed(error, 'log'),
      );
    this.#letGo();
  }

  #letGo(): void {
    this.adoption.open();
    this.#writer.letGo();
  }

  /** Stored on disk, as far as it goes: the last page is closing. */
  flush = (): Promise<unknown> => Promise.all([...this.bots.values()].map(({ room }) => room.flush()));

  #quiet(): void {
    this.products.stop();
    this.connection.stop();
    this.work.outbox.stop();
    this.#stale.stop();
    this.#verifier.stop();
    this.#open.stop();
    this.#trimmer.stop();
    for (const { ephemeral, supervision } of this.bots.values()) {
      ephemeral.clear();
      supervision.drop();
    }
  }

  /** This hub writes from now on. */
  #begin(): void {
    // First what a first visit asks for beside the socket.
    this.sync();
    this.connection.start(this.session.credentials);
    this.#adopt().catch((error: unknown) => this.#host.storageFailed(error, 'work'));
    this.#verifier.start();
  }

  /** While this hub waited for the lock, another one sent what was queued and took what was typed. */
  async #adopt(): Promise<void> {
    await (this.work.ready ? this.work.reread() : this.work.restored);
    this.#adopted = this.writing;
    this.adoption.open();
    this.work.outbox.pump();
  }

  /** What tabs show, and what the counters that they show are made of. */
  #shown(): Topic[] {
    const shown = this.#host.shown();
    return [...shown, ...this.#own.behind(shown)];
  }

  #shownOf(botId: number): Topic[] {
    return this.#shown().filter((topic) => 'botId' in topic && topic.botId === botId);
  }

  #wanted(): Set<number> {
    return new Set([...this.#host.wantedBots(), ...this.work.outbox.bots()]);
  }

  #closed(parts: BotParts): void {
    parts.ephemeral.clear();
    parts.supervision.drop();
    parts.room.close().catch((error: unknown) => this.#host.storageFailed(error, 'log'));
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
    for (const topic of this.#shownOf(botId)) this.ensure(topic);
    parts.pages.dropAhead();
    if (this.#viewing?.botId === botId) this.connection.socket?.emit('VIEWING', this.#viewing);
    // What differed has a new base now: say soon whether that healed it.
    if (parts.room.differences.some(({ healedAt }) => healedAt === null))
      this.verify().catch((error: unknown) => console.warn('counters not verified', error));
    this.work.outbox.pump();
  }
}
