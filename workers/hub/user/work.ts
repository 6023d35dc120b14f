/** What a person has written and not sent yet: drafts, outbox, their files, and what moves between them. */
import { Drafts } from '../drafts/drafts.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { OutboxHost } from '../outbox/outbox-host.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { SendInput } from '../surface/api.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { Topic } from '../surface/topics.ts';
import { type Draft, WorkStore } from '../work-store/work-database.ts';

export interface WorkHost extends Omit<OutboxHost, 'platform' | 'changed'> {
  platform: HubPlatform;
  /** Which topics may have changed. */
  mark(touched: (topic: Topic) => boolean): void;
  /** The outbox waits for other bots than before. */
  sync(): void;
  storageFailed(error: unknown): void;
  /** A draft was changed by a tab of this hub. */
  drafted(draft: Draft): void;
}

/** Drafts, outbox and their files of one person. */
export class Work {
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  /** What was stored is here: until then a draft is not known. */
  ready = false;
  readonly restored: Promise<void>;
  readonly #store: WorkStore;
  readonly #host: WorkHost;
  /** The bots that the outbox waits for. */
  #waitedFor: ReadonlySet<number> = new Set();
  #ended = false;

  constructor(host: WorkHost, uid: string) {
    this.#host = host;
    this.#store = new WorkStore(host.platform, uid, (error) => host.storageFailed(error));
    this.drafts = new Drafts(host.platform, this.#store, (draft, here) => {
      if (here) host.drafted(draft);
      host.mark(
        (topic) =>
          (topic.kind === 'draft' &&
            topic.conversationId === draft.conversationId &&
            topic.mode === draft.mode) ||
          (topic.kind === 'drafted' && topic.botId === draft.botId),
      );
    });
    const { platform, ready, me, serverNow, known, call, upload, refused } = host;
    this.outbox = new Outbox(
      {
        platform,
        ready,
        me,
        serverNow,
        known,
        call,
        upload,
        refused,
        changed: () => {
          host.mark((topic) => topic.kind === 'outbox');
          const bots = this.outbox.bots();
          if (bots.size === this.#waitedFor.size && [...bots].every((id) => this.#waitedFor.has(id))) return;
          this.#waitedFor = bots;
          host.sync();
        },
      },
      this.#store,
    );
    this.restored = this.reread();
  }

  /** Queues what was written; its draft lets go of it at once, and durably together with the entry. */
  async send(input: SendInput): Promise<OutboxEntry> {
    await this.restored;
    const { conversationId, botId, note, keepDraft = false, files = [] } = input;
    const mode = note ? 'note' : 'reply';
    const taken = this.drafts.takeOut(conversationId, botId, mode, files, keepDraft);
    const carried = taken.files.length + (input.again?.attachments.length ?? 0);
    if (input.text.trim() === '' && carried === 0) throw new Error('There is nothing to send');
    return this.outbox.send(input, taken.files, taken.draft);
  }

  /** Stops a message and makes it a draft again. @returns false: it has left */
  async cancel(entryId: string): Promise<boolean> {
    const entry = this.outbox.takeOut(entryId);
    const draft = entry && this.drafts.giveBack(entry);
    if (!entry || !draft) return false;
    await this.#store.giveBack(entry, draft);
    return true;
  }

  fileOf(id: string): Promise<Blob | null> {
    return this.#store.file(id);
  }

  /** Reads what is stored: at the start, and when another hub of this person stored work for this one to send. */
  async reread(): Promise<void> {
    this.drafts.begin();
    this.outbox.begin();
    const stored = await this.#store.load();
    if (this.#ended) return;
    this.ready = true;
    this.drafts.restore(stored?.drafts ?? null);
    this.outbox.restore(stored?.outbox ?? null);
    this.#host.mark(({ kind }) => kind === 'draft' || kind === 'outbox');
  }

  /** @param wipe true: it goes for good (signed out by hand); false: it stays for the same person */
  async end(wipe: boolean): Promise<void> {
    this.#ended = true;
    if (wipe) await this.#store.wipe();
    else this.#store.close();
  }
}
