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
 * undo time does not hold them up.
 */

import type { ConversationChange } from '../../contract/calls/conversations.ts';
import { conversationCalls } from '../../contract/calls/conversations.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import { LIMITS } from '../../contract/limits.ts';
import { CallError } from '../shared/call-service.ts';
import type { RoomHost } from './bot-room.ts';
import { answeredReason, checkEntry } from './outbox-check.ts';
import type { HubPlatform, Timer } from './platform.ts';
import type { OutboxEntry } from './surface.ts';
import { draftKey, type WorkStore } from './work-database.ts';

/** Pauses after answers that did not come; they double. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** A sent message whose event does not come is shown by its page at the latest; until then its bubble stays. */
const ECHO_PATIENCE = 10_000;

/** What the outbox needs of the hub. */
export interface OutboxHost {
  platform: Pick<HubPlatform, 'clock' | 'uuid'>;
  /** Whether the bot is caught up and this hub may write. Asking for it makes the hub open the bot. */
  ready(botId: number): boolean;
  me(): number;
  known(botId: number, conversationId: string): { card: Conversation | null; messages: readonly Message[] };
  call: RoomHost['call'];
  /** An answer holds a newer card than the fold may have; its event is on the way. */
  changed(): void;
  refused(entry: OutboxEntry): void;
}

interface Flight {
  failures: number;
  notBefore: number;
  busy: boolean;
  /** Sent; stays in sight until its event is here. */
  sent: boolean;
  /** The person was asked and said yes: the server alone decides now. */
  confirmed: boolean;
}
const grounded = (confirmed: boolean): Flight => ({
  failures: 0,
  notBefore: 0,
  busy: false,
  sent: false,
  confirmed,
});

export class Outbox {
  readonly #host: OutboxHost;
  readonly #store: WorkStore;
  readonly #entries = new Map<string, OutboxEntry>();
  readonly #flights = new Map<string, Flight>();
  #timer: Timer | null = null;
  #stopped = false;

  constructor(host: OutboxHost, store: WorkStore) {
    this.#host = host;
    this.#store = store;
  }

  /** What storage held: whatever was under way when the last hub ended is asked again under its own key. */
  restore(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      if (this.#entries.has(entry.id)) continue;
      this.#entries.set(entry.id, entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry);
    }
    this.#host.changed();
    this.pump();
  }

  /** Oldest first. */
  view(): OutboxEntry[] {
    return [...this.#entries.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }
  /** Those that have not reached the server. */
  get unsent(): number {
    return [...this.#entries.keys()].filter((id) => !this.#flights.get(id)?.sent).length;
  }
  /** Bots that something waits for. */
  bots(): Set<number> {
    return new Set(
      [...this.#entries.values()].filter((entry) => entry.state === 'waiting').map((entry) => entry.botId),
    );
  }

  /** Queues a reply or note and clears its draft, both or neither. Resolves when durable. */
  async send(input: {
    botId: number;
    conversationId: string;
    text: string;
    note: boolean;
    attachments?: string[];
  }): Promise<OutboxEntry> {
    const { messages } = this.#host.known(input.botId, input.conversationId);
    const entry = this.#entry(input.botId, input.conversationId, null, {
      kind: 'message',
      text: input.text,
      note: input.note,
      temporal_id: this.#host.platform.uuid(),
      attachments: input.attachments ?? [],
      last_seen: messages.at(-1)?.order ?? null,
    });
    await this.#store.put(entry, draftKey(input.conversationId, input.note ? 'note' : 'reply'));
    return this.#add(entry);
  }

  /** Queues a change that leaves after the undo time. Resolves when durable. */
  async changeLater(botId: number, conversationId: string, change: ConversationChange): Promise<OutboxEntry> {
    const notBefore = this.#host.platform.clock.now() + LIMITS.undo;
    const entry = this.#entry(botId, conversationId, notBefore, { kind: 'change', change });
    await this.#store.put(entry);
    return this.#add(entry);
  }

  /** @returns false when it has left already (or was never there) */
  async takeBack(id: string): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (!entry || entry.state === 'sending' || this.#flights.has(id)) return false;
    await this.#forget(id);
    return true;
  }

  /** The person read the reason and wants it sent all the same. */
  async retry(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || entry.state === 'sending') return;
    const { messages } = this.#host.known(entry.botId, entry.conversationId);
    const command =
      entry.command.kind === 'message'
        ? { ...entry.command, last_seen: messages.at(-1)?.order ?? entry.command.last_seen }
        : entry.command;
    this.#flights.set(id, grounded(entry.state === 'asking'));
    await this.#set({ ...entry, command, state: 'waiting', reason: null, notBefore: null });
    this.pump();
  }

  async discard(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || entry.state === 'sending') return;
    await this.#forget(id);
  }

  /** A message was folded: its bubble is the real one now. */
  folded(message: Message): void {
    if (message.temporal_id === null) return;
    for (const entry of this.#entries.values()) {
      if (entry.command.kind !== 'message' || entry.command.temporal_id !== message.temporal_id) continue;
      // Its answer may still be on its way, or lost: the event says as much.
      this.#forget(entry.id).catch((error: unknown) => console.error('outbox', error));
    }
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
      const due = Math.max(entry.notBefore ?? 0, flight?.notBefore ?? 0);
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
    this.#alarm(next);
  }

