/** Where the visitor writes: Enter sends, Shift+Enter breaks the line. */
import { useRef, useState } from 'preact/hooks';
import { TEXT_LIMIT } from './link.ts';
import type { ChatHandle } from './use-chat.ts';

export function Composer({ chat }: { chat: ChatHandle }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const ended = chat.state.conversationState === 'closed' || chat.state.conversationState === 'archived';

  const send = () => {
    const trimmed = text.trim();
    if (!trimmed) return;
    chat.write({ text: trimmed, label: trimmed });
    setText('');
    field.current?.focus();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={TEXT_LIMIT}
        aria-label="Escribe tu mensaje"
        placeholder={ended ? 'Escribe para comenzar otra conversación' : 'Escribe tu mensaje'}
        onInput={(event) => {
          setText(event.currentTarget.value);
          chat.link.typing();
        }}
        onKeyDown={(event) => {
          // isComposing: Enter that only accepts a suggestion of the keyboard must not send.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" aria-label="Enviar mensaje" disabled={text.trim() === ''}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12l16-8-6 16-3-6z" />
        </svg>
      </button>
    </form>
  );
}
