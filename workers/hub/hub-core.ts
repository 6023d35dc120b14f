/**
 * The hub: tabs on one side, the signed-in person on the other, and the Comlink surface between them. The same core
 * runs in a SharedWorker (`hub.ts`) and in a tab's dedicated worker (`dedicated.ts`); it does not know the difference.
 */
import { signInCalls } from '../../contract/calls/sign-in.ts';
import type { Product } from '../../contract/services.ts';
import { hubLock } from '../shared/lock-names.ts';
import { inspectionOf } from './bot/views.ts';
import { sweepLogs } from './bot-log/log-database.ts';
import { Builds } from './builds.ts';
import { Diagnostics } from './diagnostics.ts';
import { hubApi } from './hub-api.ts';
import type { HubPlatform, StreamPort } from './platform/platform.ts';
import { quietly } from './platform/quietly.ts';
import type { HubApi } from './surface/api.ts';
import type { ConnectionView } from './surface/connection-view.ts';
import type { Inspection } from './surface/inspection.ts';
import type { HubSession, TabHello } from './surface/session.ts';
import type { Topic } from './surface/topics.ts';
import { Notices } from './tabs/notices.ts';
import { Tabs } from './tabs/tabs.ts';
import type { Stored } from './user/user-host.ts';
import { UserHub } from './user/user-hub.ts';

/** A glance at another window is no reason to ask the server. */
const VERIFY_ON_FOCUS = 10_000;

/** One hub: tabs, the signed-in person and the surface between them. */
export class HubCore {
  readonly epoch: string;
  readonly #platform: HubPlatform;
  readonly #tabs: Tabs;
  readonly #notices: Notices;
  readonly #builds: Builds;
  readonly #diagnostics: Diagnostics;
  #user: UserHub | null = null;
  #product: Product | null = null;
  #ending: Promise<void> = Promise.resolve();
  #superseded = false;
  #outdated = false;
  #signedOut = false;
  #deadToken: string | null = null;
  #verifiedOnFocus = Number.NEGATIVE_INFINITY;
  readonly #alive: Promise<void>;

