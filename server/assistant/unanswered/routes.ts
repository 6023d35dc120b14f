/** Unanswered questions over HTTP: list, dismiss, teach. */
import { CALLS } from '../../../contract/calls/index.ts';
import type { UnansweredQuestion } from '../../../contract/entities/unanswered.ts';
import { readCalendar } from '../../calendar/calendar.ts';
import type { App } from '../../platform/app.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import { touch } from '../../platform/realtime/touch.ts';
import type { BotMinds } from '../bot-minds.ts';
import { answerTurn } from '../bot-runner.ts';
import { editDraft, readDraft } from '../building/draft-store.ts';
import { addInteraction } from '../building/edit-interaction.ts';
import type { BotModel } from '../engine/bot-model.ts';
import {
  decideQuestions,
  dismissUnanswered,
  forgetOld,
  listUnanswered,
  markTaught,
  unansweredText,
} from './questions.ts';
import { addExamples, registerSubjects, titleIn, withChosen } from './subject-routes.ts';
import type { TalkSource } from './team-answers.ts';

/** What the question became an example of; `node_id`: the interaction that was made for it. */
interface Taught {
  intent_name: string;
  node_id: string | null;
}

/** Guesses below this are noise. */
const WORTH_SUGGESTING = 0.1;
const MOST_SUGGESTED = 3;

/** Mounts the calls. */
export function registerUnanswered(app: App, minds: BotMinds, talks: TalkSource): void {
  const { db } = app;
  registerSubjects(app, minds, talks);
  registerCall(app, CALLS.unansweredQuestions, async ({ params: { botId }, query }) => {
    await forgetOld(db, botId, app.clock.now());
    const { rows, ...page } = await listUnanswered(db, botId, query);
    const mind = await minds.of(db, botId);
    const { model } = await readDraft(db, botId);
    const calendar = await readCalendar(db, botId);
    const around = { now: app.clock.now(), channel: 'web', calendar };
    const suggestions = (text: string, chosen: string | null): UnansweredQuestion['suggestions'] => {
      const guesses = mind ? (answerTurn(mind, null, { text }, around, () => 0).trace.guesses ?? []) : [];
      return withChosen(chosen, guesses)
        .filter(({ intent, score }) => score >= WORTH_SUGGESTING && hasIntent(model, intent))
        .slice(0, MOST_SUGGESTED)
        .map(({ intent, score }) => ({ intent_name: intent, title: titleIn(model, intent), score }));
    };
    return {
      ...page,
      questions: rows.map(({ chosen, ...row }) => ({ ...row, suggestions: suggestions(row.text, chosen) })),
    };
  });
  registerCall(app, CALLS.dismissUnanswered, ({ body }) =>
    db.transaction(async (tx) => {
      const changed =
        body.remember && body.dismissed
          ? await decideQuestions(tx, body.bot_id, body.keys, 'dismissed', app.clock.now())
          : await dismissUnanswered(tx, body.bot_id, body.keys, body.dismissed);
      if (changed > 0) touch(tx, app, body.bot_id, ['draft']);
      return { ok: true as const, changed };
    }),
  );
  registerCall(app, CALLS.teachUnanswered, async ({ session, body }) => {
    const { bot_id: botId, key, intent_name, create } = body;
    const asked = await unansweredText(db, botId, key);
    if (asked === null) throw new Refused('not_found', { message: 'Esa pregunta ya no está en la lista.' });
    if ((intent_name === undefined) === (create === undefined))
      throw fieldFault('intent_name', 'Elige una interacción o crea una nueva.');
    const text = body.text ?? asked;
    const { result, revision } = await editDraft<Taught>(
      app,
      session,
      (model) => {
        if (intent_name !== undefined)
          return {
            result: { intent_name, node_id: null },
            audits: [addExamples(model, intent_name, [text])],
          };
        const { title = '', answers = [] } = create ?? {};
        const { node, audits } = addInteraction(model, { title, answers, examples: [text] });
        return { result: { intent_name: node.intent ?? '', node_id: node.id }, audits };
      },
      (tx) => markTaught(tx, botId, key),
    );
    return { ok: true as const, revision, ...result };
  });
}

const hasIntent = (model: BotModel, name: string) => model.intents.some((intent) => intent.name === name);
