/** Drafts, one per conversation and mode, shared by all tabs and kept over restarts; cleared only by their own send. */
import type { Clock } from './platform.ts';
import type { DraftMode, TopicValues } from './surface.ts';
import { type Draft, draftKey, type WorkStore } from './work-database.ts';

export class Drafts {
  readonly #clock: Clock;
  readonly #store: WorkStore;
  readonly #changed: (draft: Draft) => void;
  readonly #drafts = new Map<string, Draft>();

  constructor(clock: Clock, store: WorkStore, changed: (draft: Draft) => void) {
    this.#clock = clock;
    this.#store = store;
    this.#changed = changed;
  }

  /** What storage held; text that was typed while it was being read is newer and stays. */
  restore(drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (!this.#drafts.has(draft.key)) this.#drafts.set(draft.key, draft);
      this.#changed(draft);
    }
  }

  view(conversationId: string, mode: DraftMode): TopicValues['draft'] {
    const draft = this.#drafts.get(draftKey(conversationId, mode));
    return draft
      ? { text: draft.text, updatedAt: draft.updatedAt, by: draft.by }
      : { text: '', updatedAt: 0, by: 'hub' };
  }
  /** Conversations of a bot with an unsent text. */
  drafted(botId: number): string[] {
    const ids = [...this.#drafts.values()].filter(
      (draft) => draft.botId === botId && draft.text.trim() !== '',
    );
    return [...new Set(ids.map((draft) => draft.conversationId))];
  }
  get count(): number {
    return [...this.#drafts.values()].filter((draft) => draft.text.trim() !== '').length;
  }

  /** Resolves when it is durable. */
  async save(
    conversationId: string,
    botId: number,
    mode: DraftMode,
    text: string,
    by: string,
  ): Promise<void> {
    const key = draftKey(conversationId, mode);
    const draft: Draft = { key, botId, conversationId, mode, text, updatedAt: this.#clock.now(), by };
    this.#drafts.set(key, draft);
    this.#changed(draft);
    await this.#store.putDraft(draft);
  }

  /** Its text was queued: empty everywhere, by the hub's word. The store has cleared it with the entry. */
  sent(conversationId: string, botId: number, mode: DraftMode): void {
    const key = draftKey(conversationId, mode);
    const draft: Draft = {
      key,
      botId,
      conversationId,
      mode,
      text: '',
      updatedAt: this.#clock.now(),
      by: 'hub',
    };
    this.#drafts.set(key, draft);
    this.#changed(draft);
  }
}
