/** Where the log's further messages come from, and what can be done with them: the hub in the inbox, HTTP elsewhere. */
import type { Message } from '../../../../contract/entities/message.ts';
import { offeredBy } from '../../../../contract/rules/offered-links.ts';
import { hub, messagesTopic } from '../../../hub/hooks.ts';

export interface LogSource {
  /** Asks for the messages above the oldest one; asked again while there are more. */
  loadOlder(): void;
  /** After a failure. */
  reload(): void;
  /** Sends a failed message again; null where one only reads. */
  resend: ((message: Message) => void) | null;
}

const warn = (what: string) => (error: unknown) => console.warn(what, error);

/** The live conversation. */
export function hubSource(botId: number, conversationId: string): LogSource {
  const topic = messagesTopic(botId, conversationId);
  return {
    loadOlder: () => void hub().loadMore(topic).catch(warn('Older messages did not come.')),
    reload: () => void hub().reload(topic).catch(warn('The messages were not reloaded.')),
    resend: ({ _id: id, text, note, attachments, cards, buttons }) =>
      void hub()
        .send({
          botId,
          conversationId,
          text,
          note,
          again: { id, attachments: attachments.map((file) => file.id) },
          ...(cards ? { products: cards.map(({ product_id }) => product_id) } : {}),
          ...offeredBy(buttons),
          keepDraft: true,
        })
        .catch(warn('The message was not queued again.')),
  };
}
