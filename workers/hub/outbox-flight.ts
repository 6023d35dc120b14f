/** An entry of the outbox on its way: what is known of the attempt, and of the files that go before it. */
import type { NewSessionLog } from '../../contract/calls/conversations.ts';
import type { OutboxEntry } from './surface.ts';

/** Pauses after answers that did not come (ms); they double. */
const FIRST_PAUSE = 1_000;
export const LONGEST_PAUSE = 60_000;
export const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);

/** A file of a message on its way to the server. */
export interface FileUpload {
  conversationId: string;
  key: string;
  name: string;
  blob: Blob;
  signal: AbortSignal;
  /** Bytes that have gone. */
  progress(sent: number): void;
}

export interface Flight {
  failures: number;
  notBefore: number;
  busy: boolean;
  /** Sent; stays in sight until its event is here. */
  sent: boolean;
  /** The person was asked and said yes: the server alone decides now. */
  confirmed: boolean;
  /** The message itself was on its way, so the server may have it: it can't be stopped any more. */
  posted: boolean;
  /** An attempt before this one was posted, and its answer never came. */
  tried: boolean;
  /** Its files were all uploaded by this flight. */
  fresh: boolean;
  /** Ends its uploads. */
  abort: AbortController;
}
export const grounded = (confirmed: boolean): Flight => ({
  failures: 0,
  notBefore: 0,
  busy: false,
  sent: false,
  confirmed,
  posted: false,
  tried: false,
  fresh: false,
  abort: new AbortController(),
});
type MessageCommand = Extract<OutboxEntry['command'], { kind: 'message' }>;

/** What the server is asked. @param uploaded ids of the files that went before it */
export const bodyOf = (
  conversationId: string,
  command: MessageCommand,
  uploaded: readonly string[],
): NewSessionLog => ({
  conversation_id: conversationId,
  text: command.text,
  temporal_id: command.temporal_id,
  note: command.note,
  attachments: [...command.attachments, ...uploaded],
  ...(command.last_seen === null ? {} : { last_seen: command.last_seen }),
  ...(command.take ? { take: true } : {}),
  ...(command.mentions ? { mentions: command.mentions } : {}),
  ...(command.template ? { template: command.template } : {}),
});
/** The entry that goes out under this key; null: none does. */
export function carrying(entries: Iterable<OutboxEntry>, temporalId: string): OutboxEntry | null {
  for (const entry of entries)
    if (entry.command.kind === 'message' && entry.command.temporal_id === temporalId) return entry;
  return null;
}
/** The message that a change waits for, as long as it is here. */
export function leaderOf(entry: OutboxEntry, entries: Iterable<OutboxEntry>): OutboxEntry | null {
  const { command } = entry;
  return command.kind === 'change' && command.after !== undefined ? carrying(entries, command.after) : null;
}
/** Nothing of it is under way. */
export const idle = ({ progress: _, ...entry }: OutboxEntry): OutboxEntry => entry;
/** The server has answered: nothing is unknown about it any more. */
export const untried = (entry: OutboxEntry): OutboxEntry => {
  const { tried: _, ...rest } = idle(entry);
  return rest;
};
/** Its files are to be uploaded anew. */
export function withoutUploads(entry: OutboxEntry): OutboxEntry {
  const { command } = entry;
  if (command.kind !== 'message') return entry;
  return {
    ...entry,
    command: { ...command, files: command.files?.map((file) => ({ ...file, upload: null })) ?? [] },
  };
}
/** It was judged once more after its files had gone, and may not leave. */
export class Held extends Error {
  override readonly name = 'Held';
  readonly state: 'refused' | 'asking';
  constructor(state: 'refused' | 'asking', reason: string) {
    super(reason);
    this.state = state;
  }
}
