/** Draft, publication, versions, preview and test set over HTTP. */
import { CALLS } from '../../../contract/calls/index.ts';
import { BUILDING_AUDIT_TYPES } from '../../../contract/entities/audit.ts';
import type { DraftState } from '../../../contract/entities/bot-draft.ts';
import { auditPage } from '../../audit/audits.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { registerCall } from '../../platform/http/route.ts';
import { differencesBetween } from './difference.ts';
import { DraftMinds } from './draft-minds.ts';
import { editDraft, readDraft } from './draft-store.ts';
import { draftFaults } from './faults.ts';
import { type PreviewPorts, previewTurn } from './preview.ts';
import { discardDraft, listVersions, publishDraft, readVersion, restoreVersion } from './publish.ts';
import { changeSettings, settingsOf } from './settings.ts';
import { readPhrases, runPhrases, savePhrases } from './test-set.ts';
import { requireUntouched } from './touched.ts';

interface WhoAndWhen {
  updated_at: string | null;
  updated_by: number | null;
  updated_by_name: string | null;
  published_at: string | null;
  published_by: number | null;
  published_by_name: string | null;
}

async function stateOf(db: Queryable, botId: number): Promise<DraftState> {
  const { model, revision, published, publishedVersion } = await readDraft(db, botId);
  const [row] = await db.query<WhoAndWhen>(sql`
    select d.updated_at, d.updated_by, d.updated_by_name, m.updated_at as published_at, m.published_by,
      m.published_by_name
    from bots b left join bot_drafts d on d.bot_id = b.id left join bot_models m on m.bot_id = b.id
    where b.id = ${botId}`);
  const changes = differencesBetween(published, model).length;
  const edited = changes > 0 ? row : undefined;
  const by = (id: number | null | undefined, name: string | null | undefined) =>
    name ? { id: id ?? null, name } : null;
  return {
    bot_id: botId,
    template: model.template ?? null,
    revision,
    published_version: publishedVersion,
    changes,
    updated_at: edited?.updated_at ?? null,
    updated_by: by(edited?.updated_by, edited?.updated_by_name),
    published_at: row?.published_at ?? null,
    published_by: by(row?.published_by, row?.published_by_name),
    nodes: model.nodes.length,
    intents: model.intents.length,
    examples: model.intents.reduce((sum, intent) => sum + intent.examples.length, 0),
    faults: draftFaults(model),
  };
}

/** Mounts the calls. */
export function registerDrafts(ports: Omit<PreviewPorts, 'drafts'>): void {
  const { app, minds } = ports;
  const { db } = app;
  const drafts = new DraftMinds(minds);
  registerCall(app, CALLS.draftState, ({ params }) => stateOf(db, params.botId));
  registerCall(app, CALLS.draftDifference, async ({ params }) => {
    const { model, published } = await readDraft(db, params.botId);
    return differencesBetween(published, model);
  });
  registerCall(app, CALLS.publishDraft, async ({ session, body }) => {
    const version = await publishDraft(app, minds, session, body.revision, {
      note: body.note?.trim() || null,
    });
    return { ok: true as const, version, draft: await stateOf(db, body.bot_id) };
  });
  registerCall(app, CALLS.discardDraft, async ({ session, body }) => ({
    ok: true as const,
    revision: await discardDraft(app, session, body.revision),
  }));
  registerCall(app, CALLS.engineSettings, async ({ params }) =>
    settingsOf((await readDraft(db, params.botId)).model),
  );
  registerCall(app, CALLS.updateEngineSettings, async ({ session, body }) => {
    const { revision, draft } = await editDraft(app, session, (model, present) => {
      const named = Object.keys(body.settings).map((id) => ({ kind: 'settings', id }) as const);
      requireUntouched(present, body.revision, ...named);
      const before = { ...settingsOf(model) };
      changeSettings(model, body.settings);
      const note = { type: 'bot settings', id: body.bot_id, before, after: { ...settingsOf(model) } };
      return { result: null, audits: [note] };
    });
    return { ok: true as const, revision, settings: settingsOf(draft.model) };
  });
  registerCall(app, CALLS.botVersions, ({ params, query }) =>
    listVersions(db, params.botId, query.page ?? 1),
  );
  registerCall(app, CALLS.versionDifference, async ({ params: { botId, version }, query: { against } }) => {
    const before = against ? await readVersion(db, botId, against) : (await readDraft(db, botId)).model;
    return differencesBetween(before, await readVersion(db, botId, version));
  });
  registerCall(app, CALLS.buildingChanges, ({ session, params: { botId }, query: { page = 1, ...filter } }) =>
    auditPage(db, { botId, userId: session.user.id }, { ...filter, types: BUILDING_AUDIT_TYPES }, page),
  );
  registerCall(app, CALLS.restoreVersion, async ({ session, body }) => {
    const revision = await restoreVersion(app, session, body.version, body.revision);
    const restored = { note: null, restoredFrom: body.version };
    const version = body.publish ? await publishDraft(app, minds, session, revision, restored) : null;
    return { ok: true as const, revision, version };
  });
  registerCall(app, CALLS.previewTurn, ({ session, body, reply }) =>
    previewTurn({ ...ports, drafts }, body, { userId: session.user.id, signal: callerGone(reply) }),
  );
  registerCall(app, CALLS.testPhrases, ({ params }) => readPhrases(db, params.botId));
  registerCall(app, CALLS.saveTestPhrases, ({ session, params, body }) =>
    savePhrases(app, params.botId, body.phrases, session.user.name, body.revision),
  );
  registerCall(app, CALLS.runTestPhrases, ({ params }) => runPhrases(app, minds, drafts, params.botId));
}
