/** An entry of the outbox on its way: what is known of the attempt, and of the files that go before it. */
import type { NewSessionLog } from '../../../contract/calls/conversations.ts';
import type { EntryContext, EntryState } from '../../../machines/outbox/entry-machine.ts';
import type { KeptFile, OutboxEntry } from '../surface/outbox-entry.ts';

/** A file of a message on its way to the server. */
export interface FileUpload {
  botId: number;
  conversationId: string;
  key: string;
  name: string;
  blob: Blob;
  /** The server has it: it is copied there, and uploaded only where it is gone. */
  from?: KeptFile;
  signal: AbortSignal;
  /** Told the bytes that have gone. */
  progress: (sent: number) => void;
}

/** An attempt, or what the last one left: where its machine stands, and what is carried along. */
export interface Flight {
  state: EntryState;
  context: EntryContext;
  /** Not again before this. */
  notBefore: number;
  /** What the server calls its files. */
  uploaded: string[];
  /** Ends its uploads. */
  abort: AbortController;
}
/** A flight that stands here in its machine. */
export const flightOf = (state: EntryState, context: EntryContext): Flight => ({
  state,
  context,
  notBefore: 0,
  uploaded: [],
  abort: new AbortController(),
});
/** Where an entry stands of which no attempt was made. */
export const stateOf = (entry: OutboxEntry): EntryState =>
  entry.saving ? 'saving' : entry.state === 'sending' ? 'waiting' : entry.state;
/** What is shown of it. */
export const shownState = (state: EntryState): OutboxEntry['state'] => {
  if (state === 'asking' || state === 'refused') return state;
  return state === 'saving' || state === 'waiting' ? 'waiting' : 'sending';
};
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
  ...(command.products ? { products: command.products } : {}),
  ...(command.buttons ? { buttons: command.buttons } : {}),
  ...(command.links ? { links: command.links } : {}),
  ...(command.reply_to ? { reply_to: command.reply_to } : {}),
  ...(command.template ? { template: command.template } : {}),
});
/** The same as a ticket's words. */
export const ticketBody = (
  { nextState }: MessageCommand,
  { text, temporal_id, note, attachments, mentions, last_seen }: NewSessionLog,
) => ({
  text: text ?? '',
  temporal_id,
  ...(note ? { note } : {}),
  ...(attachments ? { attachments } : {}),
  ...(mentions ? { mentions } : {}),
  ...(last_seen === undefined ? {} : { last_seen }),
  ...(nextState && !note ? { next_state: nextState } : {}),
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
export const idle = ({ progress: _, saving: __, ...entry }: OutboxEntry): OutboxEntry => entry;
/** The server has answered: nothing is unknown about it any more. */
export const untried = (entry: OutboxEntry): OutboxEntry => {
  const { tried: _, ...rest } = idle(entry);
  return rest;
};
/** Its files are to be uploaded again. */
export function withoutUploads(entry: OutboxEntry): OutboxEntry {
  const { command } = entry;
  if (command.kind !== 'message') return entry;
  return {
    ...entry,
    command: { ...command, files: command.files?.map((file) => ({ ...file, upload: null })) ?? [] },
  };
}
