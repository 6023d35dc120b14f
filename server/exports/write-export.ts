/** One export from its order to the finished file. */
import { stat } from 'node:fs/promises';
import { RECIPIENT_COLUMNS } from '../../contract/rules/campaigns.ts';
import {
  type ConversationColumn,
  columnsNamed,
  LEAD_COLUMNS,
  type MessageColumn,
} from '../../contract/rules/exports.ts';
import { METRICS, metricColumns, SERIES_COLUMNS, SPAN_COLUMNS } from '../../contract/rules/metrics.ts';
import { SEND_COLUMNS } from '../../contract/rules/send-figures.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { RECIPIENT_CELLS } from '../campaigns/recipient-cells.ts';
import { countRecipients, readRecipients } from '../campaigns/recipients.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { readSpans, spanSums } from '../metrics/agent-hours.ts';
import { countBehind, readBehind } from '../metrics/behind.ts';
import { botsOf, roomsSeen } from '../metrics/bots.ts';
import { keepFacts } from '../metrics/keep-facts.ts';
import { metricCells, SPAN_CELLS } from '../metrics/metric-cells.ts';
import { seriesCells, seriesOf } from '../metrics/series-file.ts';
import { withTicketHours } from '../metrics/ticket-hours.ts';
import { wantedOf } from '../metrics/wanted.ts';
import type { App } from '../platform/app.ts';
import { SEND_CELLS } from '../whatsapp-stats/send-cells.ts';
import { countSends, readSends } from '../whatsapp-stats/sends.ts';
import { type Cell, inZone } from './cell.ts';
import { conversationCells, MESSAGE_CELLS } from './columns.ts';
import { writeCsv } from './csv-file.ts';
import { fileToWrite } from './export-files.ts';
import type {
  ExportRow,
  LeadExportRow,
  MetricExportRow,
  RecipientExportRow,
  SendExportRow,
  TalkExportRow,
} from './export-row.ts';
import { countConversations, countMessages, readConversations, type Wanted } from './read-conversations.ts';
import { countWanted, LEAD_CELLS, ownCell, readLeads } from './read-leads.ts';
import { readMessages } from './read-messages.ts';
import { writeXlsx } from './xlsx-file.ts';

/** Rows read at once: what of the table is in memory. */
const PAGE = 500;

export interface Progress {
  /** Once, before the first row. */
  counted(total: number): Promise<void>;
  /** After each page; throws to stop. */
  wrote(rows: number): Promise<void>;
}

type Cells<Row> = readonly ((row: Row) => Cell)[];

async function* inCells<Row>(
  pages: AsyncIterable<readonly Row[]>,
  cells: Cells<Row>,
  zone: string,
  progress: Progress,
): AsyncGenerator<Cell[][]> {
  let written = 0;
  for await (const page of pages) {
    yield page.map((row) => cells.map((cell) => inZone(cell(row), zone)));
    // Asked for the next page: this one is on its way to the disk.
    written += page.length;
    await progress.wrote(written);
  }
}

/**
 * Writes the file of an export.
 * @returns its size in bytes. Throws AbortError when `signal` says so; what is on the disk then is the caller's to remove
 */
export async function writeExport(
  app: App,
  row: ExportRow,
  viewer: Wanted['viewer'],
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const { name, header, batches } =
    row.kind === 'clients'
      ? await leadsFile(app, row, viewer, progress)
      : row.kind === 'sends'
        ? await sendsFile(app, row, viewer, progress)
        : row.kind === 'metrics'
          ? await metricsFile(app, row, viewer, progress)
          : row.kind === 'recipients'
            ? await recipientsFile(app, row, progress)
            : await talksFile(app, row, viewer, progress);
  const path = await fileToWrite(app, row.file);
  if (row.format === 'csv') await writeCsv(path, header, batches, signal);
  else await writeXlsx(path, { name }, header, batches, signal);
  return (await stat(path)).size;
}

/** What a file is made of: its sheet's name, its headings, its rows. */
interface FileOf {
  name: string;
  header: string[];
  batches: AsyncGenerator<Cell[][]>;
}

