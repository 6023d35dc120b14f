/** One attempt to get an entry to the server: its files, then itself. What came of it is an event of the entry's machine. */
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import { ticketCalls } from '../../../contract/calls/tickets.ts';
import { ticketOfThread } from '../../../contract/rules/tickets.ts';
import type { EntryEvent, Verdict } from '../../../machines/outbox/entry-machine.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { WorkStore } from '../work-store/work-database.ts';
import { failureOf } from './answer.ts';
import { checkEntry } from './check.ts';
import type { OutboxEntries } from './entries.ts';
import { UploadStopped, uploadFiles } from './files.ts';
import { bodyOf, type Flight, idle, ticketBody } from './flight.ts';
import type { OutboxHost } from './outbox-host.ts';

/** What came of an attempt, and the sentence that goes with it. */
export interface Said {
  event: EntryEvent;
  reason: string;
}

/** What is tried with an entry, and what comes of it in its machine's words. */
export class Attempts {
  readonly #host: OutboxHost;
  readonly #store: WorkStore;
  readonly #entries: OutboxEntries;
  #stopped = false;

  constructor(host: OutboxHost, store: WorkStore, entries: OutboxEntries) {
    this.#host = host;
    this.#store = store;
    this.#entries = entries;
  }

  /** What is under way goes no further. */
  stop(): void {
    this.#stopped = true;
  }

  /** A message's files go first. That takes time, so what was true when it began is asked again afterwards. */
  async upload(id: string, flight: Flight): Promise<Said> {
    const entry = this.#entries.get(id);
    if (entry?.command.kind !== 'message') throw new UploadStopped();
    const { command } = entry;
    flight.abort = new AbortController();
    flight.uploaded = await uploadFiles(entry, command.files ?? [], flight.abort.signal, {
      blob: (file) => this.#store.file(file),
      upload: (file) => this.#host.upload(file),
      progress: (progress) => {
        const now = this.#entries.get(id);
        if (now) this.#entries.keep({ ...now, progress });
      },
      arrived: async (files) => {
        const now = this.#entries.get(id);
        if (!now) throw new UploadStopped();
        const next = { ...now, command: { ...command, files } };
        this.#entries.keep(next);
        await this.#store.put({ ...idle(next), state: 'waiting' });
      },
    });
    if (!this.#entries.get(id) || this.#stopped) throw new UploadStopped();
    const { verdict, reason } = this.judge(entry);
    return { event: { type: 'UPLOADED', verdict }, reason };
  }

  /** From here on the server may have it, whatever is heard of it: that is known after a restart too. */
  async post(id: string, flight: Flight): Promise<Said> {
    const entry = this.#entries.get(id);
    if (!entry || this.#stopped) throw new UploadStopped();
    const { command, conversationId } = entry;
    if (!entry.tried) {
      this.#entries.keep({ ...entry, tried: true });
      await this.#store.put({ ...idle(entry), state: 'waiting', tried: true });
      if (this.#stopped) throw new UploadStopped();
    }
    if (command.kind === 'change') {
      const params = { id: conversationId };
      await this.#host.call(conversationCalls.change, { params, body: command.change });
    } else {
      const ticketId = ticketOfThread(conversationId);
      const body = bodyOf(conversationId, command, flight.uploaded);
      if (ticketId === null) await this.#host.call(conversationCalls.sendMessage, { body });
      else
        await this.#host.call(ticketCalls.writeTicketMessage, {
          params: { id: ticketId },
          body: ticketBody(command, body),
        });
    }
    return { event: { type: 'ANSWERED' }, reason: '' };
  }

  /** Whether it may leave, by what is known here now. */
  judge(entry: OutboxEntry): { verdict: Verdict; reason: string } {
    const known = this.#host.known(entry.botId, entry.conversationId);
    const verdict = checkEntry(entry, known, this.#host.me(), this.#host.serverNow());
    if (verdict.go) return { verdict: 'go', reason: '' };
    return { verdict: verdict.state, reason: verdict.state === 'done' ? '' : verdict.reason };
  }

  /** What an attempt that failed says. */
  failure(id: string, error: unknown): Said {
    const entry = this.#entries.get(id);
    if (!entry) return { event: { type: 'STOPPED' }, reason: '' };
    return failureOf(error, entry, this.#host.known(entry.botId, entry.conversationId).card);
  }
}
