/** An import as the database holds it, and what of it the wire shows. */
import type { ImportReport, LeadImport } from '../../../contract/calls/imports.ts';
import { type Queryable, raw, sql } from '../../platform/database/database.ts';

export interface ImportRow extends Omit<LeadImport, 'progress' | 'user_name' | 'report'> {
  user_id: number;
  user_name: string | null;
  undoing: boolean;
  parts: number;
  next_part: number;
  report: Partial<ImportReport>;
  /** What an undo has still before it. */
  left: number;
}

export const importColumns = raw(`
  i.id, i.bot_id, i.user_id, i.file_name, i.columns, i.sample, i.guessed, i.mapping, i.key, i.consent, i.state,
  i.undoing, i.total, i.parts, i.next_part, i.report, i.checked, i.created_at, i.finished_at,
  (select u.name from users u where u.id = i.user_id) as user_name,
  case when i.undoing then (select count(*)::int from lead_import_changes h where h.import_id = i.id) else 0 end as left`);

export const NOTHING_DONE: ImportReport = { created: 0, updated: 0, unchanged: 0, duplicate: 0, refused: 0 };

/** An import as the calls answer it. */
export function toImport(row: ImportRow): LeadImport {
  const { user_id: _u, undoing, parts, next_part, left, report, user_name, ...rest } = row;
  const under = rest.state === 'checking' || rest.state === 'running';
  const all = { ...NOTHING_DONE, ...report };
  const touched = (all.undone ?? 0) + (all.kept ?? 0);
  const done = undoing ? touched / Math.max(1, touched + left) : under ? next_part / Math.max(1, parts) : 1;
  return {
    ...rest,
    user_name: user_name ?? '',
    report: all,
    progress: rest.state === 'mapped' ? 0 : Math.floor(done * 100),
  };
}

/** An import of this bot; null for another bot's and for none. */
export async function findImport(db: Queryable, botId: number, id: string): Promise<ImportRow | null> {
  const [row] = await db.query<ImportRow>(
    sql`select ${importColumns} from lead_imports i where i.id = ${id} and i.bot_id = ${botId}`,
  );
  return row ?? null;
}
