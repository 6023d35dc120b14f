/**
 * Writes on their way. Each is durable before it is shown as queued, leaves only while its bot is caught up, and
 * happens once: a lost answer is asked for again under the same key, never under another. What becomes of an entry is
 * its machine's to say, and whose turn it is, a table's (`machines/outbox`); both are carried out here.
 *
 * Per conversation messages leave one after the other in the order they were written. A change that waits for its
 * undo time does not hold them up. A message's files go before it, under keys of their own; until the message itself
 * has left it can be stopped.
 */

import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import type { Message } from '../../../contract/entities/message.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { attempted } from '../../../machines/outbox/entry-machine.ts';
import { againKey } from '../../shared/again-key.ts';
import { quietly } from '../platform/quietly.ts';
import type { SendInput } from '../surface/api.ts';
import type { OutboxEntry, WorkFile } from '../surface/outbox-entry.ts';
import type { Draft, WorkStore } from '../work-store/work-database.ts';
import { Attempts } from './attempts.ts';
import { Departures } from './departures.ts';
import { OutboxEntries } from './entries.ts';
import { EntryRunner } from './entry-runner.ts';
import { carrying, flightOf } from './flight.ts';
import { messageCommand } from './message.ts';
import type { OutboxHost } from './outbox-host.ts';

/** What a person asks of their unsent writes. */
export class Outbox {
  readonly #host: OutboxHost;
  readonly #store: WorkStore;
  readonly #entries: OutboxEntries;
  readonly #attempts: Attempts;
  readonly #runner: EntryRunner;
  readonly #departures: Departures;

  constructor(host: OutboxHost, store: WorkStore) {
    this.#host = host;
    this.#store = store;
    this.#entries = new OutboxEntries(host.platform, () => host.changed());
    const entries = this.#entries;
    const attempts = new Attempts(host, store, entries);
    this.#attempts = attempts;
    this.#runner = new EntryRunner({ host, store, entries, attempts, pump: () => this.pump() });
    this.#departures = new Departures(host, entries, attempts, this.#runner);
  }

  /** Storage is about to be read. */
  begin(): void {
    this.#entries.begin();
  }
  /** What storage held. @param entries null: there is no storage */
  restore(entries: readonly OutboxEntry[] | null): void {
    for (const { id, tried, command } of this.#entries.restore(entries, (id) =>
      this.#runner.flights.has(id),
    )) {
      if (tried) this.#runner.flights.set(id, flightOf('waiting', attempted(command.kind)));
    }
    this.pump();
  }

  /** Oldest first. */
  view(): OutboxEntry[] {
    return this.#entries.view();
  }
  /** Those that have not reached the server. */
  get unsent(): number {
    return this.#entries.all().filter((entry) => this.#runner.stateOf(entry) !== 'sent').length;
  }
  /** Bots that something waits for. */
  bots(): Set<number> {
    return new Set(this.#entries.all().flatMap(({ state, botId }) => (state === 'waiting' ? [botId] : [])));
  }

  /**
   * Queues a reply or note with files of its draft. Resolves when durable, together with what is left of the draft.
   * @throws when the session ended before: its author still has it
   */
  async send(input: SendInput, files: readonly WorkFile[], draft: Draft): Promise<OutboxEntry> {
    const { messages } = this.#host.known(input.botId, input.conversationId);
    const { botId, conversationId } = input;
    const temporal_id = input.again ? againKey(input.again.id) : this.#host.platform.uuid();
    const same = carrying(this.#entries.all(), temporal_id);
    if (same) return same;
    const command = messageCommand(input, { temporal_id, files, last_seen: messages.at(-1)?.order ?? null });
    const entry = this.#entries.create({ botId, conversationId, notBefore: null, command });
    // In sight at once: a slow disk must not make words vanish. It leaves, and may be stopped, when it is stored.
    this.#entries.keep({ ...entry, saving: true });
    if (!(await this.#store.put(entry, draft))) throw new Error(ERRORS.unauthorized.message);
    if (input.close) await this.changeLater(botId, conversationId, { state: 'closed' }, temporal_id);
    return this.#add(entry);
  }

  /**
   * Queues a change that leaves after the undo time. Resolves when durable.
   * @param after `temporal_id` of a message of this outbox: the change waits for it, and goes with it if it can't leave
   */
  async changeLater(
    botId: number,
    conversationId: string,
    change: ConversationChange,
    after?: string,
  ): Promise<OutboxEntry> {
    const notBefore = this.#host.platform.clock.now() + LIMITS.undo;
    const { card } = this.#host.known(botId, conversationId);
    const seen = card ? { state: card.state, agent_id: card.agent_id } : null;
    const command = { kind: 'change', change, seen, ...(after ? { after } : {}) } as const;
    const entry = this.#entries.create({ botId, conversationId, notBefore, command });
    if (!(await this.#store.put(entry))) throw new Error(ERRORS.unauthorized.message);
    return this.#add(entry);
  }

  /** @returns false when it has left already (or was never there) */
  async takeBack(id: string): Promise<boolean> {
    const before = this.#entries.get(id);
    await this.#runner.happens(id, { type: 'TAKE_BACK' });
    return before !== undefined && !this.#entries.get(id);
  }

  /** Stops a message that the server can't have yet. @returns what it was; null: it has left, or never was there */
  takeOut(id: string): OutboxEntry | null {
    const before = this.#entries.get(id);
    quietly('outbox', this.#runner.happens(id, { type: 'TAKE_OUT' }));
    return before && !this.#entries.get(id) ? before : null;
  }

  /** The person read the reason and wants it sent all the same. */
  async retry(id: string): Promise<void> {
    await this.#runner.happens(id, { type: 'RETRY' });
  }

  async discard(id: string): Promise<void> {
    await this.#runner.happens(id, { type: 'DISCARD' });
  }

  /** A message was folded: its bubble is the real one now. */
  folded(message: Message): void {
    if (message.temporal_id === null) return;
    const entry = carrying(this.#entries.all(), message.temporal_id);
    // Its answer may still be on its way, or lost: the event says as much.
    if (entry) quietly('outbox', this.#runner.happens(entry.id, { type: 'SHOWN' }));
  }

  /** Sends what may leave now. */
  pump(): void {
    this.#departures.pump();
  }

  /** Nothing leaves any more (signed out, superseded); what is queued stays stored. */
  stop(): void {
    this.#departures.stop();
    this.#attempts.stop();
    for (const { abort } of this.#runner.flights.values()) abort.abort();
  }

  /** It is stored, and shown as that by its machine. */
  #add(entry: OutboxEntry): OutboxEntry {
    this.#entries.hold({ ...entry, saving: true });
    quietly('outbox', this.#runner.happens(entry.id, { type: 'STORED' }));
    return entry;
  }
}
