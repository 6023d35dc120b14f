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
import {
  attempted,
  type EntryEffect,
  type EntryEvent,
  type EntryState,
  LONGEST_PAUSE,
  stepEntry,
  untouched,
} from '../../../machines/outbox/entry-machine.ts';
import { standingOf, TURNS } from '../../../machines/outbox/turn.ts';
import { againKey } from '../../shared/again-key.ts';
import { Alarm } from '../platform/alarm.ts';
import { quietly } from '../platform/quietly.ts';
import type { SendInput } from '../surface/api.ts';
import type { OutboxEntry, WorkFile } from '../surface/outbox-entry.ts';
import type { Draft, WorkStore } from '../work-store/work-database.ts';
import { Attempts, type Said } from './attempts.ts';
import { OutboxEntries } from './entries.ts';
import {
  carrying,
  type Flight,
  flightOf,
  idle,
  leaderOf,
  shownState,
  stateOf,
  untried,
  withoutUploads,
} from './flight.ts';
import { messageCommand } from './message.ts';
import type { OutboxHost } from './outbox-host.ts';

/** A sent message whose event does not come is shown by its page at the latest; until then its bubble stays. */
const ECHO_PATIENCE = 10_000;

export class Outbox {
  readonly #host: OutboxHost;
  readonly #store: WorkStore;
  readonly #entries: OutboxEntries;
  readonly #attempts: Attempts;
  /** Of those that an attempt was made of. */
  readonly #flights = new Map<string, Flight>();
  /** For what may leave later. */
  readonly #alarm: Alarm;
  #stopped = false;

  constructor(host: OutboxHost, store: WorkStore) {
    this.#host = host;
    this.#store = store;
    this.#alarm = new Alarm(host.platform.clock);
    this.#entries = new OutboxEntries(host.platform, () => host.changed());
    this.#attempts = new Attempts(host, store, this.#entries);
  }

  /** Storage is about to be read. */
  begin(): void {
    this.#entries.begin();
  }
  /** What storage held. @param entries null: there is no storage */
  restore(entries: readonly OutboxEntry[] | null): void {
    for (const { id, tried, command } of this.#entries.restore(entries, (id) => this.#flights.has(id))) {
      if (tried) this.#flights.set(id, flightOf('waiting', attempted(command.kind)));
    }
    this.pump();
  }

  /** Oldest first. */
  view(): OutboxEntry[] {
    return this.#entries.view();
  }
  /** Those that have not reached the server. */
  get unsent(): number {
    return this.#entries.all().filter((entry) => this.#stateOf(entry) !== 'sent').length;
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
    await this.#happens(id, { type: 'TAKE_BACK' });
    return before !== undefined && !this.#entries.get(id);
  }

