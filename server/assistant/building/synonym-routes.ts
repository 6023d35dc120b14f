/** The owner's synonyms of a bot's draft over HTTP. */
import { CALLS } from '../../../contract/calls/index.ts';
import type { ClientSynonym } from '../../../contract/entities/bot-synonym.ts';
import type { App } from '../../platform/app.ts';
import { registerCall } from '../../platform/http/route.ts';
import type { SynonymGroup } from '../engine/bot-model.ts';
import { CONCEPTS, conceptNamed } from '../engine/concepts.ts';
import { editDraft, readDraft } from './draft-store.ts';
import { addSynonym, changeSynonym, deleteSynonym, noteOfSynonym } from './edit-synonyms.ts';
import { requireUntouched, requireUntouchedTo } from './touched.ts';

const toClient = (botId: number, { name, words }: SynonymGroup): ClientSynonym => ({
  bot_id: botId,
  synonym_name: name,
  words,
  concept: conceptNamed(name)?.name ?? null,
});

/** Mounts the calls. */
export function registerSynonyms(app: App): void {
  registerCall(app, CALLS.clientSynonyms, async ({ params: { botId } }) => {
    const { model } = await readDraft(app.db, botId);
    return {
      synonyms: (model.synonyms ?? []).map((group) => toClient(botId, group)),
      general: CONCEPTS.map(({ name, words }) => ({ name, words: [...words] })),
    };
  });
  registerCall(app, CALLS.createSynonym, async ({ session, body }) => {
    const { result, revision } = await editDraft(app, session, (model) => {
      const group = addSynonym(model, body.synonym_name, body.words);
      return { result: group, audits: [noteOfSynonym(null, group)] };
    });
    return { ok: true as const, revision, synonym: toClient(body.bot_id, result) };
  });
  registerCall(app, CALLS.updateSynonym, async ({ session, body }) => {
    const { result, revision } = await editDraft(app, session, (model, present) => {
      requireUntouched(present, body.revision, { kind: 'synonym', id: body.synonym_name });
      const { before, after } = changeSynonym(model, body.synonym_name, body.words);
      return { result: after, audits: [noteOfSynonym(before, after)] };
    });
    return { ok: true as const, revision, synonym: toClient(body.bot_id, result) };
  });
  registerCall(app, CALLS.deleteSynonym, async ({ session, params, query }) => {
    const { revision } = await editDraft(app, session, (model, present) => {
      requireUntouchedTo('delete', present, query.revision, [{ kind: 'synonym', id: params.synonym }]);
      return { result: null, audits: [noteOfSynonym(deleteSynonym(model, params.synonym), null)] };
    });
    return { ok: true as const, revision };
  });
}
