/**
 * One answer of a server of OpenAI's wire form (`/chat/completions`, streamed). The other side is trusted with nothing:
 * its time, length and form are bounded.
 */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import type { LlmConfig } from '../../platform/config.ts';
import { requestOutside } from '../../platform/outbound/request.ts';
import { LlmFault } from './fault.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}
export type ChatPart = { text: string } | { tokens: number };

export interface ChatOptions {
  trusted: readonly string[];
  /** Tokens of the answer. */
  maxTokens: number;
  signal: AbortSignal;
  /** What form the answer must have (`response_format`); absent: a text. */
  form?: object;
}

/** Bytes of one streamed answer, far above what `maxTokens` takes. */
const MOST_BYTES = 1_000_000;
const MALFORMED = 'El modelo de lenguaje respondió algo que no se entiende.';
const BROKEN = 'La respuesta del modelo de lenguaje se cortó.';
/** No word in time. */
export const LATE = 'El modelo de lenguaje no respondió a tiempo.';

const chunk = z.object({
  choices: z.optional(
    z.array(
      z.object({
        delta: z.optional(z.object({ content: z.optional(z.nullable(z.string())) })),
        finish_reason: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  usage: z.optional(z.nullable(z.object({ total_tokens: z.number() }))),
  error: z.optional(z.unknown()),
});

/**
 * Pieces of text as they come, and what it cost as soon as the server says it.
 * @throws LlmFault; what `signal` says when that ended it
 */
export async function* streamChat(
  llm: LlmConfig,
  messages: readonly ChatMessage[],
  { trusted, maxTokens, signal, form }: ChatOptions,
): AsyncGenerator<ChatPart> {
  const late = new AbortController();
  const ends = setTimeout(() => late.abort(), llm.timeouts.whole);
  // Before the first word and between two.
  let pause = setTimeout(() => late.abort(), llm.timeouts.first);
  const both = AbortSignal.any([signal, late.signal]);
  try {
    const response = await requestOutside({
      url: `${llm.baseUrl}/chat/completions`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(llm.apiKey === null ? {} : { authorization: `Bearer ${llm.apiKey}` }),
      },
      body: Buffer.from(
        JSON.stringify({
          model: llm.model,
          messages,
          max_tokens: maxTokens,
          temperature: 0.2,
          ...(form ? { response_format: form } : {}),
          stream: true,
          stream_options: { include_usage: true },
        }),
      ),
      signal: both,
      trusted,
    });
    refuseStatus(response);
    let finished = false;
    for await (const data of dataLines(response)) {
      clearTimeout(pause);
      pause = setTimeout(() => late.abort(), llm.timeouts.first);
      if (data === '[DONE]') {
        finished = true;
        break;
      }
      const { choices = [], usage } = readChunk(data);
      for (const { delta, finish_reason } of choices) {
        if (delta?.content) yield { text: delta.content };
        if (finish_reason === 'content_filter')
          throw new LlmFault('El modelo de lenguaje se negó a responder.');
        if (finish_reason) finished = true;
      }
      if (usage) yield { tokens: usage.total_tokens };
    }
    response.destroy();
    if (!finished) throw new LlmFault(BROKEN);
  } catch (error) {
    if (signal.aborted || error instanceof LlmFault) throw error;
    throw new LlmFault(late.signal.aborted ? LATE : 'No pudimos conectar con el modelo de lenguaje.', {
      cause: error,
    });
  } finally {
    clearTimeout(ends);
    clearTimeout(pause);
    // Frees the connection when the reader stops early.
    late.abort();
  }
}

function refuseStatus(response: IncomingMessage): void {
  const status = response.statusCode ?? 0;
  const type = response.headers['content-type'] ?? '';
  if (status === 200 && type.includes('text/event-stream')) return;
  response.destroy();
  if (status === 200) throw new LlmFault(MALFORMED);
  if (status === 401 || status === 403) throw new LlmFault('El modelo de lenguaje rechazó la clave.');
  if (status === 404) throw new LlmFault('El modelo de lenguaje no existe en esa dirección.');
  if (status === 429) throw new LlmFault('El modelo de lenguaje está saturado o sin saldo.');
  throw new LlmFault(`El modelo de lenguaje falló (${status}).`, { status });
}

function readChunk(data: string): z.infer<typeof chunk> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    throw new LlmFault(MALFORMED, { cause: error });
  }
  const parsed = chunk.safeParse(value);
  if (!parsed.success || parsed.data.error !== undefined) throw new LlmFault(MALFORMED);
  return parsed.data;
}

/** What follows `data:` of each event; keep-alives and other fields are let be. Pieces may end within a letter. */
async function* dataLines(response: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let open = '';
  let bytes = 0;
  try {
    for await (const piece of response) {
      bytes += (piece as Buffer).length;
      if (bytes > MOST_BYTES) throw new LlmFault(MALFORMED);
      const lines = (open + decoder.decode(piece as Buffer, { stream: true })).split(/\r?\n/);
      open = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new LlmFault(BROKEN, { cause: error });
    throw error;
  }
}
