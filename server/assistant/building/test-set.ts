/** The test set of a bot ('frases que debe entender'): kept, and run through its draft. */
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { botDraftCalls, TestOutcome } from '../../../contract/calls/bot-draft.ts';
import type { TestPhrase } from '../../../contract/entities/bot-draft.ts';
import { readCalendar } from '../../calendar/calendar.ts';
import type { App } from '../../platform/app.ts';
import { json, type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { editConflict } from '../../platform/http/edit-conflict.ts';
import { touch } from '../../platform/realtime/touch.ts';
import type { BotMind, BotMinds } from '../bot-minds.ts';
import { answerTurn } from '../bot-runner.ts';
import type { Surroundings } from '../engine/choose-node.ts';
import { wordsOf } from '../words/text.ts';
import type { DraftMinds } from './draft-minds.ts';

type RunResult = z.output<(typeof botDraftCalls.runTestPhrases)['answer']>['results'][number];

interface KeptSet {
  revision: number;
  phrases: TestPhrase[];
}

/** The bot's test set; empty, of revision 0, when there is none. */
export async function readPhrases(db: Queryable, botId: number): Promise<KeptSet> {
  const [row] = await db.query<KeptSet>(
    sql`select revision, phrases from bot_test_phrases where bot_id = ${botId}`,
  );
  return row ?? { revision: 0, phrases: [] };
}

/**
 * Puts these phrases in place of the old ones.
 * @param by the name of who does it
 * @param seen the set's revision that was edited; undefined: whatever is there. Throws conflict
 */
export function savePhrases(
  app: Pick<App, 'db' | 'bus'>,
  botId: number,
  phrases: TestPhrase[],
  by: string,
  seen?: number,
): Promise<KeptSet> {
  return app.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into bot_test_phrases (bot_id, phrases, revision) values (${botId}, '[]', 0)
      on conflict (bot_id) do nothing`);
    const [present] = await tx.query<KeptSet & { updated_by_name: string | null }>(sql`
      select revision, phrases, updated_by_name from bot_test_phrases where bot_id = ${botId} for update`);
    const { revision = 0, phrases: kept = [], updated_by_name = null } = present ?? {};
    if (seen !== undefined && seen !== revision) {
      const lines = kept.map(({ text, intent_name }) => `${text} → ${intent_name ?? 'nada'}`);
      const theirs = [{ field: 'phrases', value: lines.join('\n') }];
      throw editConflict({ revision, by: updated_by_name, theirs }, 'save');
    }
    await tx.query(sql`
      update bot_test_phrases set phrases = ${json(phrases)}, revision = ${revision + 1}, updated_by_name = ${by}
      where bot_id = ${botId}`);
    touch(tx, app, botId, ['draft']);
    return { revision: revision + 1, phrases };
  });
}

/**
 * Puts phrases that the set lacks behind the others, as far as there is room.
 * @returns how many were put
 */
export async function addPhrases(
  tx: Transaction,
  botId: number,
  added: readonly TestPhrase[],
  by: string,
): Promise<number> {
  await tx.query(sql`
    insert into bot_test_phrases (bot_id, phrases, revision) values (${botId}, '[]', 0)
    on conflict (bot_id) do nothing`);
  const [present] = await tx.query<KeptSet>(
    sql`select revision, phrases from bot_test_phrases where bot_id = ${botId} for update`,
  );
  const { revision = 0, phrases = [] } = present ?? {};
  const plain = (text: string) => wordsOf(text).join(' ');
  const known = new Set(phrases.map(({ text }) => plain(text)));
  const fresh = added
    .filter(({ text }) => !known.has(plain(text)) && known.add(plain(text)))
    .slice(0, Math.max(0, BOT_LIMITS.botTestPhrases - phrases.length));
  if (fresh.length === 0) return 0;
  await tx.query(sql`
    update bot_test_phrases set phrases = ${json([...phrases, ...fresh])}, revision = ${revision + 1},
      updated_by_name = ${by} where bot_id = ${botId}`);
  return fresh.length;
}

/** One phrase as the first message of a talk: what it was taken for, and whether that is right. */
function tryPhrase(mind: BotMind, { text, intent_name: expected }: TestPhrase, around: Surroundings) {
  const { trace } = answerTurn(mind, null, { text }, around, () => 0);
  const node = trace.node === null ? undefined : mind.compiled.live.get(trace.node);
  // Of two answers to two questions the expected one counts.
  const found =
    trace.also && trace.also.intent === expected ? expected : (trace.intent ?? node?.intent ?? null);
  const offered = (trace.guesses ?? []).some(
    (guess) => guess.outcome === 'offered' && guess.intent === expected,
  );
  return { found, score: trace.guesses?.[0]?.score ?? null, outcome: judge(expected, found, offered) };
}

/** So many phrases are tried before others get their turn: a few milliseconds. */
const PHRASES_A_TURN = 20;

/** The test set through the draft, and through what is published. What is foreign is right when nothing answers it. */
export async function runPhrases(app: App, minds: BotMinds, drafts: DraftMinds, botId: number) {
  const { phrases } = await readPhrases(app.db, botId);
  const { revision, mind } = await drafts.of(app.db, botId);
  const published = await minds.of(app.db, botId);
  const calendar = await readCalendar(app.db, botId);
  const around = { now: app.clock.now(), channel: 'web', calendar };
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
