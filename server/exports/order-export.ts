/** Starting an export, taking it back, and giving its file away. */
import type { RecipientExportJob, RecipientFilters } from '../../contract/calls/campaigns.ts';
import type { ExportJob, ExportOrder, LeadExportJob, LeadExportOrder } from '../../contract/calls/exports.ts';
import type { MetricExportJob, MetricFilters } from '../../contract/calls/metrics.ts';
import type { SendExportJob, SendFilters } from '../../contract/calls/whatsapp-stats.ts';
import { countDays } from '../../contract/days.ts';
import { allows } from '../../contract/permissions.ts';
import { RECIPIENT_COLUMNS } from '../../contract/rules/campaigns.ts';
import { columnsNamed, EXPORT_KINDS, EXPORT_LIMITS, LEAD_COLUMNS } from '../../contract/rules/exports.ts';
import type { MetricKey, MetricStep } from '../../contract/rules/metrics.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { sightStamp } from '../access/sight-stamp.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { ownKindsOf, requireFilter } from '../clients/choose-leads.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { botsOf } from '../metrics/bots.ts';
import { edgesOf, usualStep } from '../metrics/buckets.ts';
import { requirePerson, wantedOf } from '../metrics/wanted.ts';
import type { App } from '../platform/app.ts';
import { json, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { requireStretch } from '../whatsapp-stats/figures.ts';
import { downloadName, newFile, removeFile, signFile } from './export-files.ts';
import {
  type ExportRow,
  exportColumns,
  type LeadExportRow,
  type MetricExportRow,
  type RecipientExportRow,
  type SendExportRow,
  type TalkExportRow,
  toJob,
  toLeadJob,
  toMetricJob,
  toRecipientJob,
  toSendJob,
} from './export-row.ts';
import { changeExportsIn, EXPORT_LEASE, type Exporter, sweepExports } from './exporter.ts';
import { mayHave } from './still-theirs.ts';

/** Throws forbidden for contact data without the CRM, rule for a column that is none, conflict at the bot's limit. */
export async function startExport(
  app: App,
  exporter: Exporter,
  by: BotSession,
  order: ExportOrder,
): Promise<ExportJob> {
  const columns = columnsNamed(order.kind, order.columns);
  if (columns.length !== new Set(order.columns).size) {
    throw new Refused('rule', { message: 'Una de las columnas elegidas no existe.' });
  }
  if (columns.some(({ client }) => client) && !allows(by.link.role.permissions, 'crm', 'read')) {
    throw new Refused('forbidden');
  }
  const row = await placeOrder(app, exporter, by, { ...order, columns: columns.map(({ name }) => name) });
  return toJob(row as TalkExportRow);
}

/** Throws rule for a column or filter that is none, conflict at the bot's limit. */
export async function startLeadExport(
  app: App,
  exporter: Exporter,
  by: BotSession,
  order: LeadExportOrder,
): Promise<LeadExportJob> {
  const botId = by.link.bot_id;
  const own = await ownFieldsOf(app.db, botId);
  const known = [...LEAD_COLUMNS.map(({ name }): string => name), ...own.map(({ key }) => `field.${key}`)];
  if (order.columns.some((column) => !known.includes(column)))
    throw new Refused('rule', { message: 'Una de las columnas elegidas no existe.' });
  if (order.filters.filter !== undefined)
    requireFilter(order.filters.filter, await ownKindsOf(app.db, botId));
  const columns = known.filter((column) => order.columns.includes(column));
  const row = await placeOrder(app, exporter, by, { ...order, kind: 'clients', columns });
  return toLeadJob(row as LeadExportRow);
}

/** Throws rule for a stretch that is none, conflict at the bot's limit. */
export async function startSendExport(
  app: App,
  exporter: Exporter,
  by: BotSession,
  order: { format: ExportRow['format']; filters: SendFilters },
): Promise<SendExportJob> {
  requireStretch(order.filters);
  const row = await placeOrder(app, exporter, by, { ...order, kind: 'sends', columns: [] });
  return toSendJob(row as SendExportRow);
}

/** Throws rule for a stretch that is none, forbidden for a colleague's figures, not_found for nobody's, conflict at the bot's limit. */
export async function startMetricExport(
  app: App,
  exporter: Exporter,
  by: BotSession,
  order: {
    key: MetricKey;
    format: ExportRow['format'];
    of?: MetricExportRow['filters']['of'] | undefined;
    step?: MetricStep | undefined;
    filters: MetricFilters;
  },
): Promise<MetricExportJob> {
  const now = app.clock.now();
  const zone = await zoneOf(app.db, by.link.bot_id, now);
  const bots = await botsOf(app.db, by.user.id, order.filters);
  await requirePerson(app.db, wantedOf(by.viewer, order.filters, zone, now, bots));
  const { key, format, of = 'rows', filters } = order;
  const step = order.step ?? usualStep(countDays(filters.from, filters.to) - 1);
  // Refused here where it is too fine, not in the work.
  if (of === 'series') edgesOf(filters, step, zone);
  const row = await placeOrder(app, exporter, by, {
    kind: 'metrics',
    format,
    columns: [],
    filters: { ...filters, key, of, step },
  });
  return toMetricJob(row as MetricExportRow);
}

/** Throws not_found for a campaign of another bot, conflict at the bot's limit. */
export async function startRecipientExport(
  app: App,
  exporter: Exporter,
  by: BotSession,
  order: { format: ExportRow['format']; filters: RecipientFilters },
): Promise<RecipientExportJob> {
  const own = await app.db.query(sql`
    select 1 from campaigns p where p.id = ${order.filters.campaign} and p.bot_id = ${by.link.bot_id}`);
  if (own.length === 0) throw new Refused('not_found');
  const contact = allows(by.link.role.permissions, 'crm', 'read');
  const columns = RECIPIENT_COLUMNS.filter((column) => contact || !('client' in column));
  const row = await placeOrder(app, exporter, by, {
    ...order,
    kind: 'recipients',
    columns: columns.map(({ name }) => name),
  });
  return toRecipientJob(row as RecipientExportRow);
}

async function placeOrder(
  app: App,
  exporter: Exporter,
  { user, link, viewer }: BotSession,
  order: Pick<ExportRow, 'kind' | 'format' | 'columns' | 'filters'>,
): Promise<ExportRow> {
  await sweepExports(app);
  const now = app.clock.now();
  const id = app.ids();
  const botId = link.bot_id;
  const row = await app.db.transaction(async (tx) => {
    // Two orders at once wait for each other here.
    const [bot] = await tx.query<{ bot_name: string }>(
      sql`select bot_name from bots where id = ${botId} for no key update`,
    );
    const [busy] = await tx.query<{ count: number }>(sql`
      select count(*)::int as count from exports where bot_id = ${botId} and status in ('waiting', 'running')`);
    if ((busy?.count ?? 0) >= EXPORT_LIMITS.unfinishedPerBot) {
      throw new Refused('conflict', {
        message:
          'Ya hay otras exportaciones en curso en este chatbot. Espera a que terminen e inténtalo nuevamente.',
      });
    }
    const [made] = await tx.query<ExportRow>(sql`
      insert into exports (id, bot_id, user_id, kind, format, columns, filters, status, sight, file, file_name,
        created_at, alive_until)
      values (${id}, ${botId}, ${user.id}, ${order.kind}, ${order.format}, ${json(order.columns)},
        ${json(order.filters)}, 'waiting', ${sightStamp(viewer)}, ${newFile(order.format)},
        ${downloadName(order, bot?.bot_name ?? '', { now, zone: await zoneOf(tx, botId, now) })}, ${now}, ${new Date(now.getTime() + EXPORT_LEASE)})
      returning ${exportColumns}`);
    if (!made) throw new Error('No export was inserted');
    touch(tx, app, botId, ['exports'], { userIds: [user.id] });
    await writeAudit(tx, app, {
      by: user,
      type: 'export',
      id,
      botId,
      before: null,
      after: { kind: made.kind, format: made.format, columns: made.columns, filters: made.filters },
    });
    return made;
  });
  exporter.start(id, botId);
  return row;
}

/** One's own of the last day, newest first. */
async function ownExports(
  app: App,
  userId: number,
  botId: number,
  kinds: readonly string[],
): Promise<ExportRow[]> {
  await sweepExports(app);
  const since = new Date(app.clock.now().getTime() - EXPORT_LIMITS.keep);
  return app.db.query<ExportRow>(sql`
    select ${exportColumns} from exports
    where bot_id = ${botId} and user_id = ${userId} and kind = any(${[...kinds]}::text[])
      and created_at > ${since} and status <> 'cancelled'
    order by created_at desc, id desc limit 20`);
}

/** The person's exports of conversations at the bot, newest first. */
export const listExports = async (app: App, userId: number, botId: number): Promise<ExportJob[]> =>
  ((await ownExports(app, userId, botId, EXPORT_KINDS)) as TalkExportRow[]).map(toJob);
/** The person's exports of clients at the bot, newest first. */
export const listLeadExports = async (app: App, userId: number, botId: number): Promise<LeadExportJob[]> =>
  ((await ownExports(app, userId, botId, ['clients'])) as LeadExportRow[]).map(toLeadJob);

/** The person's exports of sends at the bot, newest first. */
export const listSendExports = async (app: App, userId: number, botId: number): Promise<SendExportJob[]> =>
  ((await ownExports(app, userId, botId, ['sends'])) as SendExportRow[]).map(toSendJob);

/** The person's exports of recipients of campaigns at the bot, newest first. */
export const listRecipientExports = async (
  app: App,
  userId: number,
  botId: number,
): Promise<RecipientExportJob[]> =>
  ((await ownExports(app, userId, botId, ['recipients'])) as RecipientExportRow[]).map(toRecipientJob);

/** The person's exports of what is behind figures at the bot, newest first. */
export const listMetricExports = async (
  app: App,
  userId: number,
  botId: number,
): Promise<MetricExportJob[]> =>
  ((await ownExports(app, userId, botId, ['metrics'])) as MetricExportRow[]).map(toMetricJob);

/** Cancels, or throws the file away. Throws not_found for somebody else's. */
export async function deleteExport(
  app: App,
  exporter: Exporter,
  userId: number,
  id: string,
): Promise<{ deleted: boolean }> {
  const [row] = await app.db.transaction((tx) =>
    changeExportsIn(tx, app, sql`status = 'cancelled'`, sql`id = ${id} and user_id = ${userId}`),
  );
  if (!row) throw new Refused('not_found');
  exporter.cancel(id);
  await removeFile(app, row.file);
  return { deleted: true };
}

/** Throws not_found for somebody else's or one that is gone, conflict for one that is not done. */
export async function linkToExport(app: App, session: BotSession, id: string): Promise<{ url: string }> {
  const [row] = await app.db.query<ExportRow>(
    sql`select ${exportColumns} from exports where id = ${id} and user_id = ${session.user.id}`,
  );
  if (!row || row.status === 'cancelled' || row.status === 'expired') throw new Refused('not_found');
  if (!(await mayHave(app.db, row, session.link))) throw new Refused('not_found');
  if (row.status !== 'done') throw new Refused('conflict', { message: 'El archivo todavía no está listo.' });
  if (row.sight !== sightStamp(session.viewer)) {
    throw new Refused('conflict', {
      message: 'Lo que puedes ver cambió desde que se hizo este archivo. Exporta nuevamente.',
    });
  }
  return { url: signFile(app, row.file) };
}

/**
 * The file behind an address, if its maker may still have it; null otherwise. The first time is audited: data left
 * the house.
 */
export async function takeFile(app: App, file: string): Promise<ExportRow | null> {
  const now = app.clock.now();
  const [row] = await app.db.query<ExportRow>(sql`
    select ${exportColumns} from exports where file = ${file} and status = 'done' and expires_at > ${now}`);
  if (!row) return null;
  const link = await findLink(app.db, row.user_id, row.bot_id);
  if (!link || !(await mayHave(app.db, row, link))) return null;
  if (row.sight !== sightStamp(viewerOf(link))) return null;
  await app.db.transaction(async (tx) => {
    const [first] = await tx.query(sql`
      update exports set downloaded_at = ${now} where id = ${row.id} and downloaded_at is null returning id`);
    const [by] = await tx.query<{ id: number; name: string; email: string }>(
      sql`select id, name, email from users where id = ${row.user_id}`,
    );
    if (!first || !by) return;
    await writeAudit(tx, app, {
      by,
      type: 'export',
      id: row.id,
      botId: row.bot_id,
      before: { downloaded_at: null },
      after: { downloaded_at: now.toISOString() },
    });
  });
  return row;
}
