/** Making, changing, moving and ending campaigns. Who moves one locks its row; who sends for it shares that lock. */
import type { CampaignDetail, CampaignPlan } from '../../contract/entities/campaign.ts';
import { allows } from '../../contract/permissions.ts';
import { CAMPAIGN_LIMITS, SKIP_TEXTS } from '../../contract/rules/campaigns.ts';
import type { CampaignEvent } from '../../machines/campaign/campaign-machine.ts';
import { campaignAfter } from '../../machines/campaign/moves.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { isUniqueViolation, json, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { type CampaignRow, lockCampaign, RESTORED_TEXT, showCampaign, standing } from './campaign-row.ts';
import { failuresOf, waitAfter } from './failures.ts';
import { type ReadyPlan, readPlan } from './plan.ts';
import { previewOf } from './preview.ts';
import { withdraw } from './withdraw.ts';

/** Throws forbidden for who may not start so many. @param count null: nobody has counted, and it does not matter */
function requireHeadFor(by: BotSession, recipients: number): void {
  if (recipients <= CAMPAIGN_LIMITS.free || by.viewer.base === 'administrador') return;
  throw new Refused('forbidden', {
    message: `Sobre ${CAMPAIGN_LIMITS.free} destinatarios solo un administrador o propietario puede enviarla.`,
    details: { reason: 'needs_head' },
  });
}

async function requireStarter(app: App, by: BotSession, plan: ReadyPlan): Promise<void> {
  if (!allows(by.link.role.permissions, 'whatsapp_api', 'send-wsp')) throw new Refused('forbidden');
  if (by.viewer.base === 'administrador') return;
  requireHeadFor(by, (await previewOf(app, by, plan)).recipients);
}

async function shown(app: App, id: string): Promise<CampaignDetail> {
  const found = await showCampaign(app.db, id, app.clock.now());
  if (!found) throw new Refused('not_found');
  return found;
}

/** The campaign of this person with this key, if it was made already. */
async function madeBefore(app: App, by: BotSession, temporalId: string): Promise<CampaignDetail | null> {
  const [row] = await app.db.query<{ id: string }>(sql`
    select p.id from campaigns p
    where p.bot_id = ${by.link.bot_id} and p.created_by = ${by.user.id} and p.temporal_id = ${temporalId}`);
  return row ? shown(app, row.id) : null;
}

/** Once per person and `temporal_id`. Throws `Refused`: as `readPlan`; forbidden for who may not start it. */
export async function createCampaign(
  app: App,
  by: BotSession,
  given: CampaignPlan & { temporal_id: string; draft?: boolean | undefined },
): Promise<CampaignDetail> {
  const before = await madeBefore(app, by, given.temporal_id);
  if (before) return before;
  const plan = await readPlan(app, by, given);
  if (given.draft !== true) await requireStarter(app, by, plan);
  const id = app.ids();
  try {
    await app.db.transaction(async (tx) => {
      const now = app.clock.now();
      await tx.query(sql`
        insert into campaigns (id, bot_id, connection_id, name, template_name, template_language, category, slots,
          audience, audience_text, send_at, starts_at, state, created_by, run_by, temporal_id, created_at)
        values (${id}, ${plan.botId}, ${plan.connectionId}, ${plan.name}, ${plan.template.name},
          ${plan.template.language}, ${plan.template.category}, ${json(plan.slots)}, ${json(plan.audience)},
          ${plan.audienceText}, ${plan.sendAt === null ? null : json(plan.sendAt)}, ${plan.startsAt}, 'draft',
          ${by.user.id}, ${by.user.id}, ${given.temporal_id}, ${now})`);
      await audit(tx, app, by, id, null, plan);
      touch(tx, app, plan.botId, [`campaign:${id}`]);
      if (given.draft !== true) await begin(tx, app, by, id, plan);
    });
  } catch (error) {
    // Two at once with one key: the other one made it.
    const made = isUniqueViolation(error) ? await madeBefore(app, by, given.temporal_id) : null;
    if (!made) throw error;
    return made;
  }
  app.bus.publish('campaigns', {});
  return shown(app, id);
}

const audit = (
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  before: Record<string, unknown> | null,
  plan: ReadyPlan,
) =>
  writeAudit(tx, app, {
    by: by.user,
    type: 'campaign',
    id,
    botId: plan.botId,
    before,
    after: {
      name: plan.name,
      template: plan.template.name,
      audience: plan.audienceText,
      send_at: plan.sendAt && `${plan.sendAt.local} ${plan.sendAt.zone}`,
    },
  });