  constructor(platform: HubPlatform) {
    this.#platform = platform;
    this.epoch = platform.uuid();
    this.#diagnostics = new Diagnostics(platform.clock, platform.storage !== null);
    this.#tabs = new Tabs(platform, this.epoch, {
      view: (topic) => this.#view(topic),
      shownChanged: () => this.#user?.sync(),
      subscribed: (topic) => this.#user?.ensure(topic),
      focused: () => this.#focused(),
      farewell: () => this.#farewell(),
      returned: () => this.#user?.connection.replace(),
      socket: () => this.#user?.connection.socket?.id ?? null,
    });
    this.#notices = new Notices((notice) => this.#tabs.notice(notice));
    this.#builds = new Builds(
      platform.channel,
      { build: platform.build, startedAt: platform.clock.now() },
      {
        superseded: () => this.#supersede(),
        workStored: (uid) => {
          if (this.#user?.uid === uid && !this.#superseded) quietly('session', this.#user.work.reread());
        },
        signedOut: (uid) => {
          if (this.#user?.uid === uid) quietly('session', this.#endSession('by-hand'));
        },
        draft: (uid, draft) => this.#user?.uid === uid && this.#user.work.drafts.heard(draft),
      },
    );
    this.api = hubApi({
      tabs: this.#tabs,
      user: () => this.#user,
      superseded: () => this.#superseded,
      workStored: (uid) => this.#builds.workStored(uid),
      signIn: (session) => this.#signIn(session),
      signOut: (reason) => this.#signOut(reason),
      inspect: () => this.#inspect(),
    });
    // Tabs queue for this lock: it comes to them when this worker is no more.
    this.#alive = new Promise((held) => {
      platform.locks
        .request(hubLock(this.epoch), {}, () => {
          held();
          return new Promise<never>(() => undefined);
        })
        .catch((error: unknown) => console.error('hub lock', error));
    });
  }

  /** A tab is here. @param port its stream */
  async join(hello: TabHello, port: StreamPort): Promise<{ epoch: string; lock: string; build: string }> {
    await this.#alive;
    this.#product ??= hello.product;
    const { session, ahead = null } = hello;
    this.#tabs.join(hello.tabId, port, ahead);
    if (session && session.credentials['access-token'] !== this.#deadToken) await this.#signIn(session);
    else if (!this.#user)
      this.#ending = this.#ending.then(() => (this.#user ? undefined : sweepLogs(this.#platform)));
    if (ahead) {
      this.#user?.sync();
      for (const topic of ahead.topics) this.#user?.ensure(topic);
    }
    return { epoch: this.epoch, lock: hubLock(this.epoch), build: this.#platform.build };
  }

  /** The calls of every tab; `join` belongs to the entry, which knows how ports arrive. */
  readonly api: Omit<HubApi, 'join'>;

  /** An error that nobody caught, for the diagnostics panel. */
  noteError = (text: string): void => this.#diagnostics.note('error', text);

  async #signIn(session: HubSession): Promise<void> {
    // The end of the last session must have closed its databases before the next opens them. Meanwhile another tab
    // may have signed somebody in.
    await this.#ending;
    while (this.#user && this.#user.uid !== session.credentials.uid) await this.#end(false);
    if (this.#user) {
      this.#user.renew(session);
      return;
    }
    this.#signedOut = false;
    this.#deadToken = null;
    if (this.#platform.storage) this.#diagnostics.storageMayWork();
    this.#user = new UserHub(
      {
        platform: this.#platform,
        wantedBots: () => {
          const shown = this.#tabs.shown().flatMap((topic) => ('botId' in topic ? [topic.botId] : []));
          return new Set([...this.#tabs.selected(), ...shown]);
        },
        shown: () => this.#tabs.shown(),
        mark: (touched, rows) => this.#tabs.mark(touched, rows),
        caughtUp: () => this.#tabs.caughtUp(),
        connectionChanged: () => this.#tabs.connectionChanged(),
        applied: (frame, room, live) => {
          if (room.fold.state) this.#notices.frame(frame, room.fold.state.viewer, live);
        },
        liveEvent: (event) => {
          if (event.name === 'CONNECTED') this.#serverSpeaks(event.data.wire ?? 0);
          if (event.name.startsWith('SOUND_')) this.#notices.sound(event as Parameters<Notices['sound']>[0]);
          if (event.name === 'NOTIFICATION' || event.name === 'PUSH_DATA') {
            // Its log is here, or is being caught up with.
            const state = this.#user?.bots.get(event.data.bot_id)?.room.fold.state ?? null;
            this.#notices.channel(event, state !== null);
          }
          if (event.name === 'MAINTENANCE') this.#tabs.stale(['maintenance']);
          if (event.name === 'ACCOUNT') this.#tabs.stale(['user-confirmed']);
        },
        stale: (queries) => this.#tabs.stale(queries),
        drafted: (draft) => this.#builds.drafted(session.credentials.uid, draft),
        refused: (entry) => this.#notices.refused(entry.botId, entry.conversationId, entry.reason ?? ''),
        unauthorized: () => {
          this.#deadToken = this.#user?.session.credentials['access-token'] ?? null;
          quietly('session', this.#signOut('unauthorized'));
        },
        diagnose: (record) => this.#diagnostics.add(record),
        storageFailed: (error, what) => this.#storageFailed(error, what),
      },
      session,
      this.#product ?? { name: 'Charla', slug: 'charla' },
    );
    if (this.#superseded) await this.#user.supersede();
    this.#tabs.mark(() => true);
  }

  async #signOut(reason: 'unauthorized' | 'by-hand'): Promise<void> {
    const user = this.#user;
    if (!user) return;
    if (reason === 'by-hand') {
      // Best effort: the token ends here whether or not the server hears of it.
      user.call(signInCalls.signOut, {}).catch((error: unknown) => console.warn('sign-out not told', error));
      this.#builds.signedOut(user.uid);
    }
    await this.#endSession(reason);
  }

  async #endSession(reason: 'unauthorized' | 'by-hand'): Promise<void> {
    this.#signedOut = true;
    const ended = this.#end(reason === 'by-hand');
    this.#tabs.signedOut(reason);
    this.#tabs.forgetSent();
    await ended;
  }

  #end(work: boolean): Promise<void> {
    const user = this.#user;
    this.#user = null;
    if (user) this.#ending = this.#ending.then(() => user.end(work));
    return this.#ending;
  }

  #view(topic: Topic): unknown {
    const user = this.#user;
    if (topic.kind === 'connection') return this.#connectionView();
    if (!user) return undefined;
    switch (topic.kind) {
      case 'outbox':
        return user.work.ready ? user.work.outbox.view() : undefined;
      case 'draft':
        return user.work.ready ? user.work.drafts.view(topic.conversationId, topic.mode) : undefined;
      case 'drafted':
        return user.work.drafts.drafted(topic.botId);
      case 'products':
        return user.products.view(topic.botId);
      default:
        return user.view(topic);
    }
  }

  #connectionView(): ConnectionView {
    return {
      state: this.#user?.connection.state ?? 'idle',
      retryAt: this.#user?.connection.retryAt ?? null,
      memoryOnly: this.#diagnostics.inMemory('work'),
      logInMemory: this.#diagnostics.inMemory('log'),
      superseded: this.#superseded,
      outdated: this.#outdated,
      signedOut: this.#signedOut,
      clockSkew: this.#user?.clockSkew.value ?? null,
    };
  }

  #focused(): void {
    const now = this.#platform.clock.now();
    this.#user?.connection.retryNow();
    if (now - this.#verifiedOnFocus < VERIFY_ON_FOCUS) return;
    this.#verifiedOnFocus = now;
    this.#user?.verify().catch((error: unknown) => console.warn('counters not verified', error));
  }

  #farewell(): void {
    const user = this.#user;
    if (!user) return;
    user.connection.socket?.emit('FAREWELL', { botIds: [...this.#tabs.selected()] });
    user.flush().catch((error: unknown) => this.#storageFailed(error, 'log'));
  }

  /** Another server than at the last connection, perhaps: a newer one, or an older one again. */
  #serverSpeaks(wire: number): void {
    const outdated = wire > this.#platform.wire;
    if (outdated === this.#outdated) return;
    this.#outdated = outdated;
    this.#tabs.mark((topic) => topic.kind === 'connection');
  }

  #supersede(): void {
    if (this.#superseded) return;
    this.#superseded = true;
    this.#tabs.mark((topic) => topic.kind === 'connection');
    this.#user?.supersede().catch((error: unknown) => this.#storageFailed(error, 'log'));
  }

  #storageFailed(error: unknown, what: Stored): void {
    this.#diagnostics.storageFailed(error, what);
    this.#tabs.mark((topic) => topic.kind === 'connection');
  }

  #inspect(): Inspection {
    const user = this.#user;
    const entries = user?.work.outbox.view() ?? [];
    const count = (state: (typeof entries)[number]['state']) =>
      entries.filter((entry) => entry.state === state).length;
    const bots = [...(user?.bots ?? [])].map(([botId, parts]) => inspectionOf(botId, parts));
    return {
      epoch: this.epoch,
      build: this.#platform.build,
      otherBuilds: [...this.#builds.others],
      tabs: this.#tabs.count,
      visibleTabs: this.#tabs.visibleCount,
      connection: this.#connectionView(),
      transport: 'websocket',
      connectedAt: user?.connection.openedAt ?? null,
      writing: user?.writing ?? false,
      outbox: {
        waiting: count('waiting'),
        sending: count('sending'),
        refused: count('refused'),
        asking: count('asking'),
      },
      clockSkew: user?.clockSkew.value ?? null,
      bots,
      diagnostics: this.#diagnostics.records,
    };
  }
}
