/** Whose turn it is: sends what may leave now, in the order of writing, and sets the alarm for what may leave later. */
import { LIMITS } from '../../../contract/limits.ts';
import { type EntryEvent, type EntryState, LONGEST_PAUSE } from '../../../machines/outbox/entry-machine.ts';
import { standingOf, TURNS } from '../../../machines/outbox/turn.ts';
import { Alarm } from '../platform/alarm.ts';
import { quietly } from '../platform/quietly.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { Attempts } from './attempts.ts';
import type { OutboxEntries } from './entries.ts';
import type { EntryRunner } from './entry-runner.ts';
import { leaderOf } from './flight.ts';
import type { OutboxHost } from './outbox-host.ts';

/** Which entry leaves next, and when. */
export class Departures {
  readonly #host: OutboxHost;
  readonly #entries: OutboxEntries;
  readonly #attempts: Attempts;
  readonly #runner: EntryRunner;
  /** For what may leave later. */
  readonly #alarm: Alarm;
  #stopped = false;

  constructor(host: OutboxHost, entries: OutboxEntries, attempts: Attempts, runner: EntryRunner) {
    this.#host = host;
    this.#entries = entries;
    this.#attempts = attempts;
    this.#runner = runner;
    this.#alarm = new Alarm(host.platform.clock);
  }

  /** Sends what may leave now and sets the alarm for what may leave later; whose turn it is, `TURNS` says. */
  pump(): void {
    if (this.#stopped) return;
    const now = this.#host.platform.clock.now();
    let next = Number.POSITIVE_INFINITY;
    const held = new Set<string>();
    for (const entry of this.#entries.view()) {
      const state = this.#runner.stateOf(entry);
      const dueAt = this.#dueAt(entry, state, now);
      const leader = leaderOf(entry, this.#entries.all());
      const standing = standingOf(
        {
          kind: entry.command.kind,
          leader: leader && this.#runner.stateOf(leader),
          begun: this.#runner.flights.has(entry.id),
          due: dueAt <= now,
          held: held.has(entry.conversationId),
        },
        () => this.#host.ready(entry.botId),
      );
      const { holds, does } = TURNS[state][standing];
      if (holds) held.add(entry.conversationId);
      if (does === 'ring') next = Math.min(next, dueAt);
      if (does === 'drop' && leader) this.#runner.dropFollowers(leader);
      if (does === 'leave') this.#leave(entry);
    }
    if (next === Number.POSITIVE_INFINITY) this.#alarm.off();
    else this.#alarm.set(Math.max(0, next - now), () => this.pump());
  }

  /** Nothing leaves any more. */
  stop(): void {
    this.#stopped = true;
    this.#alarm.off();
  }

  /** When its undo time and its pause are over (ms since 1970). */
  #dueAt(entry: OutboxEntry, state: EntryState, now: number): number {
    if (state !== 'waiting' && state !== 'uploading' && state !== 'posting') return now;
    const flight = this.#runner.flights.get(entry.id);
    // After a clock that was set back no pause is longer than it was meant to be.
    if (flight) flight.notBefore = Math.min(flight.notBefore, now + LONGEST_PAUSE);
    return Math.max(this.#undoEnd(entry, now), flight?.notBefore ?? 0);
  }

  /** When the undo time of an entry is over; a clock that was set back makes it begin again, not last an hour. */
  #undoEnd(entry: OutboxEntry, now: number): number {
    if (entry.notBefore === null || entry.notBefore <= now + LIMITS.undo) return entry.notBefore ?? 0;
    this.#entries.keep({ ...entry, notBefore: now + LIMITS.undo });
    return now + LIMITS.undo;
  }

  #leave(entry: OutboxEntry): void {
    const { command } = entry;
    const files = command.kind === 'message' ? (command.files ?? []) : [];
    const { verdict, reason } = this.#attempts.judge(entry);
    const fresh = files.every(({ upload }) => upload === null);
    const leave: EntryEvent = { type: 'LEAVE', verdict, files: files.length > 0, fresh };
    quietly('outbox', this.#runner.happens(entry.id, leave, reason));
  }
}
