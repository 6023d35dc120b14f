/** Configuración de IA as it stands in its two forms. Pure. */
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { EngineSettings } from '../../../contract/entities/bot-draft.ts';
import { LLM_LIMITS, type LlmConfig, type LlmSettings } from '../../../contract/entities/llm.ts';
import { spoken } from './interaction-draft.ts';

export interface EngineFields {
  /** Percent, as typed. */
  answer_at: string;
  offer_at: string;
  offer_person_after: string;
  fallback_answers: string[];
  choice_answers: string[];
  offer_answers: string[];
  /** One a line. */
  counterexamples: string;
}
export type EngineFault = Partial<Record<keyof EngineFields, string>>;

const percent = (score: number): string => String(Math.round(score * 100));

/** The engine's settings as the form types them: chances in percent, a list as lines. */
export const engineFieldsOf = (settings: EngineSettings): EngineFields => ({
  answer_at: percent(settings.answer_at),
  offer_at: percent(settings.offer_at),
  offer_person_after: String(settings.offer_person_after),
  fallback_answers: settings.fallback_answers,
  choice_answers: settings.choice_answers,
  offer_answers: settings.offer_answers,
  counterexamples: settings.counterexamples.join('\n'),
});

/** How many texts of a kind there may be (contract `engineSettings`). */
export const MOST_TEXTS = 10;
const linesOf = (text: string): string[] => spoken(text.split('\n'));

function whole(text: string, least: number, most: number): boolean {
  const number = Number(text);
  return text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
}

/** What must be mended before it can be saved. */
export function engineFaults(fields: EngineFields): EngineFault {
  const faults: EngineFault = {};
  if (!whole(fields.answer_at, 30, 99)) faults.answer_at = 'Escribe un número entero entre 30 y 99.';
  if (!whole(fields.offer_at, 10, 95)) faults.offer_at = 'Escribe un número entero entre 10 y 95.';
  else if (!faults.answer_at && Number(fields.offer_at) > Number(fields.answer_at))
    faults.offer_at = 'No puede superar la certeza para responder.';
  if (!whole(fields.offer_person_after, 1, 10))
    faults.offer_person_after = 'Escribe un número entero entre 1 y 10.';
  for (const name of ['fallback_answers', 'choice_answers', 'offer_answers'] as const)
    if (spoken(fields[name]).length === 0) faults[name] = 'Escribe al menos una respuesta.';
  if (linesOf(fields.counterexamples).length > BOT_LIMITS.botCounterexamples)
    faults.counterexamples = `Puedes escribir hasta ${BOT_LIMITS.botCounterexamples} frases.`;
  return faults;
}

/** The settings that this form holds; hours and areas stay as they are. */
export const engineToSend = (fields: EngineFields): Partial<EngineSettings> => ({
  answer_at: Number(fields.answer_at) / 100,
  offer_at: Number(fields.offer_at) / 100,
  offer_person_after: Number(fields.offer_person_after),
  fallback_answers: spoken(fields.fallback_answers),
  choice_answers: spoken(fields.choice_answers),
  offer_answers: spoken(fields.offer_answers),
  counterexamples: [...new Set(linesOf(fields.counterexamples))],
});

/** Key of the language model's settings: no part of the draft, they count at once. */
export const llmKey = (botId: number) => ['llm', botId] as const;

export interface LlmFields extends Omit<LlmConfig, 'daily_tokens' | 'summarize_from'> {
  daily_tokens: string;
  summarize_from: string;
}
/** The language model's settings as the form types them (docs/product.md §3). */
export const llmFieldsOf = ({
  enabled,
  prompt,
  only_documents,
  chooses,
  helps_agents,
  summarizes,
  summarize_from,
  daily_tokens,
}: LlmConfig): LlmFields => ({
  enabled,
  prompt,
  only_documents,
  chooses,
  helps_agents,
  summarizes,
  summarize_from: String(summarize_from),
  daily_tokens: String(daily_tokens),
});

/** What is wrong with the budget; null: nothing. @param most what the installation grants a day */
export function llmFault({ daily_tokens }: LlmFields, most: number): string | null {
  return whole(daily_tokens, LLM_LIMITS.leastDailyTokens, most)
    ? null
    : `Escribe un número entero entre ${LLM_LIMITS.leastDailyTokens.toLocaleString('es-CL')} y ${most.toLocaleString('es-CL')}.`;
}

/** What is wrong with the least of messages for a summary; null: nothing, or there are no summaries. */
export function summaryFault({ helps_agents, summarizes, summarize_from }: LlmFields): string | null {
  const { least, most } = LLM_LIMITS.summarizeFrom;
  return !helps_agents || !summarizes || whole(summarize_from, least, most)
    ? null
    : `Escribe un número entero entre ${least} y ${most}.`;
}

/** What the form stands for; a least that nobody asks for is left as it was. */
export const llmWishOf = ({ summarize_from, ...fields }: LlmFields): Partial<LlmConfig> => ({
  ...fields,
  prompt: fields.prompt.trim(),
  daily_tokens: Number(fields.daily_tokens),
  ...(fields.helps_agents && fields.summarizes ? { summarize_from: Number(summarize_from) } : {}),
});

/** Whether what is left of today is too little for an answer. */
export const budgetSpent = ({
  available,
  enabled,
  helps_agents,
  used_today,
  daily_tokens,
}: LlmSettings): boolean =>
  available && (enabled || helps_agents) && daily_tokens - used_today < LLM_LIMITS.answerTokens;
