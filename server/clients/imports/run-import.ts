/**
 * Checks, runs and undoes imports, part by part as durable jobs: each part is one transaction, which also schedules the
 * next.
 *
 *   mapped ──▶ checking ──▶ checked ──▶ running ──▶ done ──▶ undone
 *                 └──────────┴─ cancelled ─┘
 */
import * as z from 'zod/mini';
import type { ImportReport } from '../../../contract/calls/imports.ts';
import { IMPORT_LIMITS } from '../../../contract/rules/imports.ts';
import { takeBackConsents } from '../../crm/consents.ts';
import type { App } from '../../platform/app.ts';
import { json, raw, sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { ownKindsOf } from '../choose-leads.ts';
import { type ImportRow, importColumns, NOTHING_DONE } from './import-row.ts';
import type { StoredRow } from './read-row.ts';
import { tellDone } from './tell-done.ts';
import { restoreLead } from './undo-lead.ts';
import { workPart } from './write-part.ts';

const WORK = 'leads.import';
const FORGET = 'leads.import.forget';
const payload = z.object({ id: z.string() });

/** Schedules the next step of an import. */
export const goOn = (tx: Transaction, app: App, { id, bot_id }: Pick<ImportRow, 'id' | 'bot_id'>) =>
  app.jobs.schedule(tx, {
    kind: WORK,
    key: `${WORK}:${id}`,
    runAt: app.clock.now(),
    payload: { id, bot_id },
  });

/** Its rows are kept for 30 days. */
export const forgetLater = (tx: Transaction, app: App, id: string) =>
  app.jobs.schedule(tx, {
    kind: FORGET,
    key: `${FORGET}:${id}`,
    runAt: new Date(app.clock.now().getTime() + IMPORT_LIMITS.keep),
    payload: { id },
  });

const sum = (a: Partial<ImportReport>, b: ImportReport): ImportReport => ({
  created: (a.created ?? 0) + b.created,
  updated: (a.updated ?? 0) + b.updated,
  unchanged: (a.unchanged ?? 0) + b.unchanged,
  duplicate: (a.duplicate ?? 0) + b.duplicate,
  refused: (a.refused ?? 0) + b.refused,
});

/** Clears what a check or a run before left, so that the next begins at the first row. */
export async function beginAnew(tx: Transaction, id: string, state: 'checking' | 'running'): Promise<void> {
  for (const table of ['lead_import_keys', 'lead_import_refused'])
    await tx.query(sql`delete from ${raw(table)} where import_id = ${id}`);
  await tx.query(sql`
    update lead_imports set state = ${state}, next_part = 0, report = ${json(NOTHING_DONE)}, finished_at = null
    where id = ${id}`);
}

async function nextPart(tx: Transaction, app: App, row: ImportRow): Promise<void> {
  const running = row.state === 'running';
  const [part] = await tx.query<{ rows: StoredRow[] }>(sql`
    select rows from lead_import_parts where import_id = ${row.id} and part = ${row.next_part}`);
  if (!part) {
    const now = app.clock.now();
    await tx.query(
      running
        ? sql`update lead_imports set state = 'done', finished_at = ${now} where id = ${row.id}`
        : sql`update lead_imports set state = 'checked', checked = report where id = ${row.id}`,
    );
    await tx.query(sql`delete from lead_import_keys where import_id = ${row.id}`);
    touch(tx, app, row.bot_id, running ? ['imports', 'leads', 'segments'] : ['imports']);
    if (running) await tellDone(tx, app, row);
    return;
  }
  await goOn(tx, app, row);
  touch(tx, app, row.bot_id, ['imports']);
  const order = {
    columns: row.columns,
    mapping: row.mapping ?? {},
    key: row.key ?? ('auto' as const),
    own: await ownKindsOf(tx, row.bot_id),
  };
  await tx.query(sql`update lead_imports set next_part = next_part + 1 where id = ${row.id}`);
  const done = await workPart(tx, app, row, order, part.rows, running);
  await tx.query(sql`update lead_imports set report = ${json(sum(row.report, done))} where id = ${row.id}`);
}

/** Clients that are taken back in one transaction. */
const UNDONE_AT_ONCE = 100;

async function undoSome(tx: Transaction, app: App, row: ImportRow): Promise<void> {
  const changes = await tx.query<{ lead_id: string }>(sql`
    select lead_id from lead_import_changes where import_id = ${row.id} order by lead_id limit ${UNDONE_AT_ONCE}`);
  if (changes.length === 0) {
    await tx.query(sql`
      update lead_imports set state = 'undone', undoing = false, finished_at = ${app.clock.now()} where id = ${row.id}`);
    touch(tx, app, row.bot_id, ['imports', 'leads', 'segments']);
    return;
  }
  await goOn(tx, app, row);
  touch(tx, app, row.bot_id, ['imports']);
  let { undone = 0, kept = 0 } = row.report;
  // A permission that a wrong file gave stays with nobody, touched since or not.
  await takeBackConsents(
    tx,
    row.id,
    changes.map(({ lead_id }) => lead_id),
  );
  const told: (() => Promise<void>)[] = [];
  for (const { lead_id } of changes) {
    const tell = await restoreLead(tx, app, row, lead_id);
    if (tell === null) kept += 1;
    else {
      undone += 1;
      told.push(tell);
    }
  }
  const report = { ...NOTHING_DONE, ...row.report, undone, kept };
  await tx.query(sql`update lead_imports set report = ${json(report)} where id = ${row.id}`);
  await tx.query(sql`
    delete from lead_import_changes
    where import_id = ${row.id} and lead_id = any(${changes.map(({ lead_id }) => lead_id)}::text[])`);
  for (const tell of told) await tell();
}

/** The jobs that check, run, undo and forget imports. */
export function registerImportJobs(app: App): void {
  app.jobs.handle(WORK, async (tx, job) => {
    const { id } = payload.parse(job.payload);
    const [row] = await tx.query<ImportRow>(
      sql`select ${importColumns} from lead_imports i where i.id = ${id} for update of i`,
    );
    if (!row) return;
    if (row.undoing) await undoSome(tx, app, row);
    else if (row.state === 'checking' || row.state === 'running') await nextPart(tx, app, row);
  });
  app.jobs.handle(FORGET, async (tx, job) => {
    const { id } = payload.parse(job.payload);
    for (const table of [
      'lead_import_parts',
      'lead_import_keys',
      'lead_import_refused',
      'lead_import_changes',
    ])
      await tx.query(sql`delete from ${raw(table)} where import_id = ${id}`);
    await tx.query(sql`update lead_imports set sample = '[]' where id = ${id}`);
  });
}
