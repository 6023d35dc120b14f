/** A message as the outbox keeps it. */

import type { SendInput } from '../surface/api.ts';
import type { OutboxEntry, WorkFile } from '../surface/outbox-entry.ts';

type MessageCommand = Extract<OutboxEntry['command'], { kind: 'message' }>;

/**
 * @param last_seen the newest message that the hub knows. What the tab shows goes before it: that outlives a dead worker,
 * a new base and a newer build's hub, and is what the person answered
 */
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
    last_seen: input.lastSeen ?? last_seen,
    files: files.map((file) => ({ ...file, upload: null })),
    ...(input.mentions?.length ? { mentions: input.mentions } : {}),
    ...(input.template ? { template: input.template } : {}),
    ...(input.products?.length ? { products: input.products } : {}),
    ...(input.buttons?.length ? { buttons: input.buttons } : {}),
    ...(input.links?.length ? { links: input.links } : {}),
    ...(input.replyTo ? { reply_to: input.replyTo } : {}),
    ...(input.take ? { take: true } : {}),
    ...(input.again ? { again: input.again.id } : {}),
    ...(input.nextState ? { nextState: input.nextState } : {}),
  };
}
