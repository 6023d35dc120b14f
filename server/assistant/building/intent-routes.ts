/** Intents and entities of a bot's draft over HTTP. */
import { REGISTER_CREATED, TEXT_UPDATED } from '../../../contract/calls/bot-building.ts';
import { INTENT_CREATED, INTENT_UPDATED } from '../../../contract/calls/bot-intents.ts';
import { CALLS } from '../../../contract/calls/index.ts';
import { auditsOf } from '../../audit/audits.ts';
import type { App } from '../../platform/app.ts';
import { registerCall } from '../../platform/http/route.ts';
import { type AuditNote, editDraft, readDraft } from './draft-store.ts';
import {
  auditOfEntity,
  deleteEntity,
  deleteIntent,
  INTENT_AUDITS,
  noteOfIntent,
  saveEntity,
  saveIntent,
} from './edit-intents.ts';
import {
  type Copied,
  copyEntities,
  copyIntents,
  deleteTemplateEntities,
  deleteTemplateIntents,
} from './edit-templates.ts';
import { toClientEntity, toClientIntent } from './to-wire.ts';
import { requireUntouched, requireUntouchedTo } from './touched.ts';

const ENTITIES = 'custom entities';

/** What was copied, as the spec's client reads it. */
export const copyReport = (revision: number, copied: Copied) => ({
  ok: true as const,
  revision,
  details: copied.created.length > 0 ? REGISTER_CREATED : TEXT_UPDATED,
  ...copied,
});

/** One record for a whole template: what came or went, by name. */
export function templateNote(
  template: string,
  what: string,
  before: readonly string[],
  after: readonly string[],
): AuditNote[] {
  if (before.length + after.length === 0) return [];
  return [{ type: 'template', id: template, before: { [what]: before }, after: { [what]: after } }];
}

/** Mounts the calls. */
export function registerIntents(app: App): void {
  for (const [call, onlyMissing] of [
    [CALLS.copyIntents, false],
    [CALLS.completeIntents, true],
  ] as const) {
    registerCall(app, call, async ({ session, body }) => {
      const { result, revision } = await editDraft(app, session, (model) => {
        const copied = copyIntents(model, body.template, body.intent_names, onlyMissing);
        return {
          result: copied,
          audits: templateNote(body.template, 'intents', copied.updated, [
            ...copied.updated,
            ...copied.created,
          ]),
        };
      });
      return copyReport(revision, result);
    });
  }
  registerCall(app, CALLS.clientIntents, async ({ params }) => {
    const draft = await readDraft(app.db, params.botId);
    return draft.model.intents.map(({ name }) => toClientIntent(draft, name));
  });
  registerCall(app, CALLS.createCustomIntent, async ({ session, body }) => {
    const { intent_name: name, bot_id: botId, examples, title } = body;
    const { result, revision, draft } = await editDraft(app, session, (model, present) => {
      requireUntouched(present, body.revision, { kind: 'intent', id: name });
      const { before, after } = saveIntent(model, name, examples);
      const node = model.nodes.find((one) => one.intent === name);
      if (title !== undefined && node) node.title = title;
      return { result: before === null, audits: [noteOfIntent(before, after)] };
    });
    const [audit] = await auditsOf(app.db, botId, INTENT_AUDITS, name, 1);
    return {
      ok: true as const,
      revision,
      details: result ? INTENT_CREATED : INTENT_UPDATED,
      intent: toClientIntent(draft, name),
      audit: audit ?? null,
    };
  });
  registerCall(app, CALLS.deleteCustomIntent, async ({ session, params, query }) => {
    const { revision } = await editDraft(app, session, (model, present) => {
      requireUntouchedTo('delete', present, query.revision, [{ kind: 'intent', id: params.intent }]);
      const gone = deleteIntent(model, params.intent);
      return { result: null, audits: [noteOfIntent(gone, null)] };
    });
    return { ok: true as const, revision };
  });
  registerCall(
    app,
    CALLS.deleteIntentsByTemplate,
    async ({ session, query: { template, revision: seen } }) => {
      const { result, revision } = await editDraft(app, session, (model, present) => {
        const names = model.intents.filter((one) => one.template === template).map(({ name }) => name);
        const things = names.map((id) => ({ kind: 'intent', id }) as const);
        requireUntouchedTo('delete', present, seen, things);
        const deleted = deleteTemplateIntents(model, template);
        return { result: deleted, audits: templateNote(template, 'intents', names, []) };
      });
      return { ok: true as const, revision, deleted: result };
    },
  );
  registerEntities(app);
}

function registerEntities(app: App): void {
  registerCall(app, CALLS.copyEntities, async ({ session, body: { template } }) => {
    const { result, revision } = await editDraft(app, session, (model) => {
      const copied = copyEntities(model, template);
      return {
        result: copied,
        audits: templateNote(template, 'entities', copied.updated, [...copied.updated, ...copied.created]),
      };
    });
    return copyReport(revision, result);
  });
  registerCall(app, CALLS.clientEntities, async ({ params }) => {
    const draft = await readDraft(app.db, params.botId);
    return (draft.model.entities ?? []).map(({ name }) => toClientEntity(draft, name));
  });
  registerCall(
    app,
    CALLS.deleteEntitiesByTemplate,
    async ({ session, query: { template, revision: seen } }) => {
      const { result, revision } = await editDraft(app, session, (model, present) => {
        const names = (model.entities ?? [])
          .filter((one) => one.template === template)
          .map(({ name }) => name);
        const things = names.map((id) => ({ kind: 'entity', id }) as const);
        requireUntouchedTo('delete', present, seen, things);
        const deleted = deleteTemplateEntities(model, template);
        return { result: deleted, audits: templateNote(template, 'entities', names, []) };
      });
      return { ok: true as const, revision, deleted: result };
    },
  );
  registerCall(app, CALLS.saveEntity, async ({ session, body }) => {
    const { revision, draft } = await editDraft(app, session, (model, present) => {
      requireUntouched(present, body.revision, { kind: 'entity', id: body.entity_name });
      const before = saveEntity(model, body.entity_name, body.values);
      const note: AuditNote = {
        type: ENTITIES,
        id: body.entity_name,
        before: auditOfEntity(before),
        after: auditOfEntity(body.values),
      };
      return { result: null, audits: [note] };
    });
    return { ok: true as const, revision, entity: toClientEntity(draft, body.entity_name) };
  });
  registerCall(app, CALLS.deleteEntity, async ({ session, params, query }) => {
    const { revision } = await editDraft(app, session, (model, present) => {
      requireUntouchedTo('delete', present, query.revision, [{ kind: 'entity', id: params.entity }]);
      const gone = model.entities?.find(({ name }) => name === params.entity);
      deleteEntity(model, params.entity);
      const before = auditOfEntity(gone?.values ?? []);
      return { result: null, audits: [{ type: ENTITIES, id: params.entity, before, after: null }] };
    });
    return { ok: true as const, revision };
  });
}
