/** Puts the assistant together: the models that answer, the thread that trains them, the calls that build bots. */
import type { App } from '../platform/app.ts';
import { BotMinds } from './bot-minds.ts';
import { registerCatalogue } from './building/catalogue-routes.ts';
import { registerDrafts } from './building/draft-routes.ts';
import { registerIntents } from './building/intent-routes.ts';
import { registerInteractions } from './building/interaction-routes.ts';
import { registerNodes } from './building/node-routes.ts';
import { registerWelcome } from './building/welcome-routes.ts';
import { trainKnowledge } from './documents/commands.ts';
import { DocumentKnowledge } from './documents/knowledge.ts';
import { createDocumentReader, type DocumentReader } from './documents/reader.ts';
import { registerDocuments } from './documents/routes.ts';
import { llmTries, registerLlm } from './llm/routes.ts';
import { registerAssistants } from './service/routes.ts';
import { registerTrainings } from './service/train-modules.ts';
import { registerBotWebhooks } from './service/webhook.ts';
import { createTrainer } from './training/trainer.ts';
import { registerUnanswered } from './unanswered/routes.ts';

export interface Assistant {
  minds: BotMinds;
  reader: DocumentReader;
  knowledge: DocumentKnowledge;
  /** Ends the threads that train and read. */
  stop(): Promise<void>;
}

/** Call it before the server listens. */
export function mountAssistant(app: App): Assistant {
  const trainer = createTrainer();
  const knowledge = new DocumentKnowledge(app.log);
  const minds = new BotMinds({ trainer, documents: (...about) => knowledge.of(...about), log: app.log });
  const reader = createDocumentReader(app);
  registerCatalogue(app);
  registerIntents(app);
  registerNodes(app);
  registerInteractions(app);
  registerWelcome(app);
  const tries = llmTries(app);
  registerDrafts({ app, minds, knowledge, tries });
  registerUnanswered(app, minds);
  registerTrainings(app, { knowledge: (botId) => trainKnowledge(app, reader, botId) });
  registerDocuments(app, reader, knowledge);
  registerAssistants(app, minds);
  registerLlm(app, knowledge, tries);
  const webhooks = registerBotWebhooks(app);
  return {
    minds,
    reader,
    knowledge,
    async stop() {
      await webhooks.stop();
      await reader.stop();
      await trainer.stop();
    },
  };
}
