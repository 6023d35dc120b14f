/** Namespace `/visitor` (docs/protocol.md 'The visitor'): the door, a session per socket, and what agents' typing shows there. */
import { randomUUID } from 'node:crypto';
import { WIDGET_LIMITS } from '../../../contract/widget-limits.ts';
import type { BotMinds } from '../../assistant/bot-minds.ts';
import type { App } from '../../platform/app.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { sql } from '../../platform/database/database.ts';
import { refusalOf } from '../../platform/http/error-answers.ts';
import { limitAsking, requireOpen } from '../../platform/realtime/admissions.ts';
import { inRequest, workers } from '../../platform/request-scope.ts';
import type { WordDesk } from '../commands/leave-word.ts';
import type { LlmTurns } from '../commands/llm-turns.ts';
import { MessageGroups } from '../commands/message-groups.ts';
import { markGiven } from '../commands/visitor-marks.ts';
import type { LogTailers } from '../live/log-tailers.ts';
import { findIdentity, newIdentity } from '../visitor-identity.ts';
import { signIn } from './signed-identity.ts';
import { SiteNotes } from './sites.ts';
import { connectError, type Entrance, enterChat } from './visitor-door.ts';
import { VisitorFeed } from './visitor-feed.ts';
import { type Origin, VisitorLimiter, type VisitorLimits } from './visitor-limiter.ts';
import { VisitorPresence } from './visitor-presence.ts';
import { VisitorSession } from './visitor-session.ts';

export interface VisitorSide {
  /** Ends leases and reading; the sockets themselves end with the socket server. */
  stop(): Promise<void>;
}

export interface VisitorOptions {
  /** Milliseconds between a visitor's last socket and the word that they left. */
  grace?: number | undefined;
  /** How much of one bot's visitors this process takes on. */
  limits?: Partial<VisitorLimits> | undefined;
  /** Answers of a language model. */
  llm?: LlmTurns | undefined;
}

/** Installs the namespace; call it before the server listens. */
export function openVisitorNamespace(
  app: App,
  minds: BotMinds,
  tailers: LogTailers,
  words: WordDesk,
  options: VisitorOptions = {},
): VisitorSide {
  const feed = new VisitorFeed(app, tailers);
  const presence = new VisitorPresence(app, options.grace);
  const limiter = new VisitorLimiter(app, options.limits);
  /** What is under way and nobody waits for; a stop does. */
  const running = new Set<Promise<unknown>>();
  const background = (work: Promise<unknown>, what: string) => {
    const done = work
      .catch((error: unknown) => app.log.error({ err: error }, what))
      .finally(() => running.delete(done));
    running.add(done);
  };
  feed.onGiven = (visitorId, conversationId, mids) =>
    background(markGiven(app, visitorId, conversationId, mids), 'Marking messages as delivered failed');

  const wordLimits = {
    own: app.sharedLimit('visitors.words', WIDGET_LIMITS.words, 60 * 60),
    address: app.sharedLimit('visitors.words.address', WIDGET_LIMITS.wordsOfAddress, 60 * 60),
  };
  const sites = new SiteNotes(app);
  const signatures = app.sharedLimit('visitors.signatures', WIDGET_LIMITS.signatures, 60);
  const groups = new MessageGroups(app);
  const namespace = app.realtime.namespace('/visitor');
  limitAsking(namespace);
  namespace.use((socket, next) => {
    const address = clientAddress(app.config, socket.request);
    const origin: Origin = { address: address ?? socket.id, known: address !== null };
    const admit = async () => {
      const { botId, roomToken, identity, language = 'es' } = await enterChat(app.db, socket.handshake.auth);
      const present = roomToken ? await findIdentity(app, botId, roomToken) : null;
      if (identity && origin.known) await signatures.take(`${botId} ${origin.address}`);
      const known = identity ? await signIn(app, botId, identity, present) : present;
      requireOpen(socket);
      // Last: a connection that this lets in ends by its close, whatever it still comes to. Who is closed for another
      // comes back by itself, after a while.
      const since = known?.since ?? null;
      const admitted = limiter.enter(botId, origin, since, () => socket.conn.close());
      socket.conn.once('close', () => admitted.leave());
      // A token that nobody has (or none): somebody new, with a token of the server's making.
      const entrance: Entrance = {
        who: { ...(known ?? newIdentity(app, botId)), language },
        language,
        isNew: !known,
        since,
        origin,
        admitted,
      };
      socket.data = entrance;
    };
    inRequest(randomUUID(), workers.stranger(origin.address), admit)
      .then(() => next())
      .catch((error: unknown) => {
        const refused = refusalOf(error);
        if (refused.code === 'server') app.log.error({ err: error }, 'A visitor could not connect');
        next(connectError(refused, socket.handshake.auth));
      });
  });
  namespace.on('connection', (socket) => {
    const session = new VisitorSession(
      { app, minds, feed, presence, limiter, llm: options.llm ?? null, groups, words, wordLimits },
      socket,
      socket.data as Entrance,
    );
    const { botId } = (socket.data as Entrance).who;
    background(sites.note(botId, socket.handshake.headers.origin), 'Noting the site of a chat failed');
    background(
      session.open().catch((error: unknown) => {
        // Without its chat the page would wait for ever; it connects again.
        socket.disconnect();
        throw error;
      }),
      'Opening a chat failed',
    );
  });

  const stopTyping = app.bus.subscribe('agentTyping', ({ botId, conversationId, agent }) => {
    if (feed.serves(botId))
      background(agentTyping(app, feed, botId, conversationId, agent), 'Telling of typing failed');
  });
  const stopGrowing = app.bus.subscribe('botTyping', ({ botId, visitorId, text }) =>
    feed.tell(botId, visitorId, { name: 'TYPING', data: { who: 'bot', name: null, text } }),
  );
  const stopClosed = app.bus.subscribe('botClosed', ({ botId }) => {
    for (const socket of namespace.sockets.values()) {
      // It comes back by itself and hears at the door why it stays outside.
      if ((socket.data as Entrance).who.botId === botId) socket.disconnect();
    }
  });
  const stopWaiting = app.bus.subscribe('waitingChanged', ({ botId }) => feed.waitingChanged(botId));
  return {
    async stop() {
      await options.llm?.stop();
      stopTyping();
      stopGrowing();
      stopClosed();
      stopWaiting();
      await feed.stop();
      await Promise.all(running);
      await presence.stop();
    },
  };
}

/** Shown only when the agent has the conversation: nobody else is about to answer. */
async function agentTyping(
  app: App,
  feed: VisitorFeed,
  botId: number,
  conversationId: string,
  agent: { id: number; name: string },
): Promise<void> {
  const [row] = await app.db.query<{ visitor_id: string | null }>(sql`
    select visitor_id from conversations
    where id = ${conversationId} and bot_id = ${botId} and state = 'taken' and agent_id = ${agent.id}`);
  if (!row?.visitor_id) return;
  feed.tell(botId, row.visitor_id, { name: 'TYPING', data: { who: 'agent', name: agent.name } });
}
