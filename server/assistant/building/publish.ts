/**
 * Publication: the draft is trained first, outside any transaction, then swapped in with one update, so that every
 * message is answered wholly by the old model or wholly by the new one.
 */

import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { BotVersion } from '../../../contract/entities/bot-draft.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { App } from '../../platform/app.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { touch } from '../../platform/realtime/touch.ts';
import type { BotMinds } from '../bot-minds.ts';
import { BotModel } from '../engine/bot-model.ts';
import { differencesBetween } from './difference.ts';
import type { Draft } from './draft.ts';
import { lockDraft, readDraft, requireRevision, storeDraft } from './draft-store.ts';
import { draftFaults } from './faults.ts';

const VERSIONS_A_PAGE = 20;

interface VersionRow extends Omit<BotVersion, 'published_by' | 'current'> {
  published_by: number | null;
  published_by_name: string | null;
  current: boolean | null;
}

const columns = sql`v.bot_id, v.version, v.note, v.published_at, v.published_by, v.published_by_name, v.restored_from,
  jsonb_array_length(v.model->'nodes') as nodes, jsonb_array_length(v.model->'intents') as intents,
  v.version = m.version as current`;
const tables = sql`bot_versions v left join bot_models m on m.bot_id = v.bot_id`;

function toVersion({ published_by, published_by_name, current, ...row }: VersionRow): BotVersion {
  return {
    ...row,
    current: current ?? false,
    published_by: published_by_name === null ? null : { id: published_by, name: published_by_name },
  };
}

export interface Publication {
  note?: string | null | undefined;
  restoredFrom?: number | undefined;
}

/** Throws conflict (the draft moved on), rule (errors, nothing to publish). */
export async function publishDraft(
  app: App,
  minds: BotMinds,
  by: BotSession,
  seen: number | undefined,
  publication: Publication = {},
): Promise<BotVersion> {
  const botId = by.link.bot_id;
  const draft = await readDraft(app.db, botId);
  requireRevision(draft, seen);
  requirePublishable(draft);
  const trained = await minds.train(botId, draft.model);
  const version = await app.db.transaction(async (tx) => {
    const locked = await lockDraft(tx, app, botId);
    // Somebody went on editing while it was trained: what was trained is not what they see.
    requireRevision(locked, draft.revision);
    touch(tx, app, botId, ['draft']);
    return swapIn(tx, app, by.user, locked, publication);
  });
  minds.adopt(botId, version, trained);
  const [row] = await app.db.query<VersionRow>(
    sql`select ${columns} from ${tables} where v.bot_id = ${botId} and v.version = ${version}`,
  );
  if (!row) throw new Error('The published version can’t be read');
  return toVersion(row);
}

function requirePublishable({ model, published }: Draft): void {
  const faults = draftFaults(model).filter(({ level }) => level === 'error');
  if (faults.length > 0) {
    throw new Refused('rule', {
      message: `El borrador tiene ${faults.length === 1 ? 'un error' : `${faults.length} errores`} por corregir: ${faults[0]?.message}`,
      details: { faults },
    });
  }
  if (published && differencesBetween(published, model).length === 0)
    throw new Refused('rule', { message: 'No hay cambios por publicar.' });
}

/**
 * Makes a model what customers get, in the caller's transaction; answers its version. What is published is not judged
 * here, and running minds are not told.
 */
