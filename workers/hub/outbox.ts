/**
 * Writes on their way. Each is durable before it is shown as queued, leaves only while its bot is caught up, and
 * happens once: a lost answer is asked for again under the same key, never under another.
 *
 *   waiting ─due, live, checked▶ sending ─ok▶ (gone; kept in sight until its event is folded)
 *      ▲                           │ no answer, 5xx, 429: waiting again, later, same key
 *      │ retry (the person)        ├ stale_view ▶ asking
 *      └──── refused, asking ◀─────┴ other 4xx ▶ refused
 *
 * Per conversation messages leave one after the other in the order they were written. A change that waits for its
 * undo time does not hold them up. A message's files go before it, under keys of their own; until the message itself
 * has left it can be stopped.
 */

import type { ConversationChange } from '../../contract/calls/conversations.ts';
import { conversationCalls } from '../../contract/calls/conversations.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import { ERRORS } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { againKey } from '../shared/again-key.ts';
import { CallError } from '../shared/call-service.ts';
import { Alarm } from './alarm.ts';
import type { RoomHost } from './bot-room.ts';
import { outcomeOf } from './outbox-answer.ts';
import { checkEntry, type Verdict } from './outbox-check.ts';
import { OutboxEntries } from './outbox-entries.ts';
import { UploadStopped, uploadFiles } from './outbox-files.ts';
import {
  bodyOf,
  carrying,
  type FileUpload,
  type Flight,
  grounded,
  Held,
  idle,
  LONGEST_PAUSE,
  leaderOf,
  pauseAfter,
  untried,
  withoutUploads,
} from './outbox-flight.ts';
import { messageCommand } from './outbox-message.ts';
import type { HubPlatform } from './platform.ts';
import { quietly } from './quietly.ts';
import type { OutboxEntry, SendInput, WorkFile } from './surface.ts';
import type { Draft, WorkStore } from './work-database.ts';

/** A sent message whose event does not come is shown by its page at the latest; until then its bubble stays. */
const ECHO_PATIENCE = 10_000;

/** What the outbox needs of the hub. */
export interface OutboxHost {
  platform: Pick<HubPlatform, 'clock' | 'uuid'>;
  /** Whether the bot is caught up and this hub may write. Asking for it makes the hub open the bot. */
  ready(botId: number): boolean;
  me(): number;
  /** The server's time, as far as it is known (ms since 1970): what the 24 h window is judged by. */
  serverNow(): number;
  known(botId: number, conversationId: string): { card: Conversation | null; messages: readonly Message[] };
  call: RoomHost['call'];
  /** Uploads a file under its key. @returns the server's id @throws CallError */
  upload(file: FileUpload): Promise<string>;
  /** An answer holds a newer card than the fold may have; its event is on the way. */
  changed(): void;
  refused(entry: OutboxEntry): void;
}

export class Outbox {
  readonly #host: OutboxHost;
  readonly #store: WorkStore;
  readonly #entries: OutboxEntries;
  readonly #flights = new Map<string, Flight>();
  /** For what may leave later. */
  readonly #alarm: Alarm;
  #stopped = false;

  constructor(host: OutboxHost, store: WorkStore) {
    this.#host = host;
    this.#store = store;
    this.#alarm = new Alarm(host.platform.clock);
    this.#entries = new OutboxEntries(host.platform, () => host.changed());
  }

  /** Storage is about to be read. */
  begin(): void {
    this.#entries.begin();
  }
  /** What storage held. @param entries null: there is no storage */
  restore(entries: readonly OutboxEntry[] | null): void {
    for (const { id, tried } of this.#entries.restore(entries, (id) => this.#flights.has(id))) {
      if (tried) this.#flights.set(id, { ...grounded(false), posted: true });
    }
    this.pump();
  }

