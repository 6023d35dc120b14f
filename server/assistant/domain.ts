/** The bots themselves: the models that answer, the threads that train and read, the calls that build bots. */
import type { OrderDesk } from '../orders/desk.ts';
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { BotMinds, type ShelfSource } from './bot-minds.ts';
import { registerCatalogue } from './building/catalogue-routes.ts';
import { registerDrafts } from './building/draft-routes.ts';
import { registerIntents } from './building/intent-routes.ts';
import { registerInteractions } from './building/interaction-routes.ts';
import { registerNodes } from './building/node-routes.ts';
import { previewedOrders } from './building/previewed-orders.ts';
import { registerSynonyms } from './building/synonym-routes.ts';
import { registerWelcome } from './building/welcome-routes.ts';
import { assistantDemo } from './demo/demo.ts';
import { trainKnowledge } from './documents/commands.ts';
import { DocumentKnowledge } from './documents/knowledge.ts';
import { createDocumentReader, type DocumentReader, requeueUnread } from './documents/reader.ts';
import { registerDocuments } from './documents/routes.ts';
import { llmTries, registerLlm } from './llm/routes.ts';
import { embedderOf } from './meaning/embedder-of.ts';
import { Meanings } from './meaning/meanings.ts';
import { registerAssistants } from './service/routes.ts';
import { registerTrainings } from './service/train-modules.ts';
import { botWebhooks } from './service/webhook.ts';
import type { TicketDesk } from './ticket-desk.ts';
import { rememberingTrainer } from './training/remembering.ts';
import { createTrainer } from './training/trainer.ts';
import { registerUnanswered } from './unanswered/routes.ts';
import type { TalkSource } from './unanswered/team-answers.ts';

/** What the domain keeps in memory, and other domains use. */
export interface Assistant {
  minds: BotMinds;
  reader: DocumentReader;
  knowledge: DocumentKnowledge;
}

/** What bots' shops sell: searched by them, learned by the training of the module products. */
export interface ProductShelves {
  of: ShelfSource;
  train(botId: number): Promise<void>;
}

/**
 * @param talks conversations that a viewer sees, of which the bot may learn, @param desk where shops are asked for orders,
 * @param tickets where nodes have tickets opened
 */
export function assistant(
  app: App,
  talks: TalkSource,
  shelves: ProductShelves,
  desk: OrderDesk,
  tickets: TicketDesk,
): Domain & Assistant {
  const trainer = rememberingTrainer(createTrainer());
  const knowledge = new DocumentKnowledge(app.log);
  const embedder = embedderOf(app.config);
  const meanings =
    embedder && app.config.embeddings ? new Meanings(app, embedder, app.config.embeddings) : null;
  const minds = new BotMinds({
    trainer,
    sources: [(...about) => knowledge.of(...about)],
    shelf: (...about) => shelves.of(...about),
    orders: async (...about) => (await desk.count(...about)) > 0,
    tickets,
    log: app.log,
    meanings,
    passages: (...about) => knowledge.texts(...about),
  });
  const reader = createDocumentReader(app);
  const webhooks = botWebhooks(app);
  return {
    name: 'assistant',
    minds,
    reader,
    knowledge,
    calls() {
      registerCatalogue(app);
      registerIntents(app);
      registerSynonyms(app);
      registerNodes(app);
      registerInteractions(app);
      registerWelcome(app);
      const tries = llmTries(app);
      registerDrafts({ app, minds, knowledge, tries, orders: previewedOrders(app, desk) });
      registerUnanswered(app, minds, talks);
      registerTrainings(app, {
        knowledge: (botId) => trainKnowledge(app, reader, botId),
        products: (botId) => shelves.train(botId),
      });
      registerDocuments(app, reader, knowledge);
      registerAssistants(app, minds);
      registerLlm(app, knowledge, tries);
    },
    jobs: () => webhooks.register(),
    topics: ['draft', 'documents', 'trainings'],
    demo: assistantDemo(app),
    entities: {
      assistant: { from: 'assistants e', id: 'e.id', bot: 'e.bot_id' },
      document: { from: 'documents e', id: 'e.id', bot: 'e.bot_id' },
    },
    async start() {
      await embedder?.ready?.();
      await requeueUnread(app);
      return {
        begin: () => reader.start(),
        async stop() {
          await webhooks.stop();
          await reader.stop();
          await meanings?.stop();
          await trainer.stop();
        },
      };
    },
  };
}
