/** Subjects over HTTP: what the bot may learn, and taking it into the draft and the test set. */
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { botSafetyCalls } from '../../../contract/calls/bot-safety.ts';
import { CALLS } from '../../../contract/calls/index.ts';
import type { TestPhrase } from '../../../contract/entities/bot-draft.ts';
import { isMasked, SUBJECT_LIMITS, type Subject } from '../../../contract/entities/subject.ts';
import { allows } from '../../../contract/permissions.ts';
import type { App } from '../../platform/app.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import type { BotMinds } from '../bot-minds.ts';
import { type AuditNote, editDraft, readDraft } from '../building/draft-store.ts';
import { noteOfIntent, saveIntent } from '../building/edit-intents.ts';
import { addInteraction } from '../building/edit-interaction.ts';
import { addPhrases } from '../building/test-set.ts';
import type { BotModel } from '../engine/bot-model.ts';
import type { Classifier, Guess } from '../engine/classifier.ts';
import { ANSWER_AT } from '../engine/compile-model.ts';
import { Synonyms } from '../engine/synonyms.ts';
import { decidedKeys, decideQuestions, forgetOld, openQuestions } from './questions.ts';
import { gatherSubjects, type OpenQuestion } from './subjects.ts';
import { type TalkSource, type TeamAnswer, teamAnswers } from './team-answers.ts';

/** Questions that are gathered at once; the rest comes once these are decided. */
const MOST_GATHERED = 300;
/** Questions that are read before others get their turn. */
const A_TURN = 20;
const DAY = 86_400_000;

type Wish = z.output<NonNullable<typeof botSafetyCalls.acceptSubjects.body>>['subjects'][number];

/** Mounts the calls. */
export function registerSubjects(app: App, minds: BotMinds, talks: TalkSource): void {
  const { db, clock } = app;
  registerCall(app, CALLS.botSubjects, async ({ session, params: { botId } }) => {
    const now = clock.now();
    await forgetOld(db, botId, now);
    const { model } = await readDraft(db, botId);
    const mind = await minds.of(db, botId);
    const since = new Date(now.getTime() - BOT_LIMITS.botUnansweredDays * DAY);
    // What the team wrote is the inbox's: who may not read it learns nothing of it here.
    const readsInbox = allows(session.link.role.permissions, 'live', 'read');
    const seen = readsInbox ? teamAnswers(await talks(db, botId, session.viewer, since)) : [];
    const guesses = mind ? guessesOf(mind.classifier) : null;
    const answerAt = mind?.compiled.answerAt ?? ANSWER_AT;
    const questions: OpenQuestion[] = [];
    const asked = await openQuestions(db, botId, MOST_GATHERED);
    const decided = await decidedKeys(
      db,
      botId,
      seen.map(({ key }) => key),
    );
    for (const [at, { key, text, count, last_at, chosen }] of asked.entries()) {
      if (at % A_TURN === A_TURN - 1) await setImmediate();
      const answer = answerTo(key, seen);
      const heard = withChosen(chosen, guesses?.(text) ?? []);
      questions.push({ key, text, count, lastAt: last_at, guesses: heard, chosen, answer });
    }
    for (const one of seen.slice(0, MOST_GATHERED)) {
      if (decided.has(one.key) || questions.some(({ key }) => key === one.key)) continue;
      const heard = guesses?.(one.text) ?? [];
      // The bot answers that by now.
      if ((heard[0]?.score ?? 0) >= answerAt) continue;
      const answer = answerTo(one.key, seen);
      questions.push({ ...one, count: 1, lastAt: one.at, guesses: heard, chosen: null, answer });
    }
    const subjects = gatherSubjects(
      questions,
      (intent) => (model.intents.some(({ name }) => name === intent) ? titleIn(model, intent) : null),
      new Synonyms(model.synonyms ?? []),
    );
    return { subjects: subjects.slice(0, SUBJECT_LIMITS.subjects), total: subjects.length };
  });
  registerCall(app, CALLS.acceptSubjects, async ({ session, body }) => {
    let tests = 0;
    const keys = body.subjects.flatMap((wish) => wish.keys);
    const phrases: TestPhrase[] = [];
    const { result, revision } = await editDraft(
      app,
      session,
      (model) => {
        const taken = body.subjects.map((wish, at) => takeIn(model, wish, at));
        for (const [at, { intent }] of taken.entries()) {
          const text = body.subjects[at]?.test;
          if (text) phrases.push({ text, intent_name: intent });
        }
        return { result: taken.map(({ intent }) => intent), audits: taken.flatMap(({ audits }) => audits) };
      },
      async (tx) => {
        tests = await addPhrases(tx, body.bot_id, phrases, session.user.name);
        await decideQuestions(tx, body.bot_id, keys, 'taught', clock.now());
      },
    );
    return { ok: true as const, revision, intent_names: result, tests };
  });
}

