/**
 * `npm run bench:export`: 50,000 conversations (and their 150,000 messages) out of an embedded database on disk into
 * each kind of file, next to the naive way (all rows read, then written) in the same run. The figure that matters is the
 * heap above where it began: it must not grow with the rows. Also: how long another query waits meanwhile.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EXPORT_COLUMNS, type ExportFormat, type ExportKind } from '../contract/rules/exports.ts';
import { conversationCells, MESSAGE_CELLS } from '../server/exports/columns.ts';
import { csvCell } from '../server/exports/csv-file.ts';
import type { TalkExportRow } from '../server/exports/export-row.ts';
import { readConversations, type Wanted } from '../server/exports/read-conversations.ts';
import { readMessages } from '../server/exports/read-messages.ts';
import { writeExport } from '../server/exports/write-export.ts';
import type { App } from '../server/platform/app.ts';
import { type Database, openDatabase, sql } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { quietLog } from '../server/platform/database/testing.ts';
import { bounded } from './support/bounded.ts';
import { printTable, whole } from './support/figures.ts';

const SIZES = [5_000, 50_000];
const MESSAGES_EACH = 3;
const LIMIT = 300_000;
const BOT = 64;
const OWNER: Wanted['viewer'] = { user_id: 1, base: 'administrador', areas: [] };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Conversations with a client and messages, the last ones of the bot's life. */
async function fill(db: Database, from: number, to: number): Promise<void> {
  await db.query(sql`
    insert into leads (id, bot_id, name, email, phone)
    select 'l' || n, ${BOT}, 'Cliente ' || n, 'c' || n || '@correo.test', '+56 9 ' || n
    from generate_series(${from}::int, ${to}::int) n`);
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, lead_name, last_message, last_message_date,
      message_count, tags, created_at)
    select 'c' || n, ${BOT}, 'l' || n, 'closed', 'web', 'Cliente ' || n, repeat('texto ', 20), now(), ${MESSAGES_EACH}::int,
      '["vip"]', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(${from}::int, ${to}::int) n`);
  await db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position, created_at)
    select 'm' || n || '-' || p, 'c' || n, ${BOT}, 'm' || n || '-' || p, 'sent', 'Cliente', repeat('mensaje ', 15), p,
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(${from}::int, ${to}::int) n cross join generate_series(1, ${MESSAGES_EACH}::int) p`);
}

interface Measured {
  seconds: number;
  /** Highest heap above the beginning, MB. */
  heap: number;
  /** Slowest other query meanwhile, ms. */
  waited: number;
  rows: number;
}

/** Runs `work` while the heap is sampled and another user of the database asks small questions. */
async function measure(db: Database, work: () => Promise<number>): Promise<Measured> {
  collect();
  const before = process.memoryUsage().heapUsed;
  let highest = before;
  let waited = 0;
  let running = true;
  const sampler = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().heapUsed);
  }, 10);
  const other = (async () => {
    while (running) {
      const asked = performance.now();
      await db.query(sql`select 1 as one`);
      waited = Math.max(waited, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const started = performance.now();
  try {
    const rows = await work();
    return { seconds: (performance.now() - started) / 1000, heap: (highest - before) / 1e6, waited, rows };
  } finally {
    running = false;
    clearInterval(sampler);
    await other;
  }
}

function orderOf(kind: ExportKind, format: ExportFormat, file: string): TalkExportRow {
  return {
    id: file,
    bot_id: BOT,
    user_id: 1,
    kind,
    format,
    columns: EXPORT_COLUMNS[kind].map(({ name }) => name),
    filters: { bot_id: BOT },
    status: 'running',
    rows_done: 0,
    rows_total: null,
    sight: '',
    file,
    file_name: file,
    size: null,
    error: null,
    created_at: new Date().toISOString(),
    expires_at: null,
  };
}

/** Everything read, everything in one text, everything written. */
async function naive(db: Database, path: string, kind: ExportKind): Promise<number> {
  const wanted: Wanted = { viewer: OWNER, filters: { bot_id: BOT }, until: new Date().toISOString() };
  const every = Number.MAX_SAFE_INTEGER;
  const lines: string[] = [];
  if (kind === 'messages') {
    const rows = [];
    for await (const page of readMessages(db, wanted, every)) rows.push(...page);
    const cells = Object.values(MESSAGE_CELLS);
    for (const row of rows) lines.push(cells.map((cell) => csvCell(cell(row))).join(';'));
  } else {
    const rows = [];
    for await (const page of readConversations(db, wanted, every)) rows.push(...page);
    const cells = Object.values(conversationCells('Charla'));
    for (const row of rows) lines.push(cells.map((cell) => csvCell(cell(row))).join(';'));
  }
  await writeFile(path, lines.join('\r\n'));
  return lines.length;
}

await bounded(LIMIT, async (atEnd) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'charla-export-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const db = await openDatabase({ dataDir, log: quietLog });
  atEnd(() => db.close());
  await migrate(db);
  await db.query(sql`insert into bots (id, bot_name, token) values (${BOT}, 'Tienda', 'token')`);
  const app = { db, config: { dataDir, product: { name: 'Charla', slug: 'charla' } } } as unknown as App;
  const lines: string[][] = [];
  let filled = 0;
  for (const size of SIZES) {
    await fill(db, filled + 1, size);
    filled = size;
    for (const kind of ['conversations', 'messages'] as const) {
      for (const way of ['csv', 'xlsx', 'naive'] as const) {
        const file = `${kind}-${size}.${way}`;
        const measured = await measure(db, async () => {
          if (way === 'naive') return naive(db, join(dataDir, file), kind);
          let rows = 0;
          const progress = {
            counted: async () => undefined,
            wrote: async (count: number) => {
              rows = count;
            },
          };
          await writeExport(app, orderOf(kind, way, file), OWNER, progress, new AbortController().signal);
          return rows;
        });
        lines.push([
          kind,
          way,
          whole(measured.rows),
          measured.seconds.toFixed(1),
          whole(measured.rows / measured.seconds),
          measured.heap.toFixed(0),
          measured.waited.toFixed(0),
        ]);
      }
    }
  }
  printTable(
    ['kind', 'way', 'rows', 'seconds', 'rows/s', 'heap above start, MB', 'longest wait of another query, ms'],
    lines,
  );
});
