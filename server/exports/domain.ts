/** Conversations as files: CSV and Excel. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { removeStrays } from './export-files.ts';
import { createExporter, sweepExports } from './exporter.ts';
import { registerExports } from './routes.ts';

/** The domain. */
export function exportFiles(app: App): Domain {
  const exporter = createExporter(app);
  return {
    name: 'exports',
    calls: () => registerExports(app, exporter),
    topics: ['exports'],
    entities: { export: { from: 'exports e', id: 'e.id', bot: 'e.bot_id' } },
    async start() {
      // What the last process left unfinished is failed before anybody asks.
      await sweepExports(app, app.db.kind === 'pglite');
      await removeStrays(app);
      return { drain: () => exporter.stop() };
    },
  };
}