/** A draft under lock is scheduled, or starts. */
async function begin(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  { template, startsAt, botId }: Pick<ReadyPlan, 'template' | 'startsAt' | 'botId'>,
): Promise<void> {
  const event = startsAt === null ? 'start' : 'schedule';
  await tx.query(sql`insert into campaign_runs (campaign_id) values (${id}) on conflict do nothing`);
  await move(tx, app, by, { id, bot_id: botId, state: 'draft' }, event);
  await tx.query(sql`
    update campaigns set category = ${template.category}, components = ${json(template.components)},
      starts_at = ${startsAt} where id = ${id}`);
}

/** Moves a locked one and notes who did. Throws conflict where it can't be. @returns whether anything moved */
async function move(
  tx: Transaction,
  app: App,
  by: BotSession,
  row: Pick<CampaignRow, 'id' | 'bot_id' | 'state'>,
  event: CampaignEvent,
): Promise<boolean> {
  const after = campaignAfter(row.state, event);
  if (after === null) {
    throw new Refused('conflict', {
      message: 'La campaña ya no está en ese paso.',
      details: { state: row.state },
    });
  }
  if (after === row.state) return false;
  const now = app.clock.now();
  await tx.query(sql`
    update campaigns set state = ${after}, reason = null, waits_reason = null, waits_until = null,
      started_at = case when ${after} = 'running' then coalesce(started_at, ${now}) else started_at end,
      finished_at = ${after === 'canceled' ? now : null}
    where id = ${row.id}`);
  await writeAudit(tx, app, {
    by: by.user,
    type: 'campaign',
    id: row.id,
    botId: row.bot_id,
    before: { state: row.state },
    after: { state: after },
  });
  touch(tx, app, row.bot_id, [`campaign:${row.id}`]);
  return true;
}

async function locked(tx: Transaction, id: string): Promise<CampaignRow> {
  const row = await lockCampaign(tx, id);
  if (!row) throw new Refused('not_found');
  return row;
}

function requireDraft({ state }: CampaignRow): void {
  if (state !== 'draft')
    throw new Refused('conflict', { message: 'Solo un borrador se puede cambiar.', details: { state } });
}

/** Throws conflict for what is no draft any more, and as `readPlan`. */
export async function updateCampaign(
  app: App,
  by: BotSession,
  id: string,
  given: Omit<CampaignPlan, 'bot_id'>,
): Promise<CampaignDetail> {
  const plan = await readPlan(app, by, { ...given, bot_id: by.link.bot_id });
  await app.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    requireDraft(row);
    await tx.query(sql`
      update campaigns set connection_id = ${plan.connectionId}, name = ${plan.name},
        template_name = ${plan.template.name}, template_language = ${plan.template.language},
        category = ${plan.template.category}, slots = ${json(plan.slots)}, audience = ${json(plan.audience)},
        audience_text = ${plan.audienceText}, send_at = ${plan.sendAt === null ? null : json(plan.sendAt)},
        starts_at = ${plan.startsAt}
      where id = ${id}`);
    const before = { name: row.name, template: row.template_name, audience: row.audience_text };
    await audit(tx, app, by, id, before, plan);
    touch(tx, app, row.bot_id, [`campaign:${id}`]);
  });
  return shown(app, id);
}