  /** Oldest first. */
  view(): OutboxEntry[] {
    return this.#entries.view();
  }
  /** Those that have not reached the server. */
  get unsent(): number {
    return this.#entries.all().filter(({ id }) => !this.#flights.get(id)?.sent).length;
  }
  /** Bots that something waits for. */
  bots(): Set<number> {
    return new Set(this.#entries.all().flatMap(({ state, botId }) => (state === 'waiting' ? [botId] : [])));
  }

  /**
   * Queues a reply or note with files of its draft. Resolves when durable, together with what is left of the draft.
   * @throws when the session ended before: whoever wrote it still has it
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
    const entry = this.#entries.get(id);
    if (!entry || entry.state === 'sending' || this.#flights.has(id)) return false;
    await this.#forget(id);
    return true;
  }

  /** Stops a message that the server can't have yet. @returns what it was; null: it has left, or never was there */
  takeOut(id: string): OutboxEntry | null {
    const entry = this.#entries.get(id);
    const flight = this.#flights.get(id);
    if (entry?.command.kind !== 'message' || entry.saving || flight?.posted) return null;
    flight?.abort.abort();
    this.#drop(id);
    this.#dropFollowers(entry);
    this.pump();
    return entry;
  }

  /** The person read the reason and wants it sent all the same. */
  async retry(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || entry.saving || entry.state === 'sending') return;
    const flight = this.#flights.get(id);
    if (entry.state === 'waiting') {
      // On its way already, perhaps with a lost answer: the same once more, now.
      if (flight && !flight.busy) flight.notBefore = 0;
      this.pump();
      return;
    }
    const { messages } = this.#host.known(entry.botId, entry.conversationId);
    const command =
      entry.command.kind === 'message'
        ? { ...entry.command, last_seen: messages.at(-1)?.order ?? entry.command.last_seen }
        : entry.command;
    this.#flights.set(id, grounded(entry.state === 'asking'));
    await this.#set({ ...idle(entry), command, state: 'waiting', reason: null, notBefore: null });
    this.pump();
  }

