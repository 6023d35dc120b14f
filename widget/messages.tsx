/** The history: bubbles with their state, buttons where they can still be pressed, who is typing. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { VisitorMessage } from '../contract/realtime/visitor-socket.ts';
import type { MessageStatus } from '../contract/states.ts';
import { liveButtons } from './chat-state.ts';
import { clockOf, dayOf, pieces } from './text.ts';
import type { ChatHandle } from './use-chat.ts';

const STATUS_TEXT: Record<MessageStatus, string> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No enviado',
};

export function Messages({ chat }: { chat: ChatHandle }) {
  const { state } = chat;
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  // Quiet while history loads: only what arrives later is announced.
  const [announce, setAnnounce] = useState(false);
  const count = state.messages.length + state.unsent.length;

  useEffect(() => {
    if (state.link === 'live') setAnnounce(true);
  }, [state.link]);
  useLayoutEffect(() => {
    // Whatever makes the history longer keeps its end in sight for who is there.
    const grown = count > 0 || state.typing !== null;
    if (grown && atEnd && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count, atEnd, state.typing]);

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
        aria-label="Mensajes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        ref={box}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          setAtEnd(scrollHeight - scrollTop - clientHeight < 40);
        }}
      >
        {look && (
          <div class="row bot">
            <p class="bubble">
              <Text text={look.welcome} />
            </p>
            {live === 'welcome' && <Buttons buttons={look.buttons} onPress={press} />}
          </div>
        )}
        {state.messages.map((message, index) => (
          <Message
            key={message.mid}
            message={message}
            previous={state.messages[index - 1]}
            buttons={live === message.mid}
            showStatus={message.mid === lastOwn}
            onPress={press}
          />
        ))}
        {state.unsent.map((entry) => (
          <div class="row own" key={entry.temporal_id}>
            <p class="bubble">
              <Text text={entry.label} />
            </p>
            {entry.failed ? (
              <small class="failed" role="alert">
                No enviado: {entry.failed}
                <button type="button" onClick={() => chat.retry(entry.temporal_id)}>
                  Reintentar
                </button>
                <button type="button" onClick={() => chat.discard(entry.temporal_id)}>
                  Descartar
                </button>
              </small>
            ) : (
              <small>{state.link === 'live' ? 'Enviando…' : 'Se enviará al reconectar'}</small>
            )}
          </div>
        ))}
        {state.typing && (
          <p class="typing">
            {state.typing.who === 'bot'
              ? 'Escribiendo…'
              : `${state.typing.name ?? 'El equipo'} está escribiendo…`}
          </p>
        )}
      </div>
      {!atEnd && (
        <button
          type="button"
          class="to-end"
          onClick={() => box.current?.scrollTo({ top: box.current.scrollHeight })}
        >
          Ver lo último ↓
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
  onPress(id: string, label: string): void;
}

function Message({ message, previous, buttons, showStatus, onPress }: MessageProps) {
  const own = message.from === 'Cliente';
  const newDay = !previous || dayOf(previous.created_at) !== dayOf(message.created_at);
  const newConversation = previous && previous.conversation_id !== message.conversation_id;
  const newAuthor = previous?.from !== message.from || previous?.agent?.name !== message.agent?.name;
  return (
    <>
      {newConversation && <p class="divider">Nueva conversación</p>}
      {newDay && <p class="divider">{dayOf(message.created_at)}</p>}
      <div class={`row ${own ? 'own' : message.from}`}>
        {message.from === 'agent' && newAuthor && <small class="author">{message.agent?.name}</small>}
        {message.text && (
          <p class="bubble">
            <Text text={message.text} />
          </p>
        )}
        {message.attachments.map((file) =>
          file.url ? (
            <a class="file" key={file.id} href={file.url} target="_blank" rel="noopener noreferrer">
              {file.name}
            </a>
          ) : (
            <span class="file" key={file.id}>
              {file.name}
            </span>
          ),
        )}
        {buttons && <Buttons buttons={message.buttons} onPress={onPress} />}
        {own && showStatus && (
          <small>
            {clockOf(message.created_at)} · {STATUS_TEXT[message.message_status]}
          </small>
        )}
      </div>
    </>
  );
}

function Buttons({
  buttons,
  onPress,
}: {
  buttons: { id: string; label: string }[];
  onPress(id: string, label: string): void;
}) {
  return (
    <div class="buttons">
      {buttons.map((button) => (
        <button type="button" key={button.id} onClick={() => onPress(button.id, button.label)}>
          {button.label}
        </button>
      ))}
    </div>
  );
}

/** Plain text with links in a new window; markup in it stays text. */
function Text({ text }: { text: string }) {
  return (
    <>
      {pieces(text).map((piece) =>
        'link' in piece ? (
          <a key={piece.at} href={piece.link} target="_blank" rel="noopener noreferrer nofollow">
            {piece.link}
          </a>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}