  /** Stops a message that the server can't have yet. @returns what it was; null: it has left, or never was there */
  takeOut(id: string): OutboxEntry | null {
    const before = this.#entries.get(id);
    quietly('outbox', this.#happens(id, { type: 'TAKE_OUT' }));
    return before && !this.#entries.get(id) ? before : null;
  }

  /** The person read the reason and wants it sent all the same. */
  async retry(id: string): Promise<void> {
    await this.#happens(id, { type: 'RETRY' });
  }

  async discard(id: string): Promise<void> {
    await this.#happens(id, { type: 'DISCARD' });
  }

  /** A message was folded: its bubble is the real one now. */
  folded(message: Message): void {
    if (message.temporal_id === null) return;
    const entry = carrying(this.#entries.all(), message.temporal_id);
    // Its answer may still be on its way, or lost: the event says as much.
    if (entry) quietly('outbox', this.#happens(entry.id, { type: 'SHOWN' }));
  }

  /** Sends what may leave now and sets the alarm for what may leave later; whose turn it is, `TURNS` says. */
  pump(): void {
    if (this.#stopped) return;
    const now = this.#host.platform.clock.now();
    let next = Number.POSITIVE_INFINITY;
    const held = new Set<string>();
    for (const entry of this.view()) {
      const state = this.#stateOf(entry);
      const dueAt = this.#dueAt(entry, state, now);
      const leader = leaderOf(entry, this.#entries.all());
      const standing = standingOf(
        {
          kind: entry.command.kind,
          leader: leader && this.#stateOf(leader),
          begun: this.#flights.has(entry.id),
          due: dueAt <= now,
          held: held.has(entry.conversationId),
        },
        () => this.#host.ready(entry.botId),
      );
      const { holds, does } = TURNS[state][standing];
      if (holds) held.add(entry.conversationId);
      if (does === 'ring') next = Math.min(next, dueAt);
      if (does === 'drop' && leader) this.#dropFollowers(leader);
      if (does === 'leave') this.#leave(entry);
    }
    if (next === Number.POSITIVE_INFINITY) this.#alarm.off();
    else this.#alarm.set(Math.max(0, next - now), () => this.pump());
  }

  /** Nothing leaves any more (signed out, superseded); what is queued stays stored. */
  stop(): void {
    this.#stopped = true;
    this.#attempts.stop();
    for (const { abort } of this.#flights.values()) abort.abort();
    this.#alarm.off();
  }

  /** Where its machine stands. */
  #stateOf(entry: OutboxEntry): EntryState {
    const stored = stateOf(entry);
    return stored === 'waiting' ? (this.#flights.get(entry.id)?.state ?? stored) : stored;
  }

  /** When its undo time and its pause are over (ms since 1970). */
  #dueAt(entry: OutboxEntry, state: EntryState, now: number): number {
    if (state !== 'waiting' && state !== 'uploading' && state !== 'posting') return now;
    const flight = this.#flights.get(entry.id);
    // After a clock that was set back no pause is longer than it was meant to be.
    if (flight) flight.notBefore = Math.min(flight.notBefore, now + LONGEST_PAUSE);
    return Math.max(this.#undoEnd(entry, now), flight?.notBefore ?? 0);
  }

  #leave(entry: OutboxEntry): void {
    const { command } = entry;
    const files = command.kind === 'message' ? (command.files ?? []) : [];
    const { verdict, reason } = this.#attempts.judge(entry);
    const fresh = files.every(({ upload }) => upload === null);
    const leave: EntryEvent = { type: 'LEAVE', verdict, files: files.length > 0, fresh };
    quietly('outbox', this.#happens(entry.id, leave, reason));
  }

  /** Asks the entry's machine, and carries out what it says, up to where that takes time at once. */
  async #happens(id: string, event: EntryEvent, reason = ''): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const flight = this.#flights.get(id);
    const { state, context, actions } = stepEntry(
      flight?.state ?? stateOf(entry),
      flight?.context ?? untouched(entry.command.kind),
      event,
    );
    if (!context.begun) this.#flights.delete(id);
    else if (flight) Object.assign(flight, { state, context });
    else this.#flights.set(id, flightOf(state, context));
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
    const flight = this.#flights.get(id);
    if (type === 'next') this.pump();
    if (type === 'nextSoon') queueMicrotask(() => this.pump());
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
        this.#dropFollowers(entry);
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
      await this.#happens(id, event, reason);
    } finally {
      this.pump();
    }
  }

  async #awaitEcho(entry: OutboxEntry): Promise<void> {
    const { id, command } = entry;
    this.#entries.touch(id);
    await this.#store.remove(entry);
    const shown = (): void => quietly('outbox', this.#happens(id, { type: 'SHOWN' }));
    const here =
      command.kind === 'change' ||
      this.#host
        .known(entry.botId, entry.conversationId)
        .messages.some((m) => m.temporal_id === command.temporal_id);
    if (here) await this.#happens(id, { type: 'SHOWN' });
    else this.#host.platform.clock.setTimeout(shown, ECHO_PATIENCE);
  }

  /** A message as it is meant by somebody who has seen what is here now. */
  #seenNow({ command, botId, conversationId }: OutboxEntry): OutboxEntry['command'] {
    if (command.kind === 'change') return command;
    const { messages } = this.#host.known(botId, conversationId);
    return { ...command, last_seen: messages.at(-1)?.order ?? command.last_seen };
  }

  /** It is stored. */
  #add(entry: OutboxEntry): OutboxEntry {
    this.#entries.keep({ ...entry, saving: true });
    quietly('outbox', this.#happens(entry.id, { type: 'STORED' }));
    return entry;
  }

  /** When the undo time of an entry is over; a clock that was set back makes it begin again, not last an hour. */
  #undoEnd(entry: OutboxEntry, now: number): number {
    if (entry.notBefore === null || entry.notBefore <= now + LIMITS.undo) return entry.notBefore ?? 0;
    this.#entries.keep({ ...entry, notBefore: now + LIMITS.undo });
    return now + LIMITS.undo;
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
    this.pump();
  }

  /** What was to happen after a message that stays here does not happen. */
  #dropFollowers(message: OutboxEntry): void {
    for (const entry of this.#entries.all())
      if (leaderOf(entry, [message])) quietly('outbox', this.#forget(entry.id));
  }

  #drop(id: string): void {
    this.#flights.delete(id);
    this.#entries.drop(id);
  }
}
