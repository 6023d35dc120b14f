/**
 * The hub: tabs on one side, the signed-in person on the other, and the Comlink surface between them. The same core
 * runs in a SharedWorker (`hub.ts`) and in a tab's dedicated worker (`dedicated.ts`); it does not know the difference.
 */
import { conversationCalls } from '../../contract/calls/conversations.ts';
import { mainCalls } from '../../contract/calls/main.ts';
import { ERRORS } from '../../contract/errors.ts';
import { okAck } from '../../contract/realtime/agent-socket.ts';
import type { Product } from '../../contract/services.ts';
import { TEXTS } from '../../contract/texts.ts';
import { CallError } from '../shared/call-service.ts';
import { hubLock } from '../shared/lock-names.ts';
import type { Diagnostic } from './bot-room.ts';
import { Builds } from './builds.ts';
import { Notices } from './notices.ts';
import { pagedOf } from './page-loader.ts';
import type { HubPlatform, StreamPort } from './platform.ts';
import type { CommandResult, ConnectionView, HubApi, HubSession, TabHello, Topic } from './surface.ts';
import { Tabs } from './tabs.ts';
import { UserHub } from './user-hub.ts';

const DIAGNOSTICS_KEPT = 100;
const ACK_TIMEOUT = 10_000;
/** A glance at another window is no reason to ask the server. */
const VERIFY_ON_FOCUS = 10_000;

export class HubCore {
  readonly epoch: string;
  readonly #platform: HubPlatform;
  readonly #tabs: Tabs;
  readonly #notices: Notices;
  readonly #builds: Builds;
  readonly #diagnostics: Diagnostic[] = [];
  #user: UserHub | null = null;
  #product: Product | null = null;
  #ending: Promise<void> = Promise.resolve();
  #memoryOnly: boolean;
  #superseded = false;
  #signedOut = false;
  #deadToken: string | null = null;
  #verifiedOnFocus = Number.NEGATIVE_INFINITY;
  readonly #alive: Promise<void>;

