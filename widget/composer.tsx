/** Where the visitor writes: Enter sends, Shift+Enter breaks the line. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ATTACHMENT_ACCEPT } from '../contract/rules/attachments.ts';
import { Chosen, useFiles } from './files.tsx';
import { TEXT_LIMIT } from './link.ts';
import { Buttons } from './messages.tsx';
import type { Prefilled } from './prefilled.ts';
import { say } from './say.ts';
import type { ChatHandle } from './use-chat.ts';

export function Composer({ chat, prefilled }: { chat: ChatHandle; prefilled: Prefilled }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(
    // What somebody typed themselves is not written over.
    () => prefilled.take((given) => setText((typed) => typed || given.slice(0, TEXT_LIMIT))),
    [prefilled],
  );
  const [menu, setMenu] = useState(false);
  const { look, conversationState } = chat.state;
  // The bot's own: who waits for a person, or talks to one, has no use for it.
  const offered = look?.menu === 'always' && (conversationState ?? 'active') === 'active' ? look.buttons : [];
  // The server knows a visitor from their first message on; a chat that is only shown has no server.
  const attaches = chat.state.conversationId && !chat.settings.shown;
  const ended = chat.state.conversationState === 'closed' || chat.state.conversationState === 'archived';

  const files = useFiles(chat.settings, chat.keep);
  const chooser = useRef<HTMLInputElement>(null);
  const trimmed = text.trim();
  const ids = files.list.flatMap(({ id }) => id ?? []);
  // A file whose fault was not cleared away holds the message: nothing is left behind unnoticed.
  const ready = (trimmed !== '' || ids.length > 0) && ids.length === files.list.length;

  const send = () => {
    if (!ready) return;
    chat.write({
      text: trimmed,
      label: trimmed || files.list.map(({ file }) => file.name).join(', '),
      ...(ids.length > 0 ? { attachments: ids } : {}),
    });
    files.clear();
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
      <Chosen files={files} />
      {menu && offered.length > 0 && (
        <Buttons
          buttons={offered}
          onPress={(button, label) => {
            setMenu(false);
            chat.write({ button, label });
          }}
        />
      )}
      {offered.length > 0 && (
        <button
          type="button"
          class="attach"
          aria-label={say('Menú')}
          aria-expanded={menu}
          onClick={() => setMenu(!menu)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h16M4 12h16M4 17h16" />
          </svg>
        </button>
      )}
      {attaches && (
        <>
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept={ATTACHMENT_ACCEPT}
            aria-label={say('Archivos para adjuntar')}
            onChange={(event) => {
              files.add(event.currentTarget.files ?? []);
              event.currentTarget.value = '';
            }}
          />
          <button
            type="button"
            class="attach"
            aria-label={say('Adjuntar archivos')}
            onClick={() => chooser.current?.click()}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4l8-8a3 3 0 0 1 4.3 4.2l-8 8a1.5 1.5 0 0 1-2.1-2.1l7-7" />
            </svg>
          </button>
        </>
      )}
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={TEXT_LIMIT}
        aria-label={say('Escribe tu mensaje')}
        placeholder={ended ? say('Escribe para comenzar otra conversación') : say('Escribe tu mensaje')}
        onInput={(event) => {
          setText(event.currentTarget.value);
          chat.link.typing();
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData;
          if (!pasted || !attaches || pasted.types.includes('text/plain')) return;
          files.add(pasted.files);
        }}
        onKeyDown={(event) => {
          // isComposing: Enter that only accepts a suggestion of the keyboard must not send.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" aria-label={say('Enviar mensaje')} disabled={!ready}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12l16-8-6 16-3-6z" />
        </svg>
      </button>
    </form>
  );
}
