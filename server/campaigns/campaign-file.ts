/** An audience from a file: its rows are kept with the keys by which clients are known; who they are is asked when it is used. */
import type { CampaignFile } from '../../contract/entities/campaign.ts';
import { CAMPAIGN_LIMITS } from '../../contract/rules/campaigns.ts';
import { guessMapping, IMPORT_LIMITS } from '../../contract/rules/imports.ts';
import { FileFault } from '../clients/imports/fault.ts';
import { readRows } from '../clients/imports/read-rows.ts';
import { identityValue } from '../crm/identities.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import type { FormFile } from '../platform/http/form.ts';
import type { BotSession } from '../platform/http/session.ts';

interface KeptRow {
  line: number;
  phone_key: string | null;
  rut_key: string | null;
  email_key: string | null;
  cells: Record<string, string>;
}

/** By what a line finds its client. */
const KINDS = ['whatsapp', 'phone', 'rut', 'email'];
/** Rows of one insert. */
const PART = 500;
/** Of a cell that may fill a slot. */
const CELL = 1_000;

type Keys = CampaignFile['keys'];

/** Which columns say who it is. Throws `FileFault` when none does. */
function keysOf(columns: readonly string[]): Keys {
  const guessed = Object.entries(guessMapping(columns, []));
  const of = (field: string) => guessed.find(([, found]) => found === field)?.[0] ?? null;
  const keys = { phone: of('phone'), rut: of('rut'), email: of('email') };
  if (keys.phone === null && keys.rut === null && keys.email === null)
    throw new FileFault('El archivo necesita una columna Teléfono, RUT o Correo.');
  return keys;
}

async function read(botId: number, file: FormFile) {
  const rows: KeptRow[] = [];
  let columns: string[] = [];
  let keys: Keys = { phone: null, rut: null, email: null };
  const sample: string[][] = [];
  await readRows(
    botId,
    file.content,
    (found) => {
      columns = found;
      keys = keysOf(found);
    },
    ({ line, cells }) => {
      if (rows.length === CAMPAIGN_LIMITS.fileRows) {
        throw new FileFault(
          `El archivo tiene más de ${CAMPAIGN_LIMITS.fileRows.toLocaleString('es-CL')} filas: divídelo.`,
        );
      }
      const named = Object.fromEntries(
        columns.flatMap((column, at) => (cells[at] ? [[column, cells[at].slice(0, CELL)]] : [])),
      ) as Record<string, string>;
      const key = (kind: keyof Keys) => identityValue(kind, (keys[kind] && named[keys[kind]]) ?? '');
      if (sample.length < IMPORT_LIMITS.sample) sample.push(cells.map((cell) => cell.slice(0, 200)));
      rows.push({
        line,
        phone_key: key('phone'),
        rut_key: key('rut'),
        email_key: key('email'),
        cells: named,
      });
    },
  );
  if (rows.length === 0) throw new FileFault('El archivo no tiene filas bajo los títulos.');
  return { columns, keys, sample, rows };
}

/** All or nothing. Throws rule with the reason. */
export async function uploadCampaignFile(
  app: App,
  by: BotSession,
  file: FormFile | null,
): Promise<CampaignFile> {
  if (!file) throw fieldFault('file', 'Elige un archivo.');
  const botId = by.link.bot_id;
  let content: Awaited<ReturnType<typeof read>>;
  try {
    content = await read(botId, file);
  } catch (error) {
    if (error instanceof FileFault) throw fieldFault('file', error.message);
    throw error;
  }
  const { columns, keys, sample, rows } = content;
  const id = app.ids();
  const file_name = (cleanLine(file.name) ?? 'archivo').slice(0, 200);
  await app.db.query(sql`
    insert into campaign_files (id, bot_id, file_name, columns, keys, sample, total, created_at)
    values (${id}, ${botId}, ${file_name}, ${json(columns)}, ${json(keys)}, ${json(sample)}, ${rows.length},
      ${app.clock.now()})`);
  for (let at = 0; at < rows.length; at += PART) {
    await app.db.query(sql`
      insert into campaign_file_rows (file_id, line, bot_id, phone_key, rut_key, email_key, cells)
      select ${id}, r.line, ${botId}::int, r.phone_key, r.rut_key, r.email_key, r.cells
      from jsonb_to_recordset(${json(rows.slice(at, at + PART))}) as r(
        line int, phone_key text, rut_key text, email_key text, cells jsonb)`);
  }
  const stored = await findCampaignFile(app.db, id);
  if (!stored) throw new Error('The file that was stored is not there');
  return stored;
}

/** A file with how many of its rows name a known client today; null: it is gone. */
export async function findCampaignFile(db: Queryable, id: string): Promise<CampaignFile | null> {
  const [row] = await db.query<CampaignFile>(sql`
    select f.id, f.file_name, f.columns, f.keys, f.sample, f.total, (
      select count(*)::int from campaign_file_rows r
      where r.file_id = f.id and exists (
        select 1 from lead_identities i
        where i.bot_id = f.bot_id and i.kind = any(${KINDS}::text[])
          and i.value in (ltrim(r.phone_key, '+'), r.phone_key, r.rut_key, r.email_key))) as known
    from campaign_files f where f.id = ${id}`);
  return row ?? null;
}
