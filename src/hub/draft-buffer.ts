/**
 * What is being typed in this tab, ahead of the hub: keystrokes show at once and travel a moment later. While the tab
 * is ahead, the hub's echo of our own text is not let back in; another tab's text, or the hub's clearing, is.
 */
import { type DraftMode, type OutboxEntry, type TopicValues, topicKey } from '../../workers/hub/surface.ts';
import { hub, tabId, topicStore } from './client.ts';

/** Keystrokes within this time travel together (ms). A crash loses at most so much of a draft. */
const GATHER = 200;

class DraftBuffer {
  readonly #botId: number;
  readonly #conversationId: string;
  readonly #mode: DraftMode;
  readonly #readers = new Set<() => void>();
  #text: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #unwatch: (() => void) | null = null;

  constructor(botId: number, conversationId: string, mode: DraftMode) {
    this.#botId = botId;
    this.#conversationId = conversationId;
    this.#mode = mode;
  }

  /** What this tab has typed, or null when the hub's text is the one to show. */
  readonly text = (): string | null => this.#text;

  readonly subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader);
    this.#unwatch ??= topicStore.subscribe(this.#key(), () => this.#told());
    return () => {
      this.#readers.delete(reader);
      if (this.#readers.size > 0) return;
      this.#flush();
      this.#unwatch?.();
      this.#unwatch = null;
    };
  };

  readonly save = (text: string): void => {
    this.#set(text);
    this.#timer ??= setTimeout(() => this.#flush(), GATHER);
  };

  /** Queues the text; resolves once it is durable. The hub clears the stored draft in the same transaction. */
  readonly send = async (text: string, attachments: string[] = []): Promise<OutboxEntry> => {
    this.#cancel();
    this.#set('');
    try {
      return await hub().send({
        botId: this.#botId,
        conversationId: this.#conversationId,
        text,
        note: this.#mode === 'note',
        attachments,
      });
    } catch (error) {
      // Nothing was typed since: give the words back rather than lose them.
      if (this.#text === '' || this.#text === null) this.save(text);
      throw error;
    }
  };

  #key(): string {
    return topicKey({ kind: 'draft', conversationId: this.#conversationId, mode: this.#mode });
  }

  #told(): void {
    const told: TopicValues['draft'] | undefined = topicStore.value<'draft'>(this.#key());
    if (!told || this.#timer !== null) return;
    if (told.by === tabId() && told.text !== this.#text) return;
    this.#set(null);
  }

  #flush(): void {
    if (this.#timer === null) return;
    this.#cancel();
    const text = this.#text ?? '';
    hub()
      .saveDraft(this.#conversationId, this.#botId, this.#mode, text, tabId())
      .catch((error: unknown) => {
        // The text is still on screen; the next keystroke tries again.
        console.warn('draft not saved yet', error);
      });
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(text: string | null): void {
    this.#text = text;
    for (const reader of this.#readers) reader();
  }
}

const buffers = new Map<string, DraftBuffer>();

/** The buffer of a conversation's draft; the same object for equal arguments. */
export function draftBuffer(botId: number, conversationId: string, mode: DraftMode): DraftBuffer {
  const key = `${botId}:${conversationId}:${mode}`;
  let buffer = buffers.get(key);
  if (!buffer) {
    buffer = new DraftBuffer(botId, conversationId, mode);
    buffers.set(key, buffer);
  }
  return buffer;
}
