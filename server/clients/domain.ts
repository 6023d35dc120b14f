/** Clients beside the record that the inbox shows: lists, segments, merging, files. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { registerImports } from './imports/routes.ts';
import { registerImportJobs } from './imports/run-import.ts';
import { registerJoins } from './join-proven.ts';
import { registerClients } from './routes.ts';

export const clients: Domain = {
  name: 'clients',
  calls(app: App) {
    registerClients(app);
    registerImports(app);
  },
  jobs(app: App) {
    registerImportJobs(app);
    registerJoins(app);
  },
  topics: ['segments', 'imports'],
  entities: {
    lead_field: { from: 'lead_fields e', id: 'e.id', bot: 'e.bot_id' },
    lead_import: { from: 'lead_imports e', id: 'e.id', bot: 'e.bot_id' },
    lead_merge: { from: 'lead_merges e', id: 'e.id', bot: 'e.bot_id' },
    segment: { from: 'segments e', id: 'e.id', bot: 'e.bot_id' },
  },
};
