/** A whole bot as a file: what it says and understands, with its test set, for the same or another bot. */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ImportReport } from '../../../contract/entities/assistant.ts';
import { type TestPhrase, testPhrase } from '../../../contract/entities/bot-draft.ts';
import { Refused } from '../../platform/http/refused.ts';
import { requireRoom } from '../building/draft-store.ts';
import { changeSettings, settingsOf } from '../building/settings.ts';
import { BotModel } from '../engine/bot-model.ts';
import { readPattern } from '../engine/pattern.ts';

const FORMAT = 'charla-skill';
const head = z.object({ format: z.literal(FORMAT), version: z.int(), name: z._default(z.string(), '') });
const content = z.object({
  model: BotModel,
  test_phrases: z._default(z.array(testPhrase).check(z.maxLength(BOT_LIMITS.botTestPhrases)), []),
});
/** Written by this version; older ones are read, newer ones are not. */
const VERSION = 1;

/** A bot as a file that `readSkillFile` takes. @param phrases the test set that goes with it */
export const writeSkillFile = (
  model: BotModel,
  { name, at, phrases }: { name: string; at: Date; phrases: TestPhrase[] },
) => ({
  format: 'charla-skill' as const,
  version: 1 as const,
  name,
  exported_at: at.toISOString(),
  model,
  test_phrases: phrases,
});

/** JSON of an upload or of a body. Throws rule with a sentence for what is none. */
export function readJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    // Where in the file it broke off is of no use to who chose the wrong file.
    throw new Refused('rule', { message: 'El archivo no es un JSON que se pueda leer.' });
  }
}

export interface SkillFile {
  name: string;
  model: BotModel;
  phrases: TestPhrase[];
  report: ImportReport;
}

/** Throws rule: for what is no bot of ours with a sentence, for a bot that can't be taken over with `details.problems`. */
export function readSkillFile(value: unknown): SkillFile {
  const file = head.safeParse(value);
  if (!file.success)
    throw new Refused('rule', { message: 'El archivo no es un chatbot exportado desde aquí.' });
  if (file.data.version > VERSION)
    throw new Refused('rule', { message: 'El archivo viene de una versión más nueva del producto.' });
  const parsed = content.safeParse(value);
  if (!parsed.success)
    throw broken(parsed.error.issues.map(({ path }) => `Dato que no corresponde: ${placeText(path)}.`));
  const { model, test_phrases: phrases } = parsed.data;
  const problems = problemsOf(model);
  if (problems.length > 0) throw broken(problems);
  requireRoom(model);
  return {
    name: file.data.name,
    model,
    phrases,
    report: {
      intents: model.intents.length,
      examples: model.intents.reduce((sum, { examples }) => sum + examples.length, 0),
      entities: model.entities?.length ?? 0,
      nodes: model.nodes.length,
      left_out: [],
    },
  };
}

const MOST_PROBLEMS = 20;

function broken(problems: readonly string[]): Refused {
  const lines = [...new Set(problems)];
  return new Refused('rule', {
    message: `El archivo tiene ${lines.length === 1 ? 'un problema' : `${lines.length} problemas`} y no se importó nada. ${lines[0]}`,
    details: { problems: lines.slice(0, MOST_PROBLEMS) },
  });
}

const PARTS: Record<string, string> = {
  nodes: 'interacción',
  intents: 'intención',
  entities: 'entidad',
  synonyms: 'sinónimos',
  buttons: 'opción',
  answers: 'respuesta',
  examples: 'frase de ejemplo',
  test_phrases: 'frase de prueba',
  welcome: 'menú inicial',
  settings: 'configuración',
};

/** 'model.nodes.3.title' → 'interacción 4, title'. */
function placeText(path: readonly PropertyKey[]): string {
  const words: string[] = [];
  for (const part of path) {
    const last = words.length - 1;
    if (typeof part === 'number') words[last] = `${words[last] ?? ''} ${part + 1}`.trim();
    else if (part !== 'model') words.push(PARTS[String(part)] ?? String(part));
  }
  return words.join(', ') || 'el archivo';
}

/** What the schema can't see: a screen can mend dead ends, but not two things of one name. */
function problemsOf(model: BotModel): string[] {
  const doubles = (names: readonly string[], what: string) =>
    [...new Set(names.filter((name, place) => names.indexOf(name) !== place))].map(
      (name) => `Hay dos ${what} con el nombre «${name}».`,
    );
  const patterns = (model.entities ?? []).flatMap(({ name, values }) =>
    values
      .flatMap((value) => value.patterns)
      .filter((text) => readPattern(text) === null)
      .map((text) => `La entidad «${name}» tiene una expresión regular que no se puede usar: «${text}».`),
  );
  return [
    ...doubles(
      model.nodes.map(({ id }) => id),
      'interacciones',
    ),
    ...doubles(
      model.intents.map(({ name }) => name),
      'intenciones',
    ),
    ...doubles(
      (model.entities ?? []).map(({ name }) => name),
      'entidades',
    ),
    ...doubles(
      (model.synonyms ?? []).map(({ name }) => name),
      'grupos de sinónimos',
    ),
    ...patterns,
    ...settingsProblem(model),
  ];
}

/** The settings under the rules of their own screen. */
function settingsProblem(model: BotModel): string[] {
  try {
    changeSettings(structuredClone(model), settingsOf(model));
    return [];
  } catch (error) {
    if (error instanceof Refused) return [`Configuración: ${error.message}`];
    throw error;
  }
}
