/** Above the field: the message that the reply answers, and a way to answer none. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import classes from './channel.module.css';
import { replyTo, useReplyTo } from './reply-to.ts';

export function ReplySlot({ conversationId }: { conversationId: string }) {
  const answered = useReplyTo(conversationId);
  if (!answered) return null;
  return (
    <div className={classes.slot}>
      <p>
        Respondes a: <bdi>{plainLine(answered.text, 120) || 'un archivo'}</bdi>
      </p>
      <button
        type="button"
        aria-label="No responder a ese mensaje"
        onClick={() => replyTo(conversationId, null)}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
