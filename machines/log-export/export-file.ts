/** The file that 'Exportar registro' makes: a bot's log as this browser held it, and what it showed. */
import * as z from 'zod/mini';
import { type Conversation, conversation } from '../../contract/entities/conversation.ts';
import { counterMatrix } from '../../contract/entities/counters.ts';
import { message } from '../../contract/entities/message.ts';
import { viewer } from '../../contract/entities/user.ts';
import { instant, numericId, seq } from '../../contract/primitives.ts';
import { type LoggedFrame, parseFrame } from '../../contract/realtime/events.ts';
import type { InboxState } from '../inbox/inbox-state.ts';
import { Redactor } from './redact.ts';

/** Raise it when an older reader could not replay what is written. */
const VERSION = 1;

const base = z.object({ bot_id: numericId, seq, sight: z.string(), viewer, matrix: counterMatrix });
const fileSchema = z.object({
  format: z.literal('charla-log'),
  version: z.literal(VERSION),
  exported_at: instant,
  /** Whether texts are in it. */
  texts: z.boolean(),
  base,
  frames: z.array(z.looseObject({ name: z.string() })),
  /** What the frames led to, and what pages added to it. */
  view: z.object({
    seq,
    matrix: counterMatrix,
    cards: z.array(conversation),
    messages: z.array(z.object({ conversation_id: z.string(), floor: z.int(), messages: z.array(message) })),
  }),
  /** What the application said of itself: for reading, not for replaying. */
  about: z.unknown(),
});
type ExportShape = z.infer<typeof fileSchema>;
export interface ExportFile extends Omit<ExportShape, 'frames'> {
  frames: LoggedFrame[];
}

/** A bot's log as the hub gives it. */
export interface RawLog {
  base: ExportFile['base'];
  frames: readonly LoggedFrame[];
  state: InboxState;
}

/**
 * Makes the file, without anything personal.
 * @param about facts of the application; its texts are scrubbed
 * @param at ISO instant
 */
export function makeExport(raw: RawLog, about: unknown, at: string, options: { texts: boolean }): ExportFile {
  const redactor = new Redactor(options);
  const messages = [...raw.state.messages].map(([conversation_id, window]) => ({
    conversation_id,
    ...window,
  }));
  const cards: Conversation[] = [...raw.state.cards.values()];
  if (options.texts)
    redactor.learn([raw.frames, cards, messages, [...(raw.state.colleagues?.values() ?? [])]]);
  return {
    format: 'charla-log',
    version: VERSION,
    exported_at: at,
    texts: options.texts,
    base: redactor.redact(raw.base),
    frames: raw.frames.map((frame) => redactor.redact(frame)),
    view: {
      seq: raw.state.seq,
      matrix: raw.state.matrix,
      cards: cards.map((card) => redactor.redact(card)),
      messages: redactor.redact(messages),
    },
    about: scrubAll(about, redactor),
  };
}

/** Facts whose words are the application's own. */
const OWN_WORDS = ['build', 'otherBuilds', 'epoch', 'sight', 'browser', 'state', 'kind', 'transport'];

/** Of the other facts nothing may be left that an error's text has taken along. */
function scrubAll(value: unknown, redactor: Redactor, key = ''): unknown {
  if (typeof value === 'string') return OWN_WORDS.includes(key) ? value : redactor.scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubAll(item, redactor, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, scrubAll(inner, redactor, name)]),
  );
}

/** Facts of the application as text to hand on, without what an error may have taken along. */
export const factsText = (about: unknown): string =>
  JSON.stringify(scrubAll(about, new Redactor({ texts: false })), null, 2);

/** Reads a file's text. @throws Error when it is no such file; ZodError-like issues are in its message */
export function readExport(text: string): ExportFile {
  const parsed = fileSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`not an exported log: ${parsed.error.message}`);
  const frames = parsed.data.frames.map((frame) => {
    const { name, ...content } = frame;
    const read = parseFrame(name, content);
    if (!read) throw new Error(`not a frame of the log: ${JSON.stringify(frame).slice(0, 200)}`);
    return read;
  });
  return { ...parsed.data, frames };
}
