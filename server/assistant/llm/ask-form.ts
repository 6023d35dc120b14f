/**
 * One question to the language model whose answer is a form (JSON with known keys): budget, stream, bounds. What it writes
 * is read by the asker's own `read` and is otherwise dropped.
 */
import type * as z from 'zod/mini';
import type { LlmConfig } from '../../../contract/entities/llm.ts';
import type { App } from '../../platform/app.ts';
import { endedBy, INTERRUPTED } from './ended-by.ts';
import { LlmFault } from './fault.ts';
import { roughTokens } from './prompt.ts';
import { reserveTokens, settleTokens } from './settings.ts';
import { type ChatMessage, streamChat } from './stream-chat.ts';

/** All of its properties are required, and no others are allowed. */
export interface AnswerForm {
  name: string;
  properties: Record<string, object>;
}

export interface FormQuestion<T> {
  botId: number;
  config: Pick<LlmConfig, 'daily_tokens'>;
  messages: readonly ChatMessage[];
  form: AnswerForm;
  /** Tokens of the answer. */
  answerTokens: number;
  signal: AbortSignal;
  /** What the answer says; in words why it is of no use. */
  read: (written: string) => T | string;
  /** Whether it counts as an answer of the day; default: whatever could be read. */
  answered?: (value: T) => boolean;
}
/** `asked`: the question left this machine. `reason`: why there is no answer, in Spanish. */
export type FormReply<T> =
  | { value: T; tokens: number; asked: true }
  | { reason: string; tokens: number; asked: boolean };

/** What the owner and who asks are told when the day's budget has no room left. */
export const SPENT = 'Se alcanzó el presupuesto de tokens de hoy.';
/** Characters of an answer per token that it may take; more is no longer read. */
const MOST_PER_TOKEN = 20;

type Ports = Pick<App, 'db' | 'config' | 'clock'>;

/** Never throws but for what is ours; every failure of the other side is a `reason`. */
export async function askForm<T extends object>(
  app: Ports,
  question: FormQuestion<T>,
): Promise<FormReply<T>> {
  const { botId, config, messages, answerTokens, signal } = question;
  const { llm } = app.config;
  if (!llm)
    return {
      reason: 'Esta instalación no tiene un modelo de lenguaje configurado.',
      tokens: 0,
      asked: false,
    };
  const reserved = roughTokens(messages) + answerTokens;
  const day = await reserveTokens(app, botId, config.daily_tokens, reserved);
  if (day === null) return { reason: SPENT, tokens: 0, asked: false };
  const ask = async (form: object | null): Promise<{ written: string; spent: number | null }> => {
    let written = '';
    let spent: number | null = null;
    const options = { trusted: app.config.outboundTrustedOrigins, maxTokens: answerTokens, signal };
    for await (const part of streamChat(llm, messages, form ? { ...options, form } : options)) {
      // What it says of itself is not to be believed without bounds.
      if ('tokens' in part) spent = Math.min(Math.max(0, Math.round(part.tokens)), 10 * reserved);
      else written += part.text;
      if (written.length > MOST_PER_TOKEN * answerTokens) break;
    }
    return { written, spent };
  };
  let told: { written: string; spent: number | null } = { written: '', spent: null };
  let failure: string | null = null;
  try {
    told = await ask(formatOf(question.form)).catch((error: unknown) => {
      // A server that knows no schemas of answers is asked by words alone.
      if (error instanceof LlmFault && (error.status === 400 || error.status === 422)) return ask(null);
      throw error;
    });
  } catch (error) {
    if (!(error instanceof LlmFault) && !signal.aborted) throw error;
    failure = error instanceof LlmFault ? error.message : endedBy(signal);
  }
  const read = failure ?? question.read(told.written);
  const value = typeof read === 'string' ? null : read;
  const reason = typeof read === 'string' ? read : null;
  // Without a word about it from the other side: as was set aside, less the answer's unused part.
  const tokens = told.spent ?? reserved - answerTokens + Math.ceil(told.written.length / 3);
  await settleTokens(
    app,
    botId,
    { day, reserved },
    {
      tokens,
      // Who takes a question back finds no fault with the model.
      failure: reason === INTERRUPTED ? null : reason,
      answered: value !== null && (question.answered?.(value) ?? true),
    },
  );
  return value === null ? { reason: reason ?? '', tokens, asked: true } : { value, tokens, asked: true };
}

const formatOf = ({ name, properties }: AnswerForm): object => ({
  type: 'json_schema',
  json_schema: {
    name,
    strict: true,
    schema: {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    },
  },
});

/** The form in what the model wrote, whatever stands around it; null: there is none, or another one. */
export function readForm<S extends z.ZodMiniType>(schema: S, written: string): z.output<S> | null {
  const json = /\{[\s\S]*\}/.exec(written)?.[0] ?? '';
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : null;
}
