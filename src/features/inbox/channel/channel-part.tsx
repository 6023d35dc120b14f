/** Whatever of the inbox only channels have, in one part that loads with the first of them. */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Attachment, Message } from '../../../../contract/entities/message.ts';
import { ChannelExtra } from './extra.tsx';
import { FileUnderWay } from './file-under-way.tsx';
import { MessageTools } from './message-tools.tsx';
import { ReplySlot } from './reply-slot.tsx';
import { Way } from './way.tsx';
import { WindowLeft } from './window-left.tsx';

export interface ChannelPartProps {
  /** What a message is and answers. */
  above?: Message;
  /** What belongs to it, and with `tools` what may be done with it. */
  below?: Message;
  tools?: boolean;
  /** A file that is not here. */
  file?: [Attachment, messageId: string];
  /** How long a card may be answered. */
  card?: [Conversation, now: number];
  /** What the reply of this conversation answers. */
  reply?: string;
  /** Why what is written in it does not leave. */
  way?: Conversation;
}

export default function ChannelPart({ above, below, tools, file, card, reply, way }: ChannelPartProps) {
  if (above) return <ChannelExtra message={above} part="above" />;
  if (file) return <FileUnderWay file={file[0]} messageId={file[1]} />;
  if (card) return <WindowLeft card={card[0]} now={card[1]} />;
  if (reply) return <ReplySlot conversationId={reply} />;
  if (way) return <Way card={way} />;
  if (!below) return null;
  return (
    <>
      <ChannelExtra message={below} part="below" />
      {tools ? <MessageTools message={below} /> : null}
    </>
  );
}