  async discard(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || entry.saving || entry.state === 'sending') return;
    this.#dropFollowers(entry);
    await this.#forget(id);
  }

  /** A message was folded: its bubble is the real one now. */
  folded(message: Message): void {
    if (message.temporal_id === null) return;
    const entry = carrying(this.#entries.all(), message.temporal_id);
    // Its answer may still be on its way, or lost: the event says as much.
    if (entry) quietly('outbox', this.#forget(entry.id));
  }

  /** Sends what may leave now and sets the alarm for what may leave later. */
  pump(): void {
    if (this.#stopped) return;
    const now = this.#host.platform.clock.now();
    let next = Number.POSITIVE_INFINITY;
    const busy = new Set<string>();
    for (const entry of this.view()) {
      const flight = this.#flights.get(entry.id);
      if (flight?.sent || (entry.state !== 'waiting' && entry.state !== 'sending')) continue;
      if (entry.saving) {
        busy.add(entry.conversationId);
        continue;
      }
      // After a clock that was set back no pause is longer than it was meant to be.
      if (flight) flight.notBefore = Math.min(flight.notBefore, now + LONGEST_PAUSE);
      const due = Math.max(this.#undoEnd(entry, now), flight?.notBefore ?? 0);
      const first = leaderOf(entry, this.#entries.all());
      if (first && !this.#flights.get(first.id)?.sent) {
        if (first.state === 'refused' || first.state === 'asking') this.#dropFollowers(first);
        continue;
      }
      if (entry.command.kind === 'change' && due > now && !flight) {
        next = Math.min(next, due);
        continue;
      }
      if (busy.has(entry.conversationId)) continue;
      busy.add(entry.conversationId);
      if (flight?.busy) continue;
      if (due > now) next = Math.min(next, due);
      else if (this.#host.ready(entry.botId)) this.#leave(entry);
    }
    if (next === Number.POSITIVE_INFINITY) this.#alarm.off();
    else this.#alarm.set(Math.max(0, next - now), () => this.pump());
  }

  /** Nothing leaves any more (signed out, superseded); what is queued stays stored. */
  stop(): void {
    this.#stopped = true;
    for (const { abort } of this.#flights.values()) abort.abort();
    this.#alarm.off();
  }

  #leave(entry: OutboxEntry): void {
    const flight = this.#flights.get(entry.id) ?? grounded(false);
    const verdict = this.#judge(entry, flight);
    if (!verdict.go) {
      this.#flights.delete(entry.id);
      if (verdict.state === 'done') quietly('outbox', this.#forget(entry.id));
      else this.#settle(entry, verdict.state, verdict.reason);
      // What was written after it waits for nothing any more.
      queueMicrotask(() => this.pump());
      return;
    }
    this.#flights.set(entry.id, flight);
    flight.busy = true;
    flight.abort = new AbortController();
    const sending: OutboxEntry = { ...entry, state: 'sending' };
    this.#entries.keep(sending);
    this.#carry(sending, flight)
      .then(() => this.#done(entry.id, flight))
      .catch((error: unknown) => this.#failed(entry.id, flight, error))
      .finally(() => {
        flight.busy = false;
        this.pump();
      });
  }

  async #carry(entry: OutboxEntry, flight: Flight): Promise<void> {
    const { command, conversationId } = entry;
    if (command.kind === 'change') {
      await this.#post(entry.id, flight);
      await this.#host.call(conversationCalls.change, {
        params: { id: conversationId },
        body: command.change,
      });
      return;
    }
    const attachments = await this.#upload(entry, flight);
    await this.#post(entry.id, flight);
    await this.#host.call(conversationCalls.sendMessage, {
      body: bodyOf(conversationId, command, attachments),
    });
  }

  /** From here on the server may have it, whatever is heard of it: that is known after a restart too. */
  async #post(id: string, flight: Flight): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || this.#stopped) throw new UploadStopped();
    flight.tried = flight.posted;
    flight.posted = true;
    if (entry.tried) return;
    this.#entries.keep({ ...entry, tried: true });
    await this.#store.put({ ...idle(entry), state: 'waiting', tried: true });
    if (this.#stopped) throw new UploadStopped();
  }

  #judge(entry: OutboxEntry, flight: Flight): Verdict {
    // A message's key that was sent before may have been accepted: only the server knows, and answers the same message.
    const decided = flight.confirmed || (flight.posted && entry.command.kind === 'message');
    const known = this.#host.known(entry.botId, entry.conversationId);
    return decided ? { go: true } : checkEntry(entry, known, this.#host.me(), this.#host.serverNow());
  }

  /** A message's files go first. That takes time, so what was true when it began is asked again afterwards. */
  async #upload(entry: OutboxEntry, flight: Flight): Promise<string[]> {
    const { command } = entry;
    if (command.kind !== 'message' || !command.files?.length) return [];
    flight.fresh = command.files.every(({ upload }) => upload === null);
    const ids = await uploadFiles(entry, command.files, flight.abort.signal, {
      blob: (id) => this.#store.file(id),
      upload: (file) => this.#host.upload(file),
      progress: (progress) => {
        const now = this.#entries.get(entry.id);
        if (now) this.#entries.keep({ ...now, progress });
      },
      arrived: async (files) => {
        const now = this.#entries.get(entry.id);
        if (!now) throw new UploadStopped();
        const next = { ...now, command: { ...command, files } };
        this.#entries.keep(next);
        await this.#store.put({ ...idle(next), state: 'waiting' });
      },
    });
    if (!this.#entries.get(entry.id) || this.#stopped) throw new UploadStopped();
    const verdict = this.#judge(entry, flight);
    if (!verdict.go && verdict.state !== 'done') throw new Held(verdict.state, verdict.reason);
    return ids;
  }

  async #done(id: string, flight: Flight): Promise<void> {
    flight.sent = true;
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.touch(id);
    await this.#store.remove(entry);
    const { command } = entry;
    const here =
      command.kind === 'change' ||
      this.#host
        .known(entry.botId, entry.conversationId)
        .messages.some((m) => m.temporal_id === command.temporal_id);
    if (here) await this.#forget(id);
    else this.#host.platform.clock.setTimeout(() => void this.#forget(id), ECHO_PATIENCE);
  }

  async #failed(id: string, flight: Flight, error: unknown): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (error instanceof UploadStopped) return this.#set({ ...idle(entry), state: 'waiting' });
    if (error instanceof Held) {
      this.#flights.delete(id);
      return this.#settle(entry, error.state, error.message);
    }
    if (!(error instanceof CallError)) console.error('outbox', error);
    const { card } = this.#host.known(entry.botId, entry.conversationId);
    const outcome = outcomeOf(error, entry, { ...flight, card });
    if (outcome.kind === 'again') {
      flight.failures += 1;
      flight.notBefore = this.#host.platform.clock.now() + pauseAfter(flight.failures);
      this.#entries.keep({ ...idle(entry), state: 'waiting' });
      return;
    }
    this.#flights.delete(id);
    if (outcome.kind === 'done') return this.#forget(id);
    if (outcome.kind === 'upload-anew')
      return this.#set({ ...untried(withoutUploads(entry)), state: 'waiting' });
    this.#settle(entry, outcome.state, outcome.reason);
  }

  #settle(entry: OutboxEntry, state: 'refused' | 'asking', reason: string): void {
    const settled: OutboxEntry = { ...untried(entry), state, reason };
    // A change that was refused is told and over: no screen shows it, and it is not to be done by surprise.
    quietly('outbox', entry.command.kind === 'change' ? this.#forget(entry.id) : this.#set(settled));
    if (state === 'refused') this.#host.refused(settled);
  }

  #add(entry: OutboxEntry): OutboxEntry {
    this.#entries.keep(entry);
    this.pump();
    return entry;
  }

  /** When the undo time of an entry is over; a clock that was set back makes it begin anew, not last an hour. */
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
