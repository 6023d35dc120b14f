/**
 * The real widget with a look that is not saved, in a frame: the page of the frame asks with 'look' and is told by
 * messages, each a `VisitorConnected` as the server would send it. It talks to no server and keeps nothing.
 */
import { useEffect, useRef, useState } from 'react';
import type { BotLook } from '../../../contract/entities/bot.ts';
import type { VisitorConnected, VisitorMessage } from '../../../contract/realtime/visitor-socket.ts';
import classes from './bots.module.css';

/** The chat as it opens, or with what a customer might have asked, so that both kinds of bubbles show. */
function chatOf(look: BotLook, talked: boolean, at: string): VisitorConnected {
  const message = (order: number, part: Pick<VisitorMessage, 'from' | 'text'>): VisitorMessage => ({
    conversation_id: 'sample',
    mid: `sample-${order}`,
    temporal_id: null,
    message_status: 'read',
    agent: null,
    buttons: [],
    attachments: [],
    created_at: at,
    order,
    ...part,
  });
  return {
    roomToken: '',
    conversation_id: talked ? 'sample' : null,
    state: talked ? 'active' : null,
    agent: null,
    bot: look,
    may_rate: false,
    visits: false,
    messages: talked
      ? [
          message(1, { from: 'Cliente', text: '¿Atienden los sábados?' }),
          message(2, { from: 'bot', text: 'Sí, de 10:00 a 14:00.' }),
        ]
      : [],
  };
}

export function LookPreview({
  bot,
  look,
  talked = true,
}: {
  bot: { id: number; token: string; name: string };
  look: BotLook;
  /** False: the chat as it opens, before the customer says anything. */
  talked?: boolean;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the frame's page has asked: anew whenever it loads. */
  const [asked, setAsked] = useState(0);
  const [at] = useState(() => new Date().toISOString());
  useEffect(() => {
    const heard = ({ source, origin, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && origin === location.origin && data === 'look')
        setAsked((times) => times + 1);
    };
    addEventListener('message', heard);
    return () => removeEventListener('message', heard);
  }, []);
  // As text: it is told again only when something of it changed.
  const words = JSON.stringify(chatOf(look, talked, at));
  useEffect(() => {
    if (asked > 0) frame.current?.contentWindow?.postMessage(JSON.parse(words), location.origin);
  }, [asked, words]);
  return (
    <figure className={classes.preview}>
      <figcaption>Vista previa, con lo que aún no guardas</figcaption>
      <div className={classes.stage}>
        <iframe
          ref={frame}
          src={`/preview_bot/${bot.id}?${new URLSearchParams({ token: bot.token, look: '1' })}`}
          title={`Así se verá el chat de ${bot.name}`}
        />
      </div>
    </figure>
  );
}
