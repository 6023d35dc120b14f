/**
 * What is being typed in this tab, ahead of the hub: keystrokes show at once and travel a moment later. While the tab
 * is ahead, the hub's echo of our own text is not let back in; another tab's text, or the hub's clearing, is. A reload
 * of the only tab ends the worker too: what it has not confirmed by then is taken up again by the next page.
 */

import type { SendInput } from '../../workers/hub/surface/api.ts';
import type { OutboxEntry } from '../../workers/hub/surface/outbox-entry.ts';
import { type DraftMode, type TopicValues, topicKey } from '../../workers/hub/surface/topics.ts';
import { hub, onHub, tabId, topicStore } from './client.ts';
import { Unconfirmed } from './unconfirmed.ts';
import { type UnsavedDraft, unsavedDrafts } from './unsaved-drafts.ts';

/** Keystrokes within this time travel together (ms). */
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
  readonly #unconfirmed: Unconfirmed;
  /** What the last page of this tab left, until the hub's text is known and one of the two is chosen. */
  #left: UnsavedDraft | null = null;

  constructor(botId: number, conversationId: string, mode: DraftMode) {
    this.#botId = botId;
    this.#conversationId = conversationId;
    this.#mode = mode;
    this.#unconfirmed = new Unconfirmed({ botId, conversationId, mode }, () => this.#hubs()?.text ?? '');
  }

  /** What this tab has typed, or null when the hub's text is the one to show. */
  readonly text = (): string | null => this.#text;

  readonly subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader);
    // Anyone who comes back sees what the hub has, also what it was given back.
    if (this.#readers.size === 1 && this.#sends === 0) this.#leaving = new Set();
    this.#toldAt = this.#hubs()?.updatedAt ?? this.#toldAt;
    this.#unwatch ??= topicStore.subscribe(this.#key(), () => this.#told());
    takeUpLeft();
    return () => {
      this.#readers.delete(reader);
      if (this.#readers.size > 0) return;
      this.flush();
      this.#unwatch?.();
      this.#unwatch = null;
    };
  };

  readonly save = (text: string): void => {
    this.#unconfirmed.typed(text);
    this.#set(text);
    this.#timer ??= setTimeout(() => this.flush(), GATHER);
  };

  /** Words that the last page of this tab had not got to the hub: they are the draft, unless one wrote or sent since. */
  takeUp(left: UnsavedDraft): void {
    this.#left = left;
    const stop = this.subscribe(() => {
      if (this.#left === null) stop();
    });
    this.#choose();
  }

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
    this.#unconfirmed.sends(text);
    this.#set('');
    try {
      const entry = await hub().send({
        botId: this.#botId,
        conversationId: this.#conversationId,
        text,
        note: this.#mode === 'note',
        ...extra,
      });
      this.#unconfirmed.arrived('', this.#text);
      return entry;
    } catch (error) {
      this.#unconfirmed.failed();
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
    this.#left = null;
    this.#leaving = new Set();
    this.#unconfirmed.forget();
    this.#set(null);
  }

  #key(): string {
    return topicKey({ kind: 'draft', conversationId: this.#conversationId, mode: this.#mode });
  }

  /** The hub's draft, once it has told it. */
  #hubs(): TopicValues['draft'] | undefined {
    return topicStore.value<'draft'>(this.#key());
  }

  /** Of what the last page left and what the hub has, the later is the draft. */
  #choose(): void {
    const left = this.#left;
    const told = this.#hubs();
    if (!left || !told) return;
    this.#left = null;
    this.#toldAt = told.updatedAt;
    if (left.over.includes(told.text) && left.text !== told.text) {
      this.save(left.text);
      return;
    }
    this.#set(null);
    this.#unconfirmed.settle(null);
  }

  #told(): void {
    if (this.#left) {
      this.#choose();
      return;
    }
    const told = this.#hubs();
    if (told && this.#leaving.size > 0) {
      const here = new Set(told.files.map(({ id }) => id));
      this.#leaving = new Set([...this.#leaving].filter((id) => here.has(id)));
    }
    // The same text again: something else of the draft changed.
    if (!told || this.#timer !== null || told.updatedAt === this.#toldAt) return;
    this.#toldAt = told.updatedAt;
    if (told.by === tabId() && told.text !== this.#text) return;
    this.#set(null);
    this.#unconfirmed.settle(null);
  }

  /** What was typed last goes to the hub now: somebody leaves the field, or the tab. */
  readonly flush = (): void => {
    if (this.#timer === null) return;
    this.#cancel();
    const text = this.#text ?? '';
    this.#unconfirmed.leaves(text);
    hub()
      .saveDraft(this.#conversationId, this.#botId, this.#mode, text, tabId())
      .then(
        () => this.#unconfirmed.arrived(text, this.#text),
        (error: unknown) => {
          this.#unconfirmed.failed();
          // The text is still on screen; the next keystroke tries again.
          console.warn('draft not saved yet', error);
        },
      );
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

let tookUp = false;
/** With the first draft that a page shows all that its last page left, also where that conversation is not open now. */
function takeUpLeft(): void {
  if (tookUp) return;
  tookUp = true;
  for (const left of unsavedDrafts()) draftBuffer(left.botId, left.conversationId, left.mode).takeUp(left);
}