export async function swapIn(
  tx: Queryable,
  app: Pick<App, 'clock' | 'ids'>,
  user: Pick<BotSession['user'], 'id' | 'name' | 'email'>,
  { botId, model, publishedVersion, published }: Omit<Draft, 'revision' | 'touched'>,
  { note = null, restoredFrom }: Publication,
): Promise<number> {
  const now = app.clock.now();
  // What was published before there were versions stays reachable.
  if (published)
    await tx.query(sql`
      insert into bot_versions (bot_id, version, model, published_at, published_by, published_by_name)
      select bot_id, version, model, updated_at, published_by, published_by_name from bot_models where bot_id = ${botId}
      on conflict (bot_id, version) do nothing`);
  const version = publishedVersion + 1;
  await tx.query(sql`
    insert into bot_models (bot_id, model, version, updated_at, published_by, published_by_name)
    values (${botId}, ${json(model)}, ${version}, ${now}, ${user.id}, ${user.name})
    on conflict (bot_id) do update set model = excluded.model, version = excluded.version,
      updated_at = excluded.updated_at, published_by = excluded.published_by,
      published_by_name = excluded.published_by_name`);
  await tx.query(sql`
    insert into bot_versions (bot_id, version, model, note, restored_from, published_at, published_by, published_by_name)
    values (${botId}, ${version}, ${json(model)}, ${note}, ${restoredFrom ?? null}, ${now}, ${user.id}, ${user.name})`);
  await tx.query(sql`
    delete from bot_versions where bot_id = ${botId} and version <= ${version - BOT_LIMITS.botVersions}`);
  await tx.query(sql`
    update bots set has_skill_base = true, welcome = ${model.welcome.answers[0] ?? ''} where id = ${botId}
      and (not has_skill_base or welcome = ${published?.welcome.answers[0] ?? ''})`);
  await writeAudit(tx, app, {
    by: user,
    type: 'bot version',
    id: version,
    botId,
    before: published ? { version: publishedVersion } : null,
    after: { version, note, restored_from: restoredFrom ?? null },
  });
  return version;
}

/** The draft is what is published again; answers its revision. Throws conflict, and rule when nothing is published. */
export async function discardDraft(app: App, by: BotSession, seen: number | undefined): Promise<number> {
  return replaceDraft(app, by, seen, 'discarded', ({ published, publishedVersion }) => {
    if (!published) throw new Refused('rule', { message: 'Todavía no hay nada publicado.' });
    return { model: published, version: publishedVersion };
  });
}

/** Puts a kept version into the draft; answers its revision. Throws not_found, conflict. */
export async function restoreVersion(
  app: App,
  by: BotSession,
  version: number,
  seen: number | undefined,
): Promise<number> {
  const model = await readVersion(app.db, by.link.bot_id, version);
  return replaceDraft(app, by, seen, 'restored', () => ({ model, version }));
}

async function replaceDraft(
  app: App,
  { user, link }: BotSession,
  seen: number | undefined,
  what: 'discarded' | 'restored',
  choose: (draft: Draft) => { model: BotModel; version: number },
): Promise<number> {
  return app.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, app, link.bot_id);
    requireRevision(draft, seen);
    const { model, version } = choose(draft);
    const revision = await storeDraft(tx, app, user, draft, model);
    await writeAudit(tx, app, {
      by: user,
      type: 'bot version',
      id: version,
      botId: link.bot_id,
      before: { draft: `revisión ${draft.revision}` },
      after: { draft: what === 'discarded' ? 'descartado' : `versión ${version}` },
    });
    return revision;
  });
}

/** Throws not_found for a version that is not kept. */
export async function readVersion(db: Queryable, botId: number, version: number): Promise<BotModel> {
  const [row] = await db.query<{ model: unknown }>(
    sql`select model from bot_versions where bot_id = ${botId} and version = ${version}`,
  );
  if (!row) throw new Refused('not_found', { message: 'Esa versión ya no se conserva.' });
  return BotModel.parse(row.model);
}

/** Newest first. */
export async function listVersions(db: Queryable, botId: number, page: number) {
  const [count] = await db.query<{ total: number }>(
    sql`select count(*)::int as total from bot_versions where bot_id = ${botId}`,
  );
  const rows = await db.query<VersionRow>(sql`
    select ${columns} from ${tables} where v.bot_id = ${botId} order by v.version desc
    limit ${VERSIONS_A_PAGE} offset ${(page - 1) * VERSIONS_A_PAGE}`);
  const total = count?.total ?? 0;
  return { versions: rows.map(toVersion), page, pages: Math.ceil(total / VERSIONS_A_PAGE), total };
}
