/** Puts the inbox together: its HTTP calls, its clocks, its log's upkeep, and the visitors' side. */
import type { BotMinds } from '../assistant/bot-minds.ts';
import { registerLeads } from '../crm/routes.ts';
import type { App } from '../platform/app.ts';
import { registerCompaction } from './compaction.ts';
import { registerConversations } from './routes.ts';
import { registerTimers } from './timers.ts';
import { registerInboxTools } from './tools/routes.ts';
import { openVisitorNamespace, type VisitorOptions } from './visitor/visitor-namespace.ts';

export interface Inbox {
  /** Ends what runs beside requests. Sockets and HTTP are closed before. */
  stop(): Promise<void>;
}

/** Call it before the server listens and before `app.jobs.start()`. */
export async function mountInbox(app: App, minds: BotMinds, options: VisitorOptions = {}): Promise<Inbox> {
  registerConversations(app);
  registerLeads(app);
  registerInboxTools(app);
  registerTimers(app);
  await registerCompaction(app);
  return openVisitorNamespace(app, minds, options);
}
