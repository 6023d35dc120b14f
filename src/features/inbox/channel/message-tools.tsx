/** What can be done with a message of WhatsApp: answer it by name, react to it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { conversationLifeCalls } from '../../../../contract/calls/conversation-life.ts';
import type { Message } from '../../../../contract/entities/message.ts';
import { call } from '../../../api/call.ts';
import { toastFailure } from '../../../ui/toast.ts';
import classes from './channel.module.css';
import { replyTo } from './reply-to.ts';

const OFFERED = ['👍', '❤️', '😂', '😮', '🙏'];

export function MessageTools({ message }: { message: Message }) {
  const [reacting, setReacting] = useState(false);
  const own = message.extra?.reactions?.find(({ from }) => from === 'agent')?.emoji ?? '';
  const react = useMutation({
    mutationFn: (emoji: string) =>
      call(conversationLifeCalls.reactToMessage, { params: { id: message._id }, body: { emoji } }),
    onSuccess: () => setReacting(false),
    onError: (error) => toastFailure('No se envió la reacción', error),
  });
  if (message.message_status === 'queued' || message.extra?.deleted) return null;
  return (
    <span className={classes.tools} data-open={reacting || undefined}>
      {reacting ? (
        <>
          {OFFERED.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={own === emoji ? `Quitar la reacción ${emoji}` : `Reaccionar con ${emoji}`}
              aria-pressed={own === emoji}
              disabled={react.isPending}
              onClick={() => react.mutate(own === emoji ? '' : emoji)}
            >
              {emoji}
            </button>
          ))}
          <button type="button" onClick={() => setReacting(false)}>
            Cancelar
          </button>
        </>
      ) : (
        <>
          <button
            type="button"
            onClick={() => {
              replyTo(message.conversation_id, message);
              document.querySelector<HTMLElement>('#composer-panel :is(textarea, [role="textbox"])')?.focus();
            }}
          >
            Responder
          </button>
          <button type="button" onClick={() => setReacting(true)}>
            Reaccionar
          </button>
        </>
      )}
    </span>
  );
}