/** The guesses with what the customer chose before all others: they know what they meant. */
export const withChosen = (chosen: string | null, guesses: readonly Guess[]): readonly Guess[] =>
  chosen === null
    ? guesses
    : [{ intent: chosen, score: 1 }, ...guesses.filter(({ intent }) => intent !== chosen)];

/** What a classifier makes of texts, remembered as long as it lives: the list is asked again after each decision. */
const remembered = new WeakMap<Classifier, Map<string, readonly Guess[]>>();
function guessesOf(classifier: Classifier): (text: string) => readonly Guess[] {
  const known = remembered.get(classifier) ?? new Map<string, readonly Guess[]>();
  remembered.set(classifier, known);
  if (known.size > 4 * MOST_GATHERED) known.clear();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const guesses = classifier.classify(text).slice(0, 5);
    known.set(text, guesses);
    return guesses;
  };
}

function answerTo(key: string, seen: readonly TeamAnswer[]): Subject['answer'] {
  const one = seen.find((answer) => answer.key === key);
  return one ? { text: one.answer, agent_name: one.agentName, at: one.at } : null;
}

/** One subject into the model. Throws not_found, and rule at the field of this place in the wish. */
function takeIn(model: BotModel, wish: Wish, at: number): { intent: string; audits: AuditNote[] } {
  const { examples, intent_name, create } = wish;
  const place = `subjects.${at}`;
  if ((intent_name === undefined) === (create === undefined))
    throw fieldFault(`${place}.intent_name`, 'Elige una interacción o crea una nueva.');
  if (create?.answers.some(isMasked))
    throw fieldFault(
      `${place}.answers`,
      'La respuesta todavía tiene datos ocultos entre corchetes: reescríbela para cualquier cliente.',
    );
  try {
    if (intent_name !== undefined)
      return { intent: intent_name, audits: [addExamples(model, intent_name, examples)] };
    const { title = '', answers = [] } = create ?? {};
    const { node, audits } = addInteraction(model, { title, answers, examples });
    return { intent: node.intent ?? '', audits };
  } catch (error) {
    const fields = error instanceof Refused ? error.details?.['fields'] : undefined;
    if (!(error instanceof Refused) || typeof fields !== 'object' || fields === null) throw error;
    const [name = 'examples'] = Object.keys(fields);
    throw fieldFault(`${place}.${name}`, error.message);
  }
}

/** Adds them to what the intent has. Throws not_found, and rule when another intent has one of them. */
export function addExamples(model: BotModel, name: string, texts: readonly string[]): AuditNote {
  const intent = model.intents.find((one) => one.name === name);
  if (!intent) throw new Refused('not_found', { message: 'Esa intención ya no existe en el borrador.' });
  const { before, after } = saveIntent(model, name, [...intent.examples, ...texts]);
  return noteOfIntent(before, after);
}

/** What people call an intent: the title of its interaction. */
export const titleIn = (model: BotModel, name: string): string =>
  model.nodes.find(({ intent }) => intent === name)?.title ?? name;
