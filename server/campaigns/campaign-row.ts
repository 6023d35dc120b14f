/** A campaign as the database holds it, and as the calls answer it: its counts are those of its recipients' rows. */
import type {
  Campaign,
  CampaignAudience,
  CampaignCounts,
  CampaignDetail,
  CampaignSlot,
  SendAt,
} from '../../contract/entities/campaign.ts';
import type { CampaignState } from '../../contract/rules/campaigns.ts';
import type { TemplateComponent } from '../../contract/rules/template-slots.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';
import { findCampaignFile } from './campaign-file.ts';
import { failuresOf } from './failures.ts';

export interface CampaignRow {
  id: string;
  bot_id: number;
  connection_id: string | null;
  name: string;
  template_name: string;
  template_language: string;
  category: string;
  components: TemplateComponent[] | null;
  slots: CampaignSlot[];
  audience: CampaignAudience;
  audience_text: string;
  send_at: SendAt | null;
  starts_at: string | null;
  state: CampaignState;
  reason: string | null;
  /** The last subject that has its row; '' none yet; null: all have. */
  cursor: string | null;
  next_place: number;
  waits_reason: string | null;
  waits_until: string | null;
  created_by: number;
  run_by: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** It may run here: nobody restored it from a copy. */
  allowed: boolean;
}

export const campaignColumns = raw(`
  p.id, p.bot_id, p.connection_id, p.name, p.template_name, p.template_language, p.category, p.components, p.slots,
  p.audience, p.audience_text, p.send_at, p.starts_at, p.state, p.reason, p.cursor, p.next_place, p.waits_reason,
  p.waits_until, p.created_by, p.run_by, p.created_at, p.started_at, p.finished_at,
  exists (select 1 from campaign_runs a where a.campaign_id = p.id) as allowed`);

/** Why what was restored stands still. */
export const RESTORED_TEXT = 'Se restauró una copia de seguridad: un propietario debe reanudarla.';

/** What it is to whoever asks: a live one that may not run here is paused. */
export function standing(row: Pick<CampaignRow, 'state' | 'reason' | 'allowed'>): {
  state: CampaignState;
  reason: string | null;
} {
  const live = row.state === 'scheduled' || row.state === 'running';
  return live && !row.allowed
    ? { state: 'paused', reason: RESTORED_TEXT }
    : { state: row.state, reason: row.reason };
}

/** Locks it until the end of the transaction: whoever moves it waits, and so does whoever sends for it. */
export async function lockCampaign(db: Queryable, id: string): Promise<CampaignRow | null> {
  const [row] = await db.query<CampaignRow>(
    sql`select ${campaignColumns} from campaigns p where p.id = ${id} for no key update of p`,
  );
  return row ?? null;
}

const NOBODY: CampaignCounts = {
  total: 0,
  waiting: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
};

async function countsOf(db: Queryable, ids: readonly string[]): Promise<Map<string, CampaignCounts>> {
  const rows = await db.query<CampaignCounts & { id: string }>(sql`
    select r.campaign_id as id, count(*)::int as total,
      (count(*) filter (where r.outcome in ('waiting', 'queued')))::int as waiting,
      (count(*) filter (where r.outcome in ('sent', 'delivered', 'read')))::int as sent,
      (count(*) filter (where r.outcome in ('delivered', 'read')))::int as delivered,
      (count(*) filter (where r.outcome = 'read'))::int as read,
      (count(*) filter (where r.outcome = 'failed'))::int as failed,
      (count(*) filter (where r.outcome = 'skipped'))::int as skipped
    from campaign_recipients r where r.campaign_id = any(${[...ids]}::text[]) group by 1`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

interface Names {
  connection: string | null;
  user_name: string | null;
}

function toCampaign(row: CampaignRow & Names, counts: CampaignCounts): Campaign {
  const { state, reason } = standing(row);
  return {
    id: row.id,
    bot_id: row.bot_id,
    name: row.name,
    connection_id: row.connection_id,
    connection: row.connection,
    template: { name: row.template_name, language: row.template_language },
    category: row.category,
    slots: row.slots,
    audience: row.audience,
    audience_text: row.audience_text,
    send_at: row.send_at,
    starts_at: row.starts_at,
    state,
    reason,
    preparing: row.started_at !== null && row.cursor !== null && state !== 'canceled',
    waits:
      state === 'running' && row.waits_reason !== null
        ? { reason: row.waits_reason, until: row.waits_until }
        : null,
    counts,
    user_name: row.user_name,
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
  };
}

const names = raw(`
  (select n.name from connections n where n.id = p.connection_id) as connection,
  (select u.name from users u where u.id = p.created_by) as user_name`);

/** More than anybody looks through. */
const MOST = 200;

/** The newest first. */
export async function listCampaigns(db: Queryable, botId: number): Promise<Campaign[]> {
  const rows = await db.query<CampaignRow & Names>(sql`
    select ${campaignColumns}, ${names} from campaigns p
    where p.bot_id = ${botId} order by p.created_at desc, p.id desc limit ${MOST}`);
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCampaign(row, counts.get(row.id) ?? NOBODY));
}

/** One with why its recipients failed or got nothing. Null: it is gone. */
export async function showCampaign(db: Queryable, id: string, now: Date): Promise<CampaignDetail | null> {
  const [row] = await db.query<CampaignRow & Names>(sql`
    select ${campaignColumns}, ${names} from campaigns p where p.id = ${id}`);
  if (!row) return null;
  const counts = await countsOf(db, [id]);
  const excluded = await db.query<{ reason: string; n: number }>(sql`
    select coalesce(r.reason, '') as reason, count(*)::int as n from campaign_recipients r
    where r.campaign_id = ${id} and r.outcome = 'skipped' group by 1 order by 2 desc, 1`);
  return {
    ...toCampaign(row, counts.get(id) ?? NOBODY),
    failures: await failuresOf(db, id, now),
    excluded,
    file: row.audience.file === undefined ? null : await findCampaignFile(db, row.audience.file),
  };
}
