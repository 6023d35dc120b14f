/** The history: bubbles with their state, buttons where they can still be pressed, who is typing. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Button } from '../contract/entities/message.ts';
import type { VisitorMessage } from '../contract/realtime/visitor-socket.ts';
import { plainLine } from '../contract/rules/plain-line.ts';
import type { MessageStatus } from '../contract/states.ts';
import { Cards } from './cards.tsx';
import { liveButtons } from './chat-state.ts';
import { MessageFile } from './files.tsx';
import { Rich } from './rich.tsx';
import { say } from './say.ts';
import { clockOf, dayOf } from './text.ts';
import type { ChatHandle } from './use-chat.ts';
import { useEnd } from './use-end.ts';

const STATUS_TEXT = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No enviado',
} as const satisfies Record<MessageStatus, string>;

export function Messages({ chat }: { chat: ChatHandle }) {
  const { state } = chat;
  const box = useRef<HTMLDivElement>(null);
  // Quiet while history loads: only what arrives later is announced.
  const [announce, setAnnounce] = useState(false);
  const count = state.messages.length + state.unsent.length;

  useEffect(() => {
    if (state.link === 'live') setAnnounce(true);
  }, [state.link]);
  // Before anything was said, a long welcome is read from its beginning.
  const { atEnd, toEnd } = useEnd(box, count > 0 || state.typing !== null);
  const newestOwn = state.unsent.at(-1)?.temporal_id;
  useLayoutEffect(() => {
    // Who writes is brought to what they wrote, wherever they were reading.
    if (newestOwn !== undefined) toEnd();
  }, [newestOwn, toEnd]);

  const live = liveButtons(state);
  const press = (id: string, label: string) => chat.write({ button: id, label });
  const lastOwn = state.messages.findLast((message) => message.from === 'Cliente')?.mid;
  const look = state.look;

  return (
    <div class="history">
      <div
        class="log"
        role="log"
        aria-live={announce ? 'polite' : 'off'}
        aria-label={say('Mensajes')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a history without links or buttons can be scrolled by keyboard only when it takes the focus itself (WCAG 2.1.1; Safari does not give it by itself), and the rule knows no scrolling
        tabIndex={0}
        ref={box}
      >
        <div class="rows">
          {look && (
            <div class="row bot">
              <slot name="by-welcome" />
              {look.welcome && <Rich text={look.welcome} own={false} />}
              {live === 'welcome' && look.menu !== 'never' && (
                <Buttons buttons={look.buttons} onPress={press} />
              )}
              <slot name="welcome" />
            </div>
          )}
          {state.messages.map((message, index) => (
            <Message
              key={message.mid}
              message={message}
              previous={state.messages[index - 1]}
              origin={chat.settings.origin}
              buttons={live === message.mid}
              showStatus={message.mid === lastOwn}
              onPress={press}
            />
          ))}
          {state.unsent.map((entry) => (
            <div class="row own" key={entry.temporal_id}>
              <Rich text={entry.label} own={true} />
              {entry.failed ? (
                <small class="failed" role="alert">
                  {say('No enviado')}: {entry.failed}
                  <button type="button" onClick={() => chat.retry(entry.temporal_id)}>
                    {say('Reintentar')}
                  </button>
                  <button type="button" onClick={() => chat.discard(entry.temporal_id)}>
                    {say('Descartar')}
                  </button>
                </small>
              ) : (
                <small>{state.link === 'live' ? say('Enviando…') : say('Se enviará al reconectar')}</small>
              )}
            </div>
          ))}
          {state.typing?.text && (
            // Read out once, when it is whole.
            <div class="row bot" aria-hidden="true">
              <Rich text={state.typing.text} own={false} />
            </div>
          )}
          {state.typing && (
            <p class="typing">
              {state.typing.who === 'bot'
                ? say('Escribiendo…')
                : say('{name} está escribiendo…', {
                    name: plainLine(state.typing.name ?? '') || say('El equipo'),
                  })}
            </p>
          )}
        </div>
      </div>
      {!atEnd && (
        <button type="button" class="to-end" onClick={toEnd}>
          {say('Ver lo último')} ↓
        </button>
      )}
    </div>
  );
}

interface MessageProps {
  message: VisitorMessage;
  previous: VisitorMessage | undefined;
  buttons: boolean;
  showStatus: boolean;
  /** Where the chat's server is: the page may be somebody else's. */
  origin: string;
  onPress(id: string, label: string): void;
}

function Message({ message, previous, origin, buttons, showStatus, onPress }: MessageProps) {
  const own = message.from === 'Cliente';
  const newDay = !previous || dayOf(previous.created_at) !== dayOf(message.created_at);
  const newConversation = previous && previous.conversation_id !== message.conversation_id;
  const newAuthor = previous?.from !== message.from || previous?.agent?.name !== message.agent?.name;
  return (
    <>
      {newConversation && <p class="divider">{say('Nueva conversación')}</p>}
      {newDay && <p class="divider">{dayOf(message.created_at)}</p>}
      <div class={`row ${own ? 'own' : message.from}`}>
        <slot name={`by-${message.mid}`} />
        {message.from === 'agent' && newAuthor && (
          <small class="author">{plainLine(message.agent?.name ?? '')}</small>
        )}
        {message.text && <Rich text={message.text} own={own} />}
        {message.attachments.map((file) => (
          <MessageFile key={file.id} file={file} origin={origin} />
        ))}
        {message.cards && <Cards cards={message.cards} origin={origin} />}
        <Buttons buttons={message.buttons} onPress={buttons && onPress} />
        {own && showStatus && (
          <small>
            {clockOf(message.created_at)} · {say(STATUS_TEXT[message.message_status])}
          </small>
        )}
        {/* What a page that shows a chat puts beside its messages; on a site it is empty. */}
        <slot name={message.mid} />
      </div>
    </>
  );
}

export function Buttons({
  buttons,
  onPress,
}: {
  buttons: Button[];
  /** False: over; links stay. */
  onPress: false | ((id: string, label: string) => void);
}) {
  const shown = buttons.map(({ id, label, url }) => {
    const text = plainLine(label, 200);
    return url
      ? url.startsWith('https:') && (
          <a key={id} href={url} title={url} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{text}</bdi> ↗
          </a>
        )
      : onPress && (
          <button type="button" key={id} onClick={() => onPress(id, label)}>
            <bdi>{text}</bdi>
          </button>
        );
  });
  return shown.some(Boolean) ? <div class="buttons">{shown}</div> : null;
}
