/** What tabs may ask of the hub, carried out for the signed-in person. */
import { conversationCalls } from '../../contract/calls/conversations.ts';
import { ERRORS } from '../../contract/errors.ts';
import { okAck } from '../../contract/realtime/agent-socket.ts';
import { TEXTS } from '../../contract/texts.ts';
import { movesOf } from '../../machines/inbox/counter-moves.ts';
import { ApiError, badAnswer, noAnswer } from '../shared/api-error.ts';
import { findKnown } from './bot/known-search.ts';
import { pagedOf } from './pages/page-loader.ts';
import type { CommandResult, HubApi } from './surface/api.ts';
import type { Inspection } from './surface/inspection.ts';
import type { HubSession } from './surface/session.ts';
import type { Tabs } from './tabs/tabs.ts';
import type { UserHub } from './user/user-hub.ts';

const ACK_TIMEOUT = 10_000;

/** What the calls need of the hub. */
interface ApiHost {
  tabs: Tabs;
  /** Who is signed in; null: nobody. */
  user(): UserHub | null;
  /** A newer build is open in another tab: this hub writes no more. */
  superseded(): boolean;
  /** This hub stored work that the one of the newer build is to send. */
  workStored(uid: string): void;
  signIn(session: HubSession): Promise<void>;
  signOut(reason: 'unauthorized' | 'by-hand'): Promise<void>;
  inspect(): Inspection;
}

/** The calls of every tab; `join` belongs to the entry, which knows how ports arrive. */
export function hubApi(host: ApiHost): Omit<HubApi, 'join'> {
  const signedIn = (): UserHub => {
    const user = host.user();
    if (!user) throw new Error(ERRORS.unauthorized.message);
    return user;
  };
  /** What is on its way belongs to the hub that writes: another one must not touch it. */
  const writer = async (): Promise<UserHub | null> => {
    const user = host.user();
    await user?.adoption.opened;
    return user?.writing ? user : null;
  };
  const roomOf = (botId: number) => host.user()?.bots.get(botId)?.room;
  const stored = ({ uid }: UserHub) => {
    if (host.superseded()) host.workStored(uid);
  };
  const command = async (botId: number, run: (user: UserHub) => Promise<void>): Promise<CommandResult> => {
    const user = host.user();
    if (!user) return { ok: false, error: 'unauthorized', message: ERRORS.unauthorized.message };
    if (host.superseded())
      return { ok: false, error: 'superseded', message: 'Hay una versión nueva · Recargar' };
    // Offline it is refused, not queued: what is on screen may be old.
    if (!user.connection.socket || !user.bots.has(botId)) {
      return { ok: false, error: 'network', message: TEXTS.serverTimeout };
    }
    try {
      await run(user);
      return { ok: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { ok: false, error: error.code, message: error.message };
    }
  };
  return {
    signIn: (session) => host.signIn(session),
    unsent: async () => {
      await host.user()?.work.restored;
      return { outbox: host.user()?.work.outbox.unsent ?? 0, drafts: host.user()?.work.drafts.count ?? 0 };
    },
    signOut: (reason) => host.signOut(reason),
    selectBot: async (tabId, botId) => ({ left: host.tabs.select(tabId, botId) }),
    searchKnown: async (filters) => {
      const state = roomOf(filters.bot_id)?.fold.state;
      return state ? findKnown(state, filters) : { conversations: [], found: [] };
    },
    loadMore: async (topic) => {
      const paged = pagedOf(topic);
      if (paged) await host.user()?.bots.get(paged.botId)?.pages.more(paged);
    },
    reload: async (topic) => {
      const paged = pagedOf(topic);
      if (paged) await host.user()?.bots.get(paged.botId)?.pages.reload(paged);
      if (topic.kind === 'connection') host.user()?.connection.retryNow();
      if (topic.kind === 'counters') await host.user()?.verify();
      if (topic.kind === 'supervision') await host.user()?.bots.get(topic.botId)?.supervision.reload();
    },
    send: async (input) => {
      const user = signedIn();
      const entry = await user.work.send(input);
      stored(user);
      return entry;
    },
    attach: async (input) => {
      const { work } = signedIn();
      await work.restored;
      return work.drafts.attach(input);
    },
    detach: async (conversationId, botId, mode, fileId) =>
      signedIn().work.drafts.detach(conversationId, botId, mode, fileId),
    offer: async (conversationId, botId, mode, offer) => {
      const user = signedIn();
      await user.work.restored;
      await user.work.drafts.offer(conversationId, botId, mode, offer);
      stored(user);
    },
    fileOf: async (fileId) => (await host.user()?.work.fileOf(fileId)) ?? null,
    cancel: async (entryId) => (await (await writer())?.work.cancel(entryId)) ?? false,
    change: (botId, conversationId, change) =>
      command(botId, async (user) => {
        await user.call(conversationCalls.change, { params: { id: conversationId }, body: change });
      }),
    changeLater: async (botId, conversationId, change) => {
      const user = signedIn();
      const entry = await user.work.outbox.changeLater(botId, conversationId, change);
      stored(user);
      return entry;
    },
    takeBack: async (entryId) => (await (await writer())?.work.outbox.takeBack(entryId)) ?? false,
    retry: async (entryId) => (await writer())?.work.outbox.retry(entryId),
    discard: async (entryId) => (await writer())?.work.outbox.discard(entryId),
    saveDraft: async (conversationId, botId, mode, text, tabId) => {
      const user = signedIn();
      await user.work.restored;
      await user.work.drafts.save(conversationId, botId, mode, text, tabId);
      stored(user);
    },
    viewing: async (botId, conversationId) => host.user()?.viewing(botId, conversationId),
    typing: async (botId, conversation_id) => {
      // Nothing is returned: the socket itself can't cross to the tab.
      host.user()?.connection.socket?.emit('TYPING', { botId, conversation_id });
    },
    markRead: async (botId, conversationId) => {
      await command(botId, async (user) => {
        await user.call(conversationCalls.change, {
          params: { id: conversationId },
          body: { unread: false },
        });
      });
    },
    setStatus: (botId, userBotId, status, role, switched = false) =>
      command(botId, async (user) => {
        const userId = user.session.user.id;
        const socket = user.connection.socket;
        if (!socket) throw noAnswer();
        const ack = okAck.safeParse(
          await socket
            .request(
              'REGISTER_AGENT_STATUS',
              { userId, userBotId, status, role, botId, ...(switched ? { switched } : {}) },
              ACK_TIMEOUT,
            )
            .catch(() => ({ error: 'network', message: TEXTS.serverTimeout })),
        );
        if (!ack.success) throw badAnswer();
        if ('error' in ack.data) throw new ApiError(409, ack.data.error, ack.data.message);
      }),
    counterMoves: async (botId, figure) => {
      const log = await roomOf(botId)?.exportLog();
      if (!log) return null;
      return { moves: movesOf(log.state.viewer, log.frames, figure), floor: log.base.seq + 1 };
    },
    exportLog: async (botId) => (await roomOf(botId)?.exportLog()) ?? null,
    acknowledgeProducts: async (botId) => host.user()?.products.acknowledge(botId),
    recallProducts: async (botId) => host.user()?.products.recall(botId),
    announceStale: async (queries) => host.tabs.stale(queries),
    inspect: async () => host.inspect(),
  };
}
