/** A whole bot out of and into files, over HTTP. */
import { CALLS } from '../../../contract/calls/index.ts';
import { requireActivated } from '../../access/require-activated.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { formFile } from '../../platform/http/form.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import { differencesBetween } from '../building/difference.ts';
import { editDraft, readDraft, requireRevision } from '../building/draft-store.ts';
import { draftFaults } from '../building/faults.ts';
import { readPhrases, savePhrases } from '../building/test-set.ts';
import { readJson, readSkillFile, writeSkillFile } from './skill-file.ts';

/** What an import into a deactivated bot reads. */
export const IMPORTS_OFF =
  'Este chatbot está desactivado y no recibe contenido de archivos. Actívalo para importarlo.';

/** Mounts the calls. */
export function registerSkillFiles(app: App): void {
  const { db, clock } = app;
  registerCall(app, CALLS.uploadSkillBase, async ({ session, body, request }) => {
    const { bot_id: botId, revision: seen } = body;
    const file = formFile(request);
    const { name, model: next, phrases, report } = readSkillFile(file ? readJson(file.content) : body.skill);
    const present = await readDraft(db, botId);
    const answer = {
      ok: true as const,
      report,
      name,
      test_phrases: phrases.length,
      faults: draftFaults(next),
      differences: differencesBetween(present.model, next),
    };
    if (body.check) return { ...answer, revision: present.revision };
    await requireActivated(db, botId, IMPORTS_OFF);
    const { revision } = await editDraft(app, session, (model, draft) => {
      requireRevision(draft, seen);
      const { left_out: _, ...counts } = report;
      for (const key of Object.keys(model)) delete (model as Record<string, unknown>)[key];
      Object.assign(model, next);
      const after = { nombre: name, ...counts };
      return { result: null, audits: [{ type: 'template', id: 'importación', before: {}, after }] };
    });
    // A file without a test set leaves the bot's own.
    if (phrases.length > 0) await savePhrases(app, botId, phrases, session.user.name);
    return { ...answer, revision };
  });
  registerCall(app, CALLS.exportSkillBase, async ({ params: { botId }, query }) => {
    const { model, published } = await readDraft(db, botId);
    const wanted = query.of === 'published' ? published : model;
    if (!wanted) throw new Refused('not_found', { message: 'Todavía no hay nada publicado.' });
    const [bot] = await db.query<{ bot_name: string }>(sql`select bot_name from bots where id = ${botId}`);
    return writeSkillFile(wanted, {
      name: bot?.bot_name ?? '',
      at: clock.now(),
      phrases: (await readPhrases(db, botId)).phrases,
    });
  });
}
