/** The entries of the outbox as this hub holds them, and how they meet what storage holds. */
import type { HubPlatform } from '../platform/platform.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';

/** The entries of the outbox, oldest first. */
export class OutboxEntries {
  readonly #platform: Pick<HubPlatform, 'clock' | 'uuid'>;
  readonly #changed: () => void;
  readonly #entries = new Map<string, OutboxEntry>();
  /** Those that this hub changed or let go of since the last `begin`: what storage held before is older. */
  readonly #touched = new Set<string>();

  constructor(platform: Pick<HubPlatform, 'clock' | 'uuid'>, changed: () => void) {
    this.#platform = platform;
    this.#changed = changed;
  }

  get(id: string): OutboxEntry | undefined {
    return this.#entries.get(id);
  }
  all(): OutboxEntry[] {
    return [...this.#entries.values()];
  }
  /** In the order of writing. */
  view(): OutboxEntry[] {
    return this.all().sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** A new one, not held yet. */
  create(what: Pick<OutboxEntry, 'botId' | 'conversationId' | 'notBefore' | 'command'>): OutboxEntry {
    const { uuid, clock } = this.#platform;
    // Later than what was written before, though the clock was set back meanwhile: it decides the order.
    const newest = Math.max(0, ...this.all().map((entry) => entry.createdAt));
    const createdAt = Math.max(clock.now(), newest + 1);
    return { id: uuid(), createdAt, state: 'waiting', reason: null, ...what };
  }

  keep(entry: OutboxEntry): void {
    this.hold(entry);
    this.#changed();
  }
  /** As `keep`; nobody is told, because what follows at once is. */
  hold(entry: OutboxEntry): void {
    this.#entries.set(entry.id, entry);
    this.touch(entry.id);
  }
  drop(id: string): void {
    this.#entries.delete(id);
    this.touch(id);
    this.#changed();
  }
  /** Storage is about to hold something newer. */
  touch(id: string): void {
    this.#touched.add(id);
  }

  /** Storage is about to be read. */
  begin(): void {
    this.#touched.clear();
  }
  /**
   * What storage held: another hub of this person may have queued, sent or stopped something since.
   * @param stored null: there is no storage
   * @param busy whether this hub has it on its way
   * @returns those that were not known so
   */
  restore(stored: readonly OutboxEntry[] | null, busy: (id: string) => boolean): OutboxEntry[] {
    if (!stored) return [];
    const ids = new Set(stored.map(({ id }) => id));
    const ours = (id: string) => this.#touched.has(id) || busy(id);
    for (const { id, saving } of this.all())
      if (!ids.has(id) && !saving && !ours(id)) this.#entries.delete(id);
    // What was under way when a hub ended is asked again, under its own key.
    const news = stored
      .filter(({ id }) => !ours(id))
      .map((entry): OutboxEntry => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry));
    for (const entry of news) this.#entries.set(entry.id, entry);
    this.#changed();
    return news;
  }
}