  /** Nothing leaves any more (signed out, superseded); what is queued stays stored. */
  stop(): void {
    this.#stopped = true;
    this.#alarm(Number.POSITIVE_INFINITY);
  }

  #leave(entry: OutboxEntry): void {
    const known = this.#host.known(entry.botId, entry.conversationId);
    const verdict = checkEntry(entry, known, this.#host.me(), this.#host.platform.clock.now());
    const flight = this.#flights.get(entry.id) ?? grounded(false);
    this.#flights.set(entry.id, flight);
    // A key that was sent before may have been accepted: only the server knows, and answers the same message.
    if (!verdict.go && flight.failures === 0 && !flight.confirmed) {
      this.#flights.delete(entry.id);
      this.#settle(entry, verdict.state, verdict.reason);
      return;
    }
    flight.busy = true;
    const sending: OutboxEntry = { ...entry, state: 'sending' };
    this.#entries.set(entry.id, sending);
    this.#host.changed();
    this.#carry(sending)
      .then(() => this.#done(sending, flight))
      .catch((error: unknown) => this.#failed(sending, flight, error))
      .finally(() => {
        flight.busy = false;
        this.pump();
      });
  }

  async #carry(entry: OutboxEntry): Promise<void> {
    const { command, conversationId } = entry;
    if (command.kind === 'change') {
      await this.#host.call(conversationCalls.change, {
        params: { id: conversationId },
        body: command.change,
      });
      return;
    }
    await this.#host.call(conversationCalls.sendMessage, {
      body: {
        conversation_id: conversationId,
        text: command.text,
        temporal_id: command.temporal_id,
        note: command.note,
        attachments: command.attachments,
        ...(command.last_seen === null ? {} : { last_seen: command.last_seen }),
      },
    });
  }

  async #done(entry: OutboxEntry, flight: Flight): Promise<void> {
    flight.sent = true;
    await this.#store.remove(entry.id);
    if (!this.#entries.has(entry.id)) return;
    const { command } = entry;
    const here =
      command.kind === 'change' ||
      this.#host
        .known(entry.botId, entry.conversationId)
        .messages.some((m) => m.temporal_id === command.temporal_id);
    if (here) await this.#forget(entry.id);
    else this.#host.platform.clock.setTimeout(() => void this.#forget(entry.id), ECHO_PATIENCE);
  }

  async #failed(entry: OutboxEntry, flight: Flight, error: unknown): Promise<void> {
    if (!this.#entries.has(entry.id)) return;
    if (!(error instanceof CallError)) console.error('outbox', error);
    if (!(error instanceof CallError) || error.passing || error.status === 401) {
      flight.failures += 1;
      const pause = Math.min(FIRST_PAUSE * 2 ** (flight.failures - 1), LONGEST_PAUSE);
      flight.notBefore = this.#host.platform.clock.now() + pause;
      this.#entries.set(entry.id, { ...entry, state: 'waiting' });
      this.#host.changed();
      return;
    }
    if (entry.command.kind === 'change' && flight.failures > 0 && this.#isSo(entry, entry.command.change)) {
      // An earlier try did it and its answer was lost.
      await this.#forget(entry.id);
      return;
    }
    this.#flights.delete(entry.id);
    if (error.error === 'stale_view') {
      const name = typeof error.details?.['agent_name'] === 'string' ? error.details['agent_name'] : null;
      this.#settle(entry, 'asking', name ? answeredReason(name) : error.message);
      return;
    }
    this.#settle(entry, 'refused', error.message);
  }

  /** Whether the conversation already is as the change wants it. */
  #isSo(entry: OutboxEntry, change: ConversationChange): boolean {
    const { card } = this.#host.known(entry.botId, entry.conversationId);
    if (!('state' in change)) return false;
    if (!card) return true;
    return card.state === change.state && (!('agent_id' in change) || card.agent_id === change.agent_id);
  }

  #settle(entry: OutboxEntry, state: 'refused' | 'asking', reason: string): void {
    const settled: OutboxEntry = { ...entry, state, reason };
    this.#set(settled).catch((error: unknown) => console.error('outbox', error));
    if (state === 'refused') this.#host.refused(settled);
  }

  #entry(
    botId: number,
    conversationId: string,
    notBefore: number | null,
    command: OutboxEntry['command'],
  ): OutboxEntry {
    const { uuid, clock } = this.#host.platform;
    return {
      id: uuid(),
      botId,
      conversationId,
      createdAt: clock.now(),
      notBefore,
      state: 'waiting',
      reason: null,
      command,
    };
  }

  #add(entry: OutboxEntry): OutboxEntry {
    this.#entries.set(entry.id, entry);
    this.#host.changed();
    this.pump();
    return entry;
  }

  async #set(entry: OutboxEntry): Promise<void> {
    this.#entries.set(entry.id, entry);
    this.#host.changed();
    await this.#store.put(entry);
  }

  async #forget(id: string): Promise<void> {
    if (!this.#entries.delete(id)) return;
    this.#flights.delete(id);
    this.#host.changed();
    await this.#store.remove(id);
    this.pump();
  }

  #alarm(at: number): void {
    const { clock } = this.#host.platform;
    if (this.#timer !== null) clock.clearTimeout(this.#timer);
    this.#timer = null;
    if (at === Number.POSITIVE_INFINITY) return;
    this.#timer = clock.setTimeout(
      () => {
        this.#timer = null;
        this.pump();
      },
      Math.max(0, at - clock.now()),
    );
  }
}
