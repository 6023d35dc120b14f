/** One question to the language model with a bot's documents: budget, prompt, stream, judgement. */
import { LLM_LIMITS, type LlmConfig } from '../../../contract/entities/llm.ts';
import type { App } from '../../platform/app.ts';
import { type DocumentKnowledge, sourceOf } from '../documents/knowledge.ts';
import { SPENT } from './ask-form.ts';
import { endedBy } from './ended-by.ts';
import { LlmFault } from './fault.ts';
import { chatMessages, checkAnswer, growing, roughTokens, type Said, type Source } from './prompt.ts';
import { reserveTokens, settleTokens } from './settings.ts';
import { streamChat } from './stream-chat.ts';

export interface Question {
  botId: number;
  text: string;
  earlier: readonly Said[];
  config: LlmConfig;
  sight: 'published' | 'draft';
  signal: AbortSignal;
  /** Told the whole text so far, as it grows. */
  onText?: (text: string) => void;
}
export type LlmReply =
  | { text: string; sources: string[]; tokens: number; asked: true }
  /** Nothing to be said; why, for the owner. `asked`: the question left this machine. */
  | { reason: string; tokens: number; asked: boolean };

const unasked = (reason: string): LlmReply => ({ reason, tokens: 0, asked: false });

/** Passages that the model is given, and the least of the question that each covers. */
const PASSAGES = 5;
const LEAST_SCORE = 0.25;

type Ports = Pick<App, 'db' | 'config' | 'clock'>;

/** Never throws but for what is ours; every failure of the other side is a `reason`. */
export async function askLlm(
  app: Ports,
  knowledge: DocumentKnowledge,
  question: Question,
): Promise<LlmReply> {
  const { botId, text, config } = question;
  const { llm } = app.config;
  if (!llm) return unasked('Esta instalación no tiene un modelo de lenguaje configurado.');
  const found = await knowledge.find(app.db, botId, text, PASSAGES, question.sight);
  const sources: Source[] = found
    .filter(({ score }) => score >= LEAST_SCORE)
    .map(({ passage }) => ({ title: sourceOf(passage), text: passage.text }));
  if (config.only_documents && sources.length === 0) return unasked('Ningún documento habla de eso.');
  const messages = chatMessages(config, sources, question.earlier, text);
  const reserved = roughTokens(messages) + LLM_LIMITS.answerTokens;
  const day = await reserveTokens(app, botId, config.daily_tokens, reserved);
  if (day === null) return unasked(SPENT);
  let written = '';
  let spent: number | null = null;
  let failure: string | null = null;
  try {
    const options = {
      trusted: app.config.outboundTrustedOrigins,
      maxTokens: LLM_LIMITS.answerTokens,
      signal: question.signal,
    };
    for await (const part of streamChat(llm, messages, options)) {
      if ('tokens' in part) {
        // What it says of itself is not to be believed without bounds.
        spent = Math.min(Math.max(0, Math.round(part.tokens)), 10 * reserved);
        continue;
      }
      written += part.text;
      if (written.length > 2 * LLM_LIMITS.answer) break;
      const shown = growing(written);
      if (shown !== '') question.onText?.(shown);
    }
  } catch (error) {
    if (!(error instanceof LlmFault) && !question.signal.aborted) throw error;
    failure = error instanceof LlmFault ? error.message : endedBy(question.signal);
  }
  const checked = failure === null ? checkAnswer(written, config, sources) : { reason: failure };
  // Without a word about it from the other side: as was set aside, less the answer's unused part.
  const tokens = spent ?? reserved - LLM_LIMITS.answerTokens + Math.ceil(written.length / 3);
  await settleTokens(
    app,
    botId,
    { day, reserved },
    { tokens, failure: 'reason' in checked ? checked.reason : null },
  );
  return { ...checked, tokens, asked: true };
}
