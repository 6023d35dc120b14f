/** A message as the outbox keeps it. */
import type { OutboxEntry, SendInput, WorkFile } from './surface.ts';

type MessageCommand = Extract<OutboxEntry['command'], { kind: 'message' }>;

export function messageCommand(
  input: SendInput,
  {
    temporal_id,
    files,
    last_seen,
  }: Pick<MessageCommand, 'temporal_id' | 'last_seen'> & { files: readonly WorkFile[] },
): MessageCommand {
  return {
    kind: 'message',
    text: input.text,
    note: input.note,
    temporal_id,
    attachments: input.again?.attachments ?? [],
    last_seen,
    files: files.map((file) => ({ ...file, upload: null })),
    ...(input.mentions?.length ? { mentions: input.mentions } : {}),
    ...(input.template ? { template: input.template } : {}),
    ...(input.again ? { again: input.again.id } : {}),
  };
}
