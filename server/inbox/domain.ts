/** Conversations: their calls, their clocks, their log, and the live sides of agents and visitors. */
import type { BotMinds } from '../assistant/bot-minds.ts';
import type { DocumentKnowledge } from '../assistant/documents/knowledge.ts';
import type { OrderDesk } from '../orders/desk.ts';
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { registerConversations } from './calls/routes.ts';
import { registerEndOfFollowing } from './commands/follow.ts';
import { registerGiving } from './commands/give-waiting.ts';
import type { WordDesk } from './commands/leave-word.ts';
import type { LlmTurns } from './commands/llm-turns.ts';
import { registerOrderTurns } from './commands/order-turns.ts';
import type { CardsOf } from './commands/send-message.ts';
import { registerScheduledMessages } from './commands/send-scheduled.ts';
import { keepCompacting, registerCompaction } from './compaction.ts';
import { inboxDemo } from './demo/demo.ts';
import { registerFollowNews } from './follow-news.ts';
import { keepCounting, registerCounts } from './kept-counts.ts';
import { type Live, startLive } from './live/live.ts';
import { LogTailers } from './live/log-tailers.ts';
import { registerAnswerDue } from './tell-answer-due.ts';
import { registerTimers } from './timers.ts';
import { registerInboxTools } from './tools/routes.ts';
import { registerArticles } from './visitor/articles.ts';
import { registerLook } from './visitor/look.ts';
import { registerProactiveForSites } from './visitor/proactive.ts';
import { openVisitorNamespace, type VisitorOptions } from './visitor/visitor-namespace.ts';

export interface InboxNeeds {
  /** The bots that answer visitors. */
  minds: BotMinds;
  /** The language models that bots may ask. */
  llm: LlmTurns;
  /** What the bots' documents say. */
  knowledge: DocumentKnowledge;
  /** Where shops are asked for orders. */
  desk: OrderDesk;
  /** Products that agents show. */
  cards: CardsOf;
  /** Where words that visitors leave out of hours become tickets. */
  words: WordDesk;
  /** Other limits of visitors than the usual ones. */
  visitors?: VisitorOptions | undefined;
}

export interface Inbox {
  /** The agents' live side, from `start` on. */
  live(): Live;
}

/**
 * The domain. @param minds the bots' models, @param llm turns of the language model, @param desk where shops are asked
 * for orders, @param cards products that agents show, @param visitors limits of customers' sockets
 */
export function inbox(
  app: App,
  { minds, llm, knowledge, desk, cards, words, visitors }: InboxNeeds,
): Domain & Inbox {
  let live: Live | undefined;
  return {
    name: 'inbox',
    live() {
      if (!live) throw new Error('The inbox was not started');
      return live;
    },
    calls() {
      registerConversations(app, cards);
      registerInboxTools(app);
      registerLook(app);
      registerArticles(app, knowledge);
      registerProactiveForSites(app);
    },
    jobs() {
      registerTimers(app);
      registerScheduledMessages(app);
      registerGiving(app);
      registerFollowNews(app);
      registerAnswerDue(app);
      registerEndOfFollowing(app);
      registerOrderTurns(app, minds, desk);
      registerCompaction(app);
      registerCounts(app);
    },
    topics: ['macros'],
    demo: inboxDemo,
    entities: {
      conversation: { from: 'conversations c', id: 'c.id', bot: 'c.bot_id', conversation: 'c' },
      message: {
        from: 'messages e join conversations c on c.id = e.conversation_id',
        id: 'e.id',
        bot: 'e.bot_id',
        conversation: 'c',
      },
      scheduled_message: {
        from: 'scheduled_messages e join conversations c on c.id = e.conversation_id',
        id: 'e.id',
        bot: 'e.bot_id',
        conversation: 'c',
      },
      session: {
        from: 'transitions e join conversations c on c.id = e.conversation_id',
        id: 'e.id',
        bot: 'e.bot_id',
        conversation: 'c',
      },
    },
    async start() {
      await keepCompacting(app);
      await keepCounting(app);
      const tailers = new LogTailers(app);
      const side = openVisitorNamespace(app, minds, tailers, words, { ...visitors, llm });
      const agents = startLive(app, tailers);
      live = agents;
      return {
        async stop() {
          // One that fails (the database may be gone) must not keep the other open.
          try {
            await tailers.stop();
          } finally {
            try {
              await side.stop();
            } finally {
              await agents.stop();
            }
          }
        },
      };
    },
  };
}
