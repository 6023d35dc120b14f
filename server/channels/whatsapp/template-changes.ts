/** Hooks about templates only make us go and look: in whatever order they come, what is kept is what the provider lists. */
import type { App } from '../../platform/app.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { PartRow } from '../hook-part.ts';
import type { Applied } from '../intake.ts';
import { scheduleSync } from './templates.ts';

/** Orders a comparison of the templates of the connection that the part is about. */
export async function applyTemplateChange(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  await scheduleSync(tx, app, { id: part.connection_id, bot_id: part.bot_id }, 'hook');
  return 'done';
}
