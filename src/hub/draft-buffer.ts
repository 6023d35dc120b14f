/**
 * What is being typed in this tab, ahead of the hub: keystrokes show at once and travel a moment later. While the tab
 * is ahead, the hub's echo of our own text is not let back in; another tab's text, or the hub's clearing, is.
 */

import type { SendInput } from '../../workers/hub/surface/api.ts';
import type { OutboxEntry } from '../../workers/hub/surface/outbox-entry.ts';
import { type DraftMode, type TopicValues, topicKey } from '../../workers/hub/surface/topics.ts';
import { hub, onHub, tabId, topicStore } from './client.ts';

/** Keystrokes within this time travel together (ms). A crash loses at most so much of a draft. */
const GATHER = 200;

class DraftBuffer {
  readonly #botId: number;
  readonly #conversationId: string;
  readonly #mode: DraftMode;
  readonly #readers = new Set<() => void>();
  #text: string | null = null;
  /** Of the text that the hub told last. */
  #toldAt: number | null = null;
  #leaving: ReadonlySet<string> = new Set();
  #sends = 0;
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
    // Anyone who comes back sees what the hub has, also what it was given back.
    if (this.#readers.size === 1 && this.#sends === 0) this.#leaving = new Set();
    this.#toldAt = topicStore.value<'draft'>(this.#key())?.updatedAt ?? this.#toldAt;
    this.#unwatch ??= topicStore.subscribe(this.#key(), () => this.#told());
    return () => {
      this.#readers.delete(reader);
      if (this.#readers.size > 0) return;
      this.flush();
      this.#unwatch?.();
      this.#unwatch = null;
    };
  };

  readonly save = (text: string): void => {
    this.#set(text);
    this.#timer ??= setTimeout(() => this.flush(), GATHER);
  };

  /** Files that are being sent with it: no longer the draft's, before the hub has said so. */
  readonly leaving = (): ReadonlySet<string> => this.#leaving;

  /** Queues the text; resolves once it is durable. The hub clears the stored draft in the same transaction. */
  readonly send = async (
    text: string,
    extra: Pick<
      SendInput,
      | 'files'
      | 'mentions'
      | 'take'
      | 'close'
      | 'replyTo'
      | 'nextState'
      | 'lastSeen'
      | 'products'
      | 'buttons'
      | 'links'
    > = {},
  ): Promise<OutboxEntry> => {
    this.#cancel();
    this.#leaving = new Set([...this.#leaving, ...(extra.files ?? [])]);
    this.#sends += 1;
    this.#set('');
    try {
      return await hub().send({
        botId: this.#botId,
        conversationId: this.#conversationId,
        text,
        note: this.#mode === 'note',
        ...extra,
      });
    } catch (error) {
      this.#leaving = new Set();
      // Nothing was typed since: give the words back rather than lose them.
      if (this.#text === '' || this.#text === null) this.save(text);
      throw error;
    } finally {
      this.#sends -= 1;
    }
  };

  /** The person has gone: nothing of theirs is shown to the next one, nor saved as the next one's. */
  forget(): void {
    this.#cancel();
    this.#leaving = new Set();
    this.#set(null);
  }

  #key(): string {
    return topicKey({ kind: 'draft', conversationId: this.#conversationId, mode: this.#mode });
  }

  #told(): void {
    const told: TopicValues['draft'] | undefined = topicStore.value<'draft'>(this.#key());
    if (told && this.#leaving.size > 0) {
      const here = new Set(told.files.map(({ id }) => id));
      this.#leaving = new Set([...this.#leaving].filter((id) => here.has(id)));
    }
    // The same text again: something else of the draft changed.
    if (!told || this.#timer !== null || told.updatedAt === this.#toldAt) return;
    this.#toldAt = told.updatedAt;
    if (told.by === tabId() && told.text !== this.#text) return;
    this.#set(null);
  }

  /** What was typed last goes to the hub now: somebody leaves the field, or the tab. */
  readonly flush = (): void => {
    if (this.#timer === null) return;
    this.#cancel();
    const text = this.#text ?? '';
    hub()
      .saveDraft(this.#conversationId, this.#botId, this.#mode, text, tabId())
      .catch((error: unknown) => {
        // The text is still on screen; the next keystroke tries again.
        console.warn('draft not saved yet', error);
      });
  };

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
onHub('signed-out', () => {
  for (const buffer of buffers.values()) buffer.forget();
  buffers.clear();
});

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
