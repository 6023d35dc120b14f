/** The draft tried out: a turn without a conversation, and the test set. */
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { botDraftCalls, TestOutcome } from '../../../contract/calls/bot-draft.ts';
import type { TestPhrase } from '../../../contract/entities/bot-draft.ts';
import { area } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotMind, BotMinds } from '../bot-minds.ts';
import { answerTurn } from '../bot-runner.ts';
import type { Surroundings } from '../engine/choose-node.ts';
import type { BotInput } from '../engine/respond.ts';
import { toWireTrace } from '../engine/trace.ts';
import { readDraft } from './draft-store.ts';

type Ready = Pick<BotMind, 'compiled' | 'classifier'>;

/** Drafts that somebody tries out right now; each takes a few megabytes. */
const MOST = 20;

/** Drafts that have been trained to be tried out, by bot; a revision is trained once. */
export class DraftMinds {
  readonly #minds: BotMinds;
  readonly #known = new Map<number, { revision: number; ready: Promise<Ready> }>();

  constructor(minds: BotMinds) {
    this.#minds = minds;
  }

  /** The draft ready to answer, with its revision. */
  async of(db: Queryable, botId: number): Promise<{ revision: number; mind: BotMind }> {
    const { model, revision } = await readDraft(db, botId);
    let known = this.#known.get(botId);
    // Revision 0 is whatever is published, which may change under the same number.
    if (known?.revision !== revision || revision === 0) {
      known = { revision, ready: this.#minds.train(model) };
      this.#known.delete(botId);
      this.#known.set(botId, known);
      for (const oldest of this.#known.keys()) {
        if (this.#known.size <= MOST) break;
        this.#known.delete(oldest);
      }
    }
    const knowledge = await this.#minds.knowledge(db, botId, 'draft');
    const ready = await known.ready.catch((error: unknown) => {
      this.#known.delete(botId);
      throw error;
    });
    return { revision, mind: { ...ready, version: 0, knowledge } };
  }
}

type RunResult = z.output<(typeof botDraftCalls.runTestPhrases)['answer']>['results'][number];
type PreviewBody = z.output<NonNullable<typeof botDraftCalls.previewTurn.body>>;

/** One turn. Throws not_found where nothing is published and that was asked for. */
export async function previewTurn(app: App, minds: BotMinds, drafts: DraftMinds, body: PreviewBody) {
  const { bot_id: botId, text, button, context = null } = body;
  const draft = body.of === 'published' ? null : await drafts.of(app.db, botId);
  const mind = draft ? draft.mind : await minds.of(app.db, botId);
  if (!mind) throw new Refused('not_found', { message: 'Todavía no hay nada publicado.' });
  const input: BotInput =
    button !== undefined
      ? { button, ...(text === undefined ? {} : { text }) }
      : text !== undefined
        ? { text }
        : { start: true };
  const { channel = 'web', open } = body;
  const reply = answerTurn(mind, context, input, {
    now: app.clock.now(),
    channel,
    ...(open === undefined ? {} : { open }),
  });
  return {
    messages: reply.messages.map(({ text: said, buttons = [] }) => ({
      text: said,
      buttons: buttons.map(({ id, label }) => ({ id, label })),
    })),
    handoff: reply.handoff ? { area: area.safeParse(reply.handoff.area).data ?? null } : null,
    context: reply.context,
    trace: toWireTrace(mind.compiled, reply.trace),
    revision: draft?.revision ?? 0,
  };
}

/** The bot's test set; empty when there is none. */
export async function readPhrases(db: Queryable, botId: number): Promise<TestPhrase[]> {
  const [row] = await db.query<{ phrases: TestPhrase[] }>(
    sql`select phrases from bot_test_phrases where bot_id = ${botId}`,
  );
  return row?.phrases ?? [];
}

export async function savePhrases(
  db: Queryable,
  botId: number,
  phrases: TestPhrase[],
): Promise<TestPhrase[]> {
  await db.query(sql`
    insert into bot_test_phrases (bot_id, phrases) values (${botId}, ${json(phrases)})
    on conflict (bot_id) do update set phrases = excluded.phrases`);
  return phrases;
}

/** One phrase as the first message of a talk: what it was taken for, and whether that is right. */
function tryPhrase(mind: BotMind, { text, intent_name: expected }: TestPhrase, around: Surroundings) {
  const { trace } = answerTurn(mind, null, { text }, around, () => 0);
  const node = trace.node === null ? undefined : mind.compiled.live.get(trace.node);
  const found = trace.intent ?? node?.intent ?? null;
  const offered = (trace.guesses ?? []).some(
    (guess) => guess.outcome === 'offered' && guess.intent === expected,
  );
  return { found, score: trace.guesses?.[0]?.score ?? null, outcome: judge(expected, found, offered) };
}

/** So many phrases are tried before others get their turn: a few milliseconds. */
const PHRASES_A_TURN = 20;

/** The test set through the draft, and through what is published. What is foreign is right when nothing answers it. */
export async function runPhrases(app: App, minds: BotMinds, drafts: DraftMinds, botId: number) {
  const phrases = await readPhrases(app.db, botId);
  const { revision, mind } = await drafts.of(app.db, botId);
  const published = await minds.of(app.db, botId);
  const around = { now: app.clock.now(), channel: 'web' };
  const results: RunResult[] = [];
  for (const [place, phrase] of phrases.entries()) {
    if (place % PHRASES_A_TURN === PHRASES_A_TURN - 1) await setImmediate();
    const before = published && tryPhrase(published, phrase, around);
    results.push({
      text: phrase.text,
      expected: phrase.intent_name,
      ...tryPhrase(mind, phrase, around),
      published: before && { found: before.found, outcome: before.outcome },
    });
  }
  const count = (outcome: TestOutcome) => results.filter((one) => one.outcome === outcome).length;
  const pairs = new Map<string, { expected: string | null; found: string | null; count: number }>();
  for (const { expected, found } of results) {
    const key = JSON.stringify([expected, found]);
    const pair = pairs.get(key) ?? { expected, found, count: 0 };
    pairs.set(key, { ...pair, count: pair.count + 1 });
  }
  return {
    revision,
    phrases: phrases.length,
    right: count('right'),
    offered: count('offered'),
    missed: count('missed'),
    wrong: count('wrong'),
    results,
    confusion: [...pairs.values()].sort((a, b) => b.count - a.count),
  };
}

function judge(expected: string | null, found: string | null, offered: boolean): TestOutcome {
  if (expected === found) return 'right';
  if (found !== null) return 'wrong';
  return offered ? 'offered' : 'missed';
}