async function leadsFile(
  { db, clock }: App,
  row: LeadExportRow,
  viewer: Wanted['viewer'],
  progress: Progress,
): Promise<FileOf> {
  const wanted = { viewer, filters: row.filters, until: row.created_at };
  const own = (await ownFieldsOf(db, row.bot_id)).filter(({ key }) => row.columns.includes(`field.${key}`));
  const columns = LEAD_COLUMNS.filter(({ name }) => row.columns.includes(name));
  await progress.counted(await countWanted(db, wanted));
  const zone = await zoneOf(db, row.bot_id, clock.now());
  const cells = [...columns.map(({ name }) => LEAD_CELLS[name]), ...own.map(ownCell)];
  return {
    name: 'Clientes',
    header: [...columns, ...own].map(({ label }) => label),
    batches: inCells(readLeads(db, wanted, PAGE), cells, zone, progress),
  };
}

async function sendsFile(
  { db, clock }: App,
  row: SendExportRow,
  viewer: Wanted['viewer'],
  progress: Progress,
): Promise<FileOf> {
  const zone = await zoneOf(db, row.bot_id, clock.now());
  const wanted = { viewer, filters: row.filters, zone, until: new Date(row.created_at) };
  await progress.counted(await countSends(db, wanted));
  return {
    name: 'Plantillas enviadas',
    header: [...SEND_COLUMNS],
    batches: inCells(readSends(db, wanted, PAGE), SEND_CELLS, zone, progress),
  };
}

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

async function metricsFile(
  app: App,
  row: MetricExportRow,
  viewer: Wanted['viewer'],
  progress: Progress,
): Promise<FileOf> {
  const { db } = app;
  const { key, of, step, ...filters } = row.filters;
  // By the maker's roles as they are now.
  const bots = filters.bots ?? (await botsOf(db, row.user_id, filters));
  for (const id of bots) await keepFacts(app, id, Number.POSITIVE_INFINITY);
  const until = new Date(row.created_at);
  const zone = await zoneOf(db, row.bot_id, until);
  const sees = await roomsSeen(db, row.user_id, bots);
  const wanted = await withTicketHours(db, { ...wantedOf(viewer, filters, zone, until, bots), sees });
  const { label } = METRICS[key];
  if (of === 'series' && step) {
    const bars = await seriesOf(db, wanted, key, step);
    await progress.counted(bars.length);
    return {
      name: label,
      header: [...SERIES_COLUMNS],
      batches: inCells(onePage(bars), seriesCells(key), zone, progress),
    };
  }
  if (key === 'agent_hours') {
    const { total } = await spanSums(db, wanted, []);
    await progress.counted(total.n);
    return {
      name: label,
      header: [...SPAN_COLUMNS],
      batches: inCells(readSpans(db, wanted, PAGE), SPAN_CELLS, zone, progress),
    };
  }
  await progress.counted(await countBehind(db, wanted, key));
  return {
    name: label,
    header: metricColumns(key),
    batches: inCells(readBehind(db, wanted, key, PAGE), metricCells(key), zone, progress),
  };
}

async function recipientsFile(
  { db, clock }: App,
  { bot_id, filters, columns }: RecipientExportRow,
  progress: Progress,
): Promise<FileOf> {
  const zone = await zoneOf(db, bot_id, clock.now());
  await progress.counted(await countRecipients(db, filters.campaign, filters));
  const chosen = RECIPIENT_COLUMNS.filter(({ name }) => columns.includes(name));
  const cells = chosen.map(({ name }) => RECIPIENT_CELLS[name]);
  return {
    name: 'Destinatarios',
    header: chosen.map(({ label }) => label),
    batches: inCells(readRecipients(db, filters.campaign, filters, PAGE), cells, zone, progress),
  };
}

async function talksFile(
  { db, clock, config }: App,
  row: TalkExportRow,
  viewer: Wanted['viewer'],
  progress: Progress,
): Promise<FileOf> {
  const wanted: Wanted = { viewer, filters: row.filters, until: row.created_at };
  const columns = columnsNamed(row.kind, row.columns);
  const header = columns.map(({ label }) => label);
  const ofMessages = row.kind === 'messages';
  await progress.counted(await (ofMessages ? countMessages(db, wanted) : countConversations(db, wanted)));
  const names = columns.map(({ name }) => name);
  const zone = await zoneOf(db, row.bot_id, clock.now());
  const conversation = conversationCells(config.product.name);
  const batches = ofMessages
    ? inCells(
        readMessages(db, wanted, PAGE),
        names.map((name) => MESSAGE_CELLS[name as MessageColumn]),
        zone,
        progress,
      )
    : inCells(
        readConversations(db, wanted, PAGE),
        names.map((name) => conversation[name as ConversationColumn]),
        zone,
        progress,
      );
  return { name: ofMessages ? 'Mensajes' : 'Conversaciones', header, batches };
}
