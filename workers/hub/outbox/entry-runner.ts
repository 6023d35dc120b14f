/**
 * The machine of each entry at work: what happens to an entry is said to `machines/outbox`, and what the machine asks for
 * is carried out here. An entry that an attempt was made of has a flight, which ends with it.
 */
import {
  type EntryEffect,
  type EntryEvent,
  type EntryState,
  stepEntry,
  untouched,
} from '../../../machines/outbox/entry-machine.ts';
import { quietly } from '../platform/quietly.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { WorkStore } from '../work-store/work-database.ts';
import type { Attempts, Said } from './attempts.ts';
import type { OutboxEntries } from './entries.ts';
import {
  type Flight,
  flightOf,
  idle,
  leaderOf,
  shownState,
  stateOf,
  untried,
  withoutUploads,
} from './flight.ts';
import type { OutboxHost } from './outbox-host.ts';

/** A sent message whose event does not come is shown by its page at the latest; until then its bubble stays. */
const ECHO_PATIENCE = 10_000;

export interface EntryRunnerParts {
  host: OutboxHost;
  store: WorkStore;
  entries: OutboxEntries;
  attempts: Attempts;
  /** Another entry may leave now. */
  pump(): void;
}

/** Carries out what the machines of the entries ask for. */
export class EntryRunner {
  /** Of those that an attempt was made of. */
  readonly flights = new Map<string, Flight>();
  readonly #host: OutboxHost;
  readonly #store: WorkStore;
  readonly #entries: OutboxEntries;
  readonly #attempts: Attempts;
  readonly #pump: () => void;

  constructor({ host, store, entries, attempts, pump }: EntryRunnerParts) {
    this.#host = host;
    this.#store = store;
    this.#entries = entries;
    this.#attempts = attempts;
    this.#pump = pump;
  }

  /** Where its machine stands. */
  stateOf(entry: OutboxEntry): EntryState {
    const stored = stateOf(entry);
    return stored === 'waiting' ? (this.flights.get(entry.id)?.state ?? stored) : stored;
  }

  /** Asks the entry's machine, and carries out what it says, up to where that takes time at once. @param reason told with a refusal or a question */
  async happens(id: string, event: EntryEvent, reason = ''): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const flight = this.flights.get(id);
    const { state, context, actions } = stepEntry(
      flight?.state ?? stateOf(entry),
      flight?.context ?? untouched(entry.command.kind),
      event,
    );
    if (!context.begun) this.flights.delete(id);
    else if (flight) Object.assign(flight, { state, context });
    else this.flights.set(id, flightOf(state, context));
    for (const effect of actions) {
      const done = this.#carryOut(id, state, effect, reason);
      if (done) await done;
    }
  }

  /** @param state where it stands now @returns what is to be waited for */
  #carryOut(
    id: string,
    state: EntryState,
    { type, params }: EntryEffect,
    reason: string,
  ): Promise<void> | null {
    const entry = this.#entries.get(id);
    const flight = this.flights.get(id);
    if (type === 'next') this.#pump();
    if (type === 'nextSoon') queueMicrotask(() => this.#pump());
    if (!entry) return null;
    const now: OutboxEntry = { ...idle(entry), state: shownState(state) };
    switch (type) {
      case 'show':
        this.#entries.keep(now);
        return null;
      case 'store':
        return this.#set(now);
      case 'storeWithoutUploads':
        return this.#set(untried(withoutUploads(now)));
      case 'renew':
        return this.#set({ ...now, command: this.#seenNow(now), reason: null, notBefore: null });
      case 'settle':
        quietly('outbox', this.#set({ ...untried(now), reason }));
        return null;
      case 'tellRefused':
        this.#host.refused({ ...untried(now), state: 'refused', reason });
        return null;
      case 'upload':
        if (flight) quietly('outbox', this.#attempt(id, this.#attempts.upload(id, flight)));
        return null;
      case 'post':
        if (flight) quietly('outbox', this.#attempt(id, this.#attempts.post(id, flight)));
        return null;
      case 'retryLater':
        if (flight) flight.notBefore = this.#host.platform.clock.now() + params.ms;
        return null;
      case 'hurry':
        if (flight) flight.notBefore = 0;
        return null;
      case 'dropFollowers':
        this.dropFollowers(entry);
        return null;
      case 'handBack':
        flight?.abort.abort();
        this.#drop(id);
        return null;
      case 'awaitEcho':
        return this.#awaitEcho(entry);
      case 'forget':
        return this.#forget(id);
      default:
        return null;
    }
  }

  /** What comes of it is said to the machine. */
  async #attempt(id: string, work: Promise<Said>): Promise<void> {
    try {
      const { event, reason } = await work.catch((error: unknown) => this.#attempts.failure(id, error));
      await this.happens(id, event, reason);
    } finally {
      this.#pump();
    }
  }

  async #awaitEcho(entry: OutboxEntry): Promise<void> {
    const { id, command } = entry;
    this.#entries.touch(id);
    await this.#store.remove(entry);
    const shown = (): void => quietly('outbox', this.happens(id, { type: 'SHOWN' }));
    const here =
      command.kind === 'change' ||
      this.#host
        .known(entry.botId, entry.conversationId)
        .messages.some((m) => m.temporal_id === command.temporal_id);
    if (here) await this.happens(id, { type: 'SHOWN' });
    else this.#host.platform.clock.setTimeout(shown, ECHO_PATIENCE);
  }

  /** A message as it is meant by somebody who has seen what is here now. */
  #seenNow({ command, botId, conversationId }: OutboxEntry): OutboxEntry['command'] {
    if (command.kind === 'change') return command;
    const { messages } = this.#host.known(botId, conversationId);
    return { ...command, last_seen: messages.at(-1)?.order ?? command.last_seen };
  }

  async #set(entry: OutboxEntry): Promise<void> {
    this.#entries.keep(entry);
    await this.#store.put(entry);
  }

  async #forget(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#drop(id);
    await this.#store.remove(entry);
    this.#pump();
  }

  /** What was to happen after a message that stays here does not happen. */
  dropFollowers(message: OutboxEntry): void {
    for (const entry of this.#entries.all())
      if (leaderOf(entry, [message])) quietly('outbox', this.#forget(entry.id));
  }

  #drop(id: string): void {
    this.flights.delete(id);
    this.#entries.drop(id);
  }
}
