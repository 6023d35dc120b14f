/** The chat: launcher, panel, and what binds them to the visitor's attention. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { inkOn } from '../contract/rules/color.ts';
import { plainLine } from '../contract/rules/plain-line.ts';
import { Composer } from './composer.tsx';
import { Identify } from './identify.tsx';
import type { Keep } from './keep.ts';
import { Messages } from './messages.tsx';
import { Rating } from './rating.tsx';
import type { WidgetSettings } from './settings.ts';
import { useChat } from './use-chat.ts';

const LINK_TEXT = {
  connecting: 'Conectando…',
  live: '',
  waiting: 'Sin conexión. Reintentando…',
  refused: '',
} as const;

export function Chat({ settings, keep }: { settings: WidgetSettings; keep: Keep }) {
  const [open, setOpen] = useState(settings.fixedOpen || settings.shown || keep.value.open);
  const chat = useChat(settings, keep);
  const { state, link } = chat;
  const launcher = useRef<HTMLButtonElement>(null);
  const unread = state.messages.filter(
    (message) => message.from !== 'Cliente' && message.message_status !== 'read',
  );

  useEffect(() => {
    // Someone who was here before hears of answers without opening; a stranger costs no connection.
    if (!settings.shown && (open || keep.value.roomToken)) link.connect();
    keep.set({ open: open && !settings.fixedOpen });
  }, [open, link, keep, settings]);

  const lastUnread = unread.at(-1)?.mid;
  useEffect(() => {
    if (!open || !lastUnread) return;
    const mark = () => {
      if (document.visibilityState === 'visible' && document.hasFocus()) link.read(lastUnread);
    };
    mark();
    window.addEventListener('focus', mark);
    document.addEventListener('visibilitychange', mark);
    return () => {
      window.removeEventListener('focus', mark);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [open, lastUnread, link]);

  const { launcher: shown } = state;
  const color = (shown ?? state.look)?.color ?? '#0f766e';
  const close = () => {
    setOpen(false);
    // On a phone the button shows only while the chat is closed.
    requestAnimationFrame(() => launcher.current?.focus());
  };
  const words = plainLine(shown?.launcher ?? '');
  const name = plainLine(state.look?.name ?? '') || 'Chat';
  const photo = state.agent ? state.agent.image : state.look?.avatar;
  const who = state.agent ? plainLine(state.agent.name) || 'Equipo' : name;

  return (
    <div
      class={`ours chat ${settings.position ?? shown?.position ?? 'right'} ${settings.fixedOpen ? 'fixed' : ''}`}
      ref={(element) => {
        element?.style.setProperty('--accent', color);
        element?.style.setProperty('--ink', inkOn(color));
      }}
    >
      {open && (
        <section
          class="panel"
          role="dialog"
          aria-label={`Chat con ${name}`}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !settings.fixedOpen) close();
          }}
        >
          <header>
            <span class="avatar" aria-hidden="true">
              {photo ? (
                // A path of the chat's own server; the page is somebody else's.
                <img src={new URL(photo, settings.origin).href} alt="" />
              ) : (
                [...who][0]?.toUpperCase()
              )}
            </span>
            <span class="who">
              <strong>{who}</strong>
              <small>
                {subtitle(state.conversationState, state.agent !== null, name, state.waiting !== null)}
              </small>
            </span>
            {!settings.fixedOpen && (
              <button type="button" class="plain" aria-label="Cerrar chat" onClick={close}>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M6 9l6 6 6-6" />
                </svg>
              </button>
            )}
          </header>
          <p class="link" role="status">
            {state.link === 'refused' ? state.refusal : LINK_TEXT[state.link]}
          </p>
          <Messages chat={chat} />
          {state.conversationState === 'pending' && state.waiting && (
            <p class="thanks" role="status">
              {state.waiting}
            </p>
          )}
          {state.conversationState === 'pending' && <Identify link={link} />}
          {state.mayRate && <Rating chat={chat} />}
          {state.rated && (
            <p class="thanks" role="status">
              ¡Gracias por tu evaluación!
            </p>
          )}
          {state.link !== 'refused' && <Composer chat={chat} />}
        </section>
      )}
      {!settings.fixedOpen && (shown || open) && (
        <button
          type="button"
          class="launcher"
          ref={launcher}
          aria-expanded={open}
          aria-label={
            open
              ? 'Cerrar chat'
              : `${words && `${words}: `}${unread.length > 0 ? `Abrir chat, ${unread.length} sin leer` : 'Abrir chat'}`
          }
          onClick={() => setOpen(!open)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={open ? 'M6 6l12 12M18 6L6 18' : 'M4 5h16v11H9l-5 4z'} />
          </svg>
          {!open && words}
          {!open && unread.length > 0 && <span class="badge">{unread.length}</span>}
        </button>
      )}
    </div>
  );
}

function subtitle(state: string | null, hasAgent: boolean, botName: string, away: boolean): string {
  if (state === 'pending' && away) return 'Te responderá una persona';
  if (state === 'pending') return 'Buscando a una persona del equipo…';
  if (state === 'closed' || state === 'archived') return 'Conversación terminada';
  return hasAgent ? botName : 'Asistente virtual';
}