/** Throws conflict for what is no draft any more. */
export async function deleteCampaign(app: App, by: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    requireDraft(row);
    await tx.query(sql`delete from campaigns where id = ${id}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'campaign',
      id,
      botId: row.bot_id,
      before: { name: row.name },
      after: null,
    });
    touch(tx, app, row.bot_id, [`campaign:${id}`]);
  });
}

/** A draft is judged once more: weeks may have passed since it was written. Throws as `createCampaign`, and conflict. */
export async function startCampaign(app: App, by: BotSession, id: string): Promise<CampaignDetail> {
  const { connection_id, template, slots, audience, send_at, name, bot_id } = await shown(app, id);
  if (connection_id === null)
    throw new Refused('rule', { message: 'El número de la campaña se quitó del chatbot. Elige otro.' });
  const plan = await readPlan(app, by, { bot_id, connection_id, template, slots, audience, send_at, name });
  await requireStarter(app, by, plan);
  await app.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    requireDraft(row);
    await begin(tx, app, by, id, plan);
    await tx.query(sql`update campaigns set run_by = ${by.user.id} where id = ${id}`);
  });
  app.bus.publish('campaigns', {});
  return shown(app, id);
}

/** What has left has left; what waits in the queue comes back. Throws conflict where there is nothing to pause. */
export async function pauseCampaign(app: App, by: BotSession, id: string): Promise<CampaignDetail> {
  await app.db.transaction(async (tx) => {
    await move(tx, app, by, await locked(tx, id), 'pause');
  });
  await withdraw(app, id);
  return shown(app, id);
}

/** Where it was. Throws conflict; forbidden for a restored one to who is no owner; rule where its template changed category. */
export async function resumeCampaign(app: App, by: BotSession, id: string): Promise<CampaignDetail> {
  await app.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    if (standing(row).reason === RESTORED_TEXT && by.link.role.base !== 'propietario')
      throw new Refused('forbidden', { message: 'Solo un propietario puede reanudarla.' });
    requireHeadFor(by, await waitingOf(tx, id));
    await tx.query(sql`insert into campaign_runs (campaign_id) values (${id}) on conflict do nothing`);
    const early =
      row.started_at === null &&
      row.starts_at !== null &&
      Date.parse(row.starts_at) > app.clock.now().getTime();
    await move(tx, app, by, row, early ? 'resume_early' : 'resume');
    // Who lets it go on has seen what the template is today.
    await tx.query(sql`
      update campaigns set run_by = ${by.user.id}, category = coalesce((
        select t.category from message_templates t
        where t.bot_id = campaigns.bot_id and t.channel = 'whatsapp' and t.name = campaigns.template_name
          and t.language = campaigns.template_language and t.status = 'APPROVED' order by t.id limit 1), category)
      where id = ${id}`);
  });
  app.bus.publish('campaigns', {});
  return shown(app, id);
}

async function waitingOf(tx: Transaction, id: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*)::int as n from campaign_recipients r where r.campaign_id = ${id} and r.outcome = 'waiting'`);
  return row?.n ?? 0;
}

/** Nobody else gets it. Throws conflict for one that is done. */
export async function cancelCampaign(app: App, by: BotSession, id: string): Promise<CampaignDetail> {
  await app.db.transaction(async (tx) => {
    await move(tx, app, by, await locked(tx, id), 'cancel');
  });
  await withdraw(app, id);
  await app.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    await tx.query(sql`
      update campaign_recipients set outcome = 'skipped', reason = ${SKIP_TEXTS.canceled}
      where campaign_id = ${id} and outcome = 'waiting'`);
    touch(tx, app, row.bot_id, [`campaign:${id}`]);
  });
  return shown(app, id);
}

/** Failed ones that may be tried again. Throws rule when there is none, conflict while it is neither done nor running. */
export async function retryCampaign(
  app: App,
  by: BotSession,
  id: string,
  reason: string | undefined,
): Promise<CampaignDetail> {
  await app.db.transaction(async (tx) => {
    const row = await locked(tx, id);
    const now = app.clock.now();
    const causes = (await failuresOf(tx, id, now)).filter(
      (cause) => cause.retryable > 0 && (reason === undefined || cause.reason === reason),
    );
    if (causes.length === 0)
      throw new Refused('rule', { message: 'Ninguno de los fallidos se puede reintentar todavía.' });
    requireHeadFor(
      by,
      causes.reduce((sum, cause) => sum + cause.retryable, 0),
    );
    if (row.state !== 'running') await move(tx, app, by, row, 'retry');
    for (const cause of causes) {
      const since = new Date(now.getTime() - (waitAfter(cause.reason) ?? 0));
      await tx.query(sql`
        update campaign_recipients set outcome = 'waiting', reason = null, message_id = null
        where campaign_id = ${id} and outcome = 'failed' and coalesce(reason, '') = ${cause.reason}
          and tries < ${CAMPAIGN_LIMITS.tries} and (at is null or at <= ${since})`);
    }
    await tx.query(sql`update campaigns set run_by = ${by.user.id} where id = ${id}`);
    touch(tx, app, row.bot_id, [`campaign:${id}`]);
  });
  app.bus.publish('campaigns', {});
  return shown(app, id);
}
