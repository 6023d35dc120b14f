/** The chat's window, and what binds it to the visitor's attention. */
import { useEffect, useState } from 'preact/hooks';
import { plainLine } from '../contract/rules/plain-line.ts';
import { Composer } from './composer.tsx';
import type { Frame } from './frame.ts';
import type { Keep } from './keep.ts';
import { Later, lazyPart } from './later.tsx';
import { Messages } from './messages.tsx';
import type { Prefilled } from './prefilled.ts';
import { say, spoken } from './say.ts';
import { useChat } from './use-chat.ts';

const ARTICLES = lazyPart(() => import('./articles.tsx'));
const IDENTIFY = lazyPart(() => import('./identify.tsx'));
const RATING = lazyPart(() => import('./rating.tsx'));
const LEAVE_WORD = lazyPart(() => import('./leave-word.tsx'));

const LINK_TEXT = {
  connecting: 'Conectando…',
  live: null,
  waiting: 'Sin conexión. Reintentando…',
  refused: null,
} as const;

interface ChatProps {
  frame: Frame;
  /** Of who sits there: another one is another chat. */
  keep: Keep;
  open: boolean;
  prefilled: Prefilled;
}

export function Chat({ frame, keep, open, prefilled }: ChatProps) {
  const { settings } = frame;
  const chat = useChat(frame, keep);
  const { state, link } = chat;
  const unread = state.messages.filter(
    (message) => message.from !== 'Cliente' && message.message_status !== 'read',
  );

  useEffect(() => {
    // Someone who was here before hears of answers without opening; a stranger costs no connection.
    if (!settings.shown && (open || keep.value.roomToken)) link.connect();
  }, [open, link, keep, settings]);

  const { look } = state;
  useEffect(() => {
    if (look) frame.looks(look);
  }, [frame, look]);
  useEffect(() => frame.unread(unread.length), [frame, unread.length]);
  useEffect(() => {
    frame.talk = state.link === 'live' ? state.conversationState : undefined;
  });

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

  const [reading, setReading] = useState(false);

  if (!open) return null;
  const name = plainLine(look?.name ?? '') || 'Chat';
  const photo = state.agent ? state.agent.image : look?.avatar;
  const linkText = LINK_TEXT[state.link];
  const who = state.agent ? plainLine(state.agent.name) || say('Equipo') : name;

  return (
    <section
      class="panel"
      role="dialog"
      lang={spoken()}
      aria-label={say('Chat con {name}', { name })}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !settings.fixedOpen) frame.close();
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
        {state.articles && !reading && (
          <button type="button" class="plain" aria-label={say('Artículos')} onClick={() => setReading(true)}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM9 9h6M9 13h6" />
            </svg>
          </button>
        )}
        {!settings.fixedOpen && (
          <button type="button" class="plain" aria-label={say('Cerrar chat')} onClick={() => frame.close()}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 9l6 6 6-6" />
            </svg>
          </button>
        )}
      </header>
      <p class="link" role="status">
        {linkText ? say(linkText) : state.refusal}
      </p>
      {reading ? (
        <Later part={ARTICLES} with={{ settings, back: () => setReading(false) }} />
      ) : (
        <>
          <Messages chat={chat} />
          {state.conversationState === 'pending' && state.waiting && (
            <p class="thanks" role="status">
              {state.waiting}
            </p>
          )}
          {state.conversationState === 'pending' &&
            (state.form ? (
              <Later part={LEAVE_WORD} with={{ link }} />
            ) : (
              <Later part={IDENTIFY} with={{ link }} />
            ))}
          {state.mayRate && <Later part={RATING} with={{ chat }} />}
          {state.rated && (
            <p class="thanks" role="status">
              {say('¡Gracias por tu evaluación!')}
            </p>
          )}
          {state.link !== 'refused' && <Composer chat={chat} prefilled={prefilled} />}
        </>
      )}
    </section>
  );
}

function subtitle(state: string | null, hasAgent: boolean, botName: string, away: boolean): string {
  if (state === 'pending' && away) return say('Te responderá una persona');
  if (state === 'pending') return say('Buscando a una persona del equipo…');
  if (state === 'closed' || state === 'archived') return say('Conversación terminada');
  return hasAgent ? botName : say('Asistente virtual');
}
