/** Uploading a file, saying what its columns are, and starting, ending or undoing the work. */
import type { ImportMapping, LeadImport } from '../../../contract/calls/imports.ts';
import {
  guessMapping,
  IMPORT_FIELD_LABELS,
  IMPORT_LIMITS,
  type ImportKey,
  type ImportState,
} from '../../../contract/rules/imports.ts';
import { harmlessText } from '../../../contract/rules/spreadsheet-text.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { ownFieldsOf } from '../../crm/own-fields.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { json, type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import type { FormFile } from '../../platform/http/form.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { FileFault } from './fault.ts';
import { findImport, type ImportRow, importColumns, toImport } from './import-row.ts';
import type { StoredRow } from './read-row.ts';
import { readRows } from './read-rows.ts';
import { beginAnew, forgetLater, goOn } from './run-import.ts';

interface ReadFile {
  columns: string[];
  sample: string[][];
  total: number;
  parts: number;
}

/** Reads the whole file once, handing on its rows. Throws `FileFault`. */
async function readFile(
  botId: number,
  bytes: Buffer,
  keep: (part: number, rows: StoredRow[]) => Promise<void>,
): Promise<ReadFile> {
  const read: ReadFile = { columns: [], sample: [], total: 0, parts: 0 };
  let part: StoredRow[] = [];
  const flush = async () => {
    if (part.length === 0) return;
    await keep(read.parts, part);
    read.parts += 1;
    part = [];
  };
  await readRows(
    botId,
    bytes,
    (columns) => {
      read.columns = columns;
    },
    async ({ line, cells }) => {
      read.total += 1;
      if (read.total > IMPORT_LIMITS.rows) {
        throw new FileFault(
          `El archivo tiene más de ${IMPORT_LIMITS.rows.toLocaleString('es-CL')} filas: divídelo.`,
        );
      }
      if (read.sample.length < IMPORT_LIMITS.sample)
        read.sample.push(cells.map((cell) => cell.slice(0, 200)));
      part.push([line, ...cells]);
      if (part.length === IMPORT_LIMITS.part) await flush();
    },
  );
  await flush();
  if (read.total === 0) throw new FileFault('El archivo no tiene filas bajo los títulos.');
  return read;
}

async function requireImport(db: Queryable, by: BotSession, id: string): Promise<ImportRow> {
  const row = await findImport(db, by.link.bot_id, id);
  if (!row) throw new Refused('not_found');
  return row;
}

/** All or nothing: a file that cannot be read to its end leaves no row. Throws rule with the reason. */
export async function uploadImport(app: App, by: BotSession, file: FormFile | null): Promise<LeadImport> {
  if (!file) throw fieldFault('file', 'Elige un archivo.');
  const botId = by.link.bot_id;
  const id = app.ids();
  const collected: { part: number; rows: StoredRow[] }[] = [];
  let read: ReadFile;
  try {
    // Read before the transaction: reading may take seconds, and the database is everybody's.
    read = await readFile(botId, file.content, async (part, rows) => void collected.push({ part, rows }));
  } catch (error) {
    if (error instanceof FileFault) throw fieldFault('file', error.message);
    throw error;
  }
  const guessed = guessMapping(read.columns, await ownFieldsOf(app.db, botId));
  return app.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into lead_imports (id, bot_id, user_id, file_name, columns, sample, guessed, state, total, parts, created_at)
      values (${id}, ${botId}, ${by.user.id}, ${(cleanLine(file.name) ?? 'archivo').slice(0, 200)}, ${json(read.columns)},
        ${json(read.sample)}, ${json(guessed)}, 'mapped', ${read.total}, ${read.parts}, ${app.clock.now()})`);
    for (let at = 0; at < collected.length; at += 20) {
      await tx.query(sql`
        insert into lead_import_parts (import_id, part, rows)
        select ${id}, p.part, p.rows
        from jsonb_to_recordset(${json(collected.slice(at, at + 20))}) as p (part integer, rows jsonb)`);
    }
    await forgetLater(tx, app, id);
    touch(tx, app, botId, ['imports']);
    return toImport(await requireImport(tx, by, id));
  });
}

/** Of the last 30 days, newest first. */
export async function listImports(app: App, botId: number): Promise<LeadImport[]> {
  const since = new Date(app.clock.now().getTime() - IMPORT_LIMITS.keep);
  const rows = await app.db.query<ImportRow>(sql`
    select ${importColumns} from lead_imports i
    where i.bot_id = ${botId} and i.created_at > ${since} order by i.created_at desc, i.id desc limit 50`);
  return rows.map(toImport);
}

/** An import of the bot. Throws not_found. */
export async function showImport(app: App, by: BotSession, id: string): Promise<LeadImport> {
  return toImport(await requireImport(app.db, by, id));
}

/** Locks it. Throws not_found; conflict in another state. */
async function lockIn(
  tx: Transaction,
  by: BotSession,
  id: string,
  states: readonly ImportState[],
): Promise<ImportRow> {
  await tx.query(sql`select id from lead_imports where id = ${id} for update`);
  const row = await requireImport(tx, by, id);
  if (!states.includes(row.state) || row.undoing) {
    throw new Refused('conflict', {
      message: 'La importación ya no está en ese paso.',
      details: { state: row.state },
    });
  }
  return row;
}

export interface ImportPlan {
  mapping: ImportMapping;
  key: ImportKey;
  consent?: { source: string } | null | undefined;
}

/** Throws rule at what of the plan cannot be. */
export async function mapImport(app: App, by: BotSession, id: string, plan: ImportPlan): Promise<LeadImport> {
  return app.db.transaction(async (tx) => {
    const row = await lockIn(tx, by, id, ['mapped', 'checked']);
    const own = (await ownFieldsOf(tx, row.bot_id)).map(({ key }) => `field.${key}`);
    const seen = new Set<string>();
    for (const [column, field] of Object.entries(plan.mapping)) {
      const place = `mapping.${column}`;
      if (!row.columns.includes(column)) throw fieldFault(place, 'Esa columna no está en el archivo.');
      if (field === null) continue;
      if (!Object.hasOwn(IMPORT_FIELD_LABELS, field) && !own.includes(field))
        throw fieldFault(place, 'Ese campo no existe.');
      if (seen.has(field)) throw fieldFault(place, 'Dos columnas no pueden llenar el mismo campo.');
      seen.add(field);
    }
    const wanted = plan.key === 'auto' ? ['rut', 'phone', 'email'] : [plan.key];
    if (!wanted.some((field) => seen.has(field))) {
      throw fieldFault('key', 'Ninguna columna trae la clave con que se reconoce a los clientes.');
    }
    const source = cleanLine(plan.consent?.source);
    if ([...seen].some((field) => field.startsWith('consent.')) && source === null) {
      throw fieldFault('consent.source', 'Escribe dónde dieron su consentimiento estos clientes.');
    }
    await tx.query(sql`
      update lead_imports set mapping = ${json(plan.mapping)}, key = ${plan.key}, state = 'mapped', checked = null,
        consent = ${source === null ? null : json({ source })} where id = ${id}`);
    touch(tx, app, row.bot_id, ['imports']);
    return toImport(await requireImport(tx, by, id));
  });
}

function requireMapped(row: ImportRow): void {
  if (row.mapping === null) throw new Refused('rule', { message: 'Primero di qué es cada columna.' });
}

/** Throws rule before it is mapped, conflict while another import of the bot runs. */
export async function startImport(
  app: App,
  by: BotSession,
  id: string,
  state: 'checking' | 'running',
): Promise<LeadImport> {
  return app.db.transaction(async (tx) => {
    const row = await lockIn(tx, by, id, ['mapped', 'checked']);
    requireMapped(row);
    if (state === 'running') {
      // Two at once wait for each other here.
      await tx.query(sql`select id from bots where id = ${row.bot_id} for no key update`);
      const busy = await tx.query(sql`
        select id from lead_imports
        where bot_id = ${row.bot_id} and id <> ${id} and (state = 'running' or undoing) limit 1`);
      if (busy.length > 0) {
        throw new Refused('conflict', { message: 'Ya hay otra importación en curso. Espera a que termine.' });
      }
      await writeAudit(tx, app, {
        by: by.user,
        type: 'lead_import',
        id,
        botId: row.bot_id,
        before: null,
        after: {
          file_name: row.file_name,
          rows: row.total,
          key: row.key,
          consent: row.consent?.source ?? null,
        },
      });
    }
    await beginAnew(tx, id, state);
    await goOn(tx, app, row);
    touch(tx, app, row.bot_id, ['imports']);
    return toImport(await requireImport(tx, by, id));
  });
}

/** What was written stays. The same again changes nothing. */
export async function cancelImport(app: App, by: BotSession, id: string): Promise<LeadImport> {
  return app.db.transaction(async (tx) => {
    const row = await lockIn(tx, by, id, ['mapped', 'checking', 'checked', 'running', 'cancelled']);
    if (row.state !== 'cancelled') {
      await tx.query(sql`
        update lead_imports set state = 'cancelled', finished_at = ${app.clock.now()} where id = ${id}`);
      touch(tx, app, row.bot_id, row.state === 'running' ? ['imports', 'leads'] : ['imports']);
    }
    return toImport(await requireImport(tx, by, id));
  });
}

/** Throws conflict when it did nothing, is under way, or 30 days have passed. */
export async function undoImport(app: App, by: BotSession, id: string): Promise<LeadImport> {
  return app.db.transaction(async (tx) => {
    const row = await lockIn(tx, by, id, ['done', 'cancelled']);
    if (app.clock.now().getTime() > Date.parse(row.created_at) + IMPORT_LIMITS.keep) {
      throw new Refused('conflict', {
        message: 'Pasaron más de 30 días: esta importación ya no se puede deshacer.',
      });
    }
    await tx.query(sql`update lead_imports set undoing = true where id = ${id}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'lead_import',
      id,
      botId: row.bot_id,
      before: { undone: false },
      after: { undone: true },
    });
    await goOn(tx, app, row);
    touch(tx, app, row.bot_id, ['imports']);
    return toImport(await requireImport(tx, by, id));
  });
}

const cell = (text: string): string => {
  const harmless = harmlessText(text);
  return /[;"\r\n]|^\s|\s$/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** As spreadsheets in Chile open it: the file's columns, then line and reason. */
export async function refusedFile(app: App, by: BotSession, id: string): Promise<string> {
  const row = await requireImport(app.db, by, id);
  const refused = await app.db.query<{ line: number; cells: string[]; reason: string }>(sql`
    select line, cells, reason from lead_import_refused where import_id = ${id} order by line`);
  const lines = [
    [...row.columns, 'línea', 'motivo'],
    ...refused.map(({ line, cells, reason }) => [
      ...row.columns.map((_column, at) => cells[at] ?? ''),
      String(line),
      reason,
    ]),
  ];
  return `\uFEFF${lines.map((cells) => `${cells.map(cell).join(';')}\r\n`).join('')}`;
}