  constructor(platform: HubPlatform) {
    this.#platform = platform;
    this.epoch = platform.uuid();
    this.#memoryOnly = platform.storage === null;
    this.#tabs = new Tabs(platform, this.epoch, {
      view: (topic) => this.#view(topic),
      shownChanged: () => this.#user?.sync(),
      subscribed: (topic) => this.#user?.ensure(topic),
      focused: () => this.#focused(),
      farewell: () => this.#farewell(),
    });
    this.#notices = new Notices((notice) => this.#tabs.toOne({ type: 'notice', notice }));
    this.#builds = new Builds(
      platform.channel,
      { build: platform.build, startedAt: platform.clock.now() },
      {
        superseded: () => this.#supersede(),
        workStored: (uid) => {
          if (this.#user?.uid !== uid || this.#superseded) return;
          this.#user.reread().catch((error: unknown) => console.error('outbox', error));
        },
      },
    );
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
    this.#tabs.join(hello.tabId, port);
    const { session } = hello;
    if (session && session.credentials['access-token'] !== this.#deadToken) await this.#signIn(session);
    return { epoch: this.epoch, lock: hubLock(this.epoch), build: this.#platform.build };
  }

  /** The calls of every tab; `join` belongs to the entry, which knows how ports arrive. */
  readonly api: Omit<HubApi, 'join'> = {
    signIn: (session) => this.#signIn(session),
    unsent: async () => {
      await this.#user?.restored;
      return { outbox: this.#user?.outbox.unsent ?? 0, drafts: this.#user?.drafts.count ?? 0 };
    },
    signOut: (reason) => this.#signOut(reason),
    selectBot: async (tabId, botId) => ({ left: this.#tabs.select(tabId, botId) }),
    loadMore: async (topic) => {
      const paged = pagedOf(topic);
      if (paged) await this.#user?.bots.get(paged.botId)?.pages.more(paged);
    },
    reload: async (topic) => {
      const paged = pagedOf(topic);
      if (paged) await this.#user?.bots.get(paged.botId)?.pages.reload(paged);
      if (topic.kind === 'connection') this.#user?.connection.retryNow();
      if (topic.kind === 'counters') await this.#user?.verify();
    },
    send: async (input) => {
      const user = this.#signedIn();
      const entry = await user.outbox.send(input);
      user.drafts.sent(input.conversationId, input.botId, input.note ? 'note' : 'reply');
      if (this.#superseded) this.#builds.workStored(user.uid);
      return entry;
    },
    change: (botId, conversationId, change) =>
      this.#command(botId, async (user) => {
        await user.call(conversationCalls.change, { params: { id: conversationId }, body: change });
      }),
    changeLater: async (botId, conversationId, change) => {
      const user = this.#signedIn();
      const entry = await user.outbox.changeLater(botId, conversationId, change);
      if (this.#superseded) this.#builds.workStored(user.uid);
      return entry;
    },
    takeBack: async (entryId) => (await this.#user?.outbox.takeBack(entryId)) ?? false,
    retry: async (entryId) => this.#user?.outbox.retry(entryId),
    discard: async (entryId) => this.#user?.outbox.discard(entryId),
    saveDraft: async (conversationId, botId, mode, text, tabId) =>
      this.#signedIn().drafts.save(conversationId, botId, mode, text, tabId),
    viewing: async (botId, conversationId) => this.#user?.viewing(botId, conversationId),
    typing: async (botId, conversation_id) => {
      // Nothing is returned: the socket itself can't cross to the tab.
      this.#user?.connection.socket?.emit('TYPING', { botId, conversation_id });
    },
    markRead: async (botId, conversationId) => {
      await this.#command(botId, async (user) => {
        await user.call(conversationCalls.change, {
          params: { id: conversationId },
          body: { unread: false },
        });
      });
    },
    setStatus: (botId, userBotId, status, role) =>
      this.#command(botId, async (user) => {
        const userId = user.session.user.id;
        const socket = user.connection.socket;
        if (!socket) throw new CallError('network', TEXTS.serverTimeout, 0);
        const ack = okAck.safeParse(
          await socket
            .request('REGISTER_AGENT_STATUS', { userId, userBotId, status, role, botId }, ACK_TIMEOUT)
            .catch(() => ({ error: 'network', message: TEXTS.serverTimeout })),
        );
        if (!ack.success) throw new CallError('bad_answer', ERRORS.server.message, 502);
        if ('error' in ack.data) throw new CallError(ack.data.error, ack.data.message, 409);
      }),
    inspect: async () => this.#inspect(),
  };

  async #signIn(session: HubSession): Promise<void> {
    // The end of the last session must have closed its databases before the next opens them.
    await this.#ending;
    if (this.#user?.uid === session.credentials.uid) {
      this.#user.renew(session);
      return;
    }
    if (this.#user) await this.#end(false);
    this.#signedOut = false;
    this.#deadToken = null;
    this.#user = new UserHub(
      {
        platform: this.#platform,
        wantedBots: () => {
          const shown = this.#tabs.shown().flatMap((topic) => ('botId' in topic ? [topic.botId] : []));
          return new Set([...this.#tabs.selected(), ...shown]);
        },
        shown: () => this.#tabs.shown(),
        mark: (touched) => this.#tabs.mark(touched),
        applied: (frame, room, live) => {
          if (room.fold.state) this.#notices.frame(frame, room.fold.state.viewer, live);
        },
        liveEvent: (event) => {
          if (event.name.startsWith('SOUND_')) this.#notices.sound(event as Parameters<Notices['sound']>[0]);
          // The bell asks its list again; one frame for all tabs.
          if (event.name === 'NOTIFICATION')
            this.#tabs.broadcast({ type: 'stale', queries: ['notifications'] });
        },
        stale: (queries) => this.#tabs.broadcast({ type: 'stale', queries }),
        refused: (entry) => this.#notices.refused(entry.botId, entry.conversationId, entry.reason ?? ''),
        unauthorized: () => {
          this.#deadToken = this.#user?.session.credentials['access-token'] ?? null;
          this.#signOut('unauthorized').catch((error: unknown) => console.error('sign-out', error));
        },
        diagnose: (record) => this.#diagnose(record),
        storageFailed: (error) => this.#storageFailed(error),
      },
      session,
      this.#product ?? { name: 'Charla', slug: 'charla' },
    );
    this.#tabs.mark(() => true);
  }

  async #signOut(reason: 'unauthorized' | 'by-hand'): Promise<void> {
    const user = this.#user;
    if (!user) return;
    if (reason === 'by-hand') {
      // Best effort: the token ends here whether or not the server hears of it.
      user.call(mainCalls.signOut, {}).catch((error: unknown) => console.warn('sign-out not told', error));
    }
    this.#signedOut = true;
    const ended = this.#end(reason === 'by-hand');
    this.#tabs.broadcast({ type: 'signed-out', reason });
    this.#tabs.forgetSent();
    await ended;
  }

  #end(work: boolean): Promise<void> {
    const user = this.#user;
    this.#user = null;
    if (user) this.#ending = this.#ending.then(() => user.end(work));
    return this.#ending;
  }

  #signedIn(): UserHub {
    if (!this.#user) throw new Error(ERRORS.unauthorized.message);
    return this.#user;
  }

  async #command(botId: number, run: (user: UserHub) => Promise<void>): Promise<CommandResult> {
    const user = this.#user;
    if (!user) return { ok: false, error: 'unauthorized', message: ERRORS.unauthorized.message };
    if (this.#superseded)
      return { ok: false, error: 'superseded', message: 'Hay una versión nueva · Recargar' };
    // Offline it is refused, not queued: what is on screen may be old.
    if (!user.connection.socket || !user.bots.has(botId)) {
      return { ok: false, error: 'network', message: TEXTS.serverTimeout };
    }
    try {
      await run(user);
      return { ok: true };
    } catch (error) {
      if (error instanceof CallError) return { ok: false, error: error.error, message: error.message };
      throw error;
    }
  }

  #view(topic: Topic): unknown {
    const user = this.#user;
    if (topic.kind === 'connection') return this.#connectionView();
    if (!user) return undefined;
    switch (topic.kind) {
      case 'outbox':
        return user.outbox.view();
      case 'draft':
        return user.drafts.view(topic.conversationId, topic.mode);
      case 'drafted':
        return user.drafts.drafted(topic.botId);
      default:
        return user.view(topic);
    }
  }

  #connectionView(): ConnectionView {
    return {
      state: this.#user?.connection.state ?? 'idle',
      retryAt: this.#user?.connection.retryAt ?? null,
      memoryOnly: this.#memoryOnly,
      superseded: this.#superseded,
      signedOut: this.#signedOut,
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
    user.flush().catch((error: unknown) => this.#storageFailed(error));
  }

  #supersede(): void {
    if (this.#superseded) return;
    this.#superseded = true;
    this.#tabs.mark((topic) => topic.kind === 'connection');
    this.#user?.supersede().catch((error: unknown) => this.#storageFailed(error));
  }

  #storageFailed(error: unknown): void {
    console.error('storage', error);
    this.#memoryOnly = true;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.#diagnose({ at: this.#platform.clock.now(), botId: 0, kind: 'storage', text });
    this.#tabs.mark((topic) => topic.kind === 'connection');
  }

  #diagnose(record: Diagnostic): void {
    this.#diagnostics.push(record);
    if (this.#diagnostics.length > DIAGNOSTICS_KEPT) this.#diagnostics.shift();
  }

  #inspect() {
    const bots = [...(this.#user?.bots ?? [])].map(([botId, { room, verifiedAt }]) => ({
      botId,
      state: room.state,
      seq: room.fold.state?.seq ?? null,
      sight: room.fold.state?.sight ?? null,
      matrix: room.fold.state?.matrix ?? null,
      cards: room.fold.state?.cards.size ?? 0,
      messages: room.fold.state?.messages.size ?? 0,
      windows: [...(room.fold.state?.windows.keys() ?? [])],
      verifiedAt,
    }));
    return {
      epoch: this.epoch,
      build: this.#platform.build,
      tabs: this.#tabs.count,
      connection: this.#connectionView(),
      writing: this.#user?.writing ?? false,
      outbox: this.#user?.outbox.view() ?? [],
      bots,
      diagnostics: [...this.#diagnostics],
    };
  }
}
