/**
 * The chat as customers see it, wherever the dashboard shows one: the widget itself, in a frame. The frame's page asks
 * with 'look' and hears by messages what the chat is, as the server would send it; what is written in it comes back
 * here. It talks to no server and keeps nothing.
 */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import * as z from 'zod/mini';
import type { BotLook } from '../../contract/entities/bot.ts';
import type { VisitorConnected, VisitorMessage } from '../../contract/realtime/visitor-socket.ts';

/** What somebody wrote or pressed in the frame. */
const written = z.object({
  temporal_id: z.string(),
  label: z.string(),
  text: z.optional(z.string()),
  button: z.optional(z.string()),
});
export type Written = z.infer<typeof written>;
interface ChatFrameProps {
  /** The page of the frame holds no data of the bot. */
  bot: { id: number; token: string };
  title: string;
  chat: VisitorConnected;
  /** On a site, with its button; otherwise the chat alone fills the frame. */
  onSite?: boolean;
  className?: string | undefined;
  /** The bot is writing. */
  typing?: boolean;
  /** Stand beside messages: elements whose `slot` is a message's `mid` (below it) or `by-{mid}` (above it). */
  beside?: ReactNode;
  /** @returns why it is not taken, or null */
  onWrite?: (said: Written) => string | null;
}

const ONLY_SHOWN = 'esto es solo una muestra.';

/** Where the widget stands in a page; what is put into it shows at the slots of its messages. */
const WIDGET = 'charla-widget';

export function ChatFrame(props: ChatFrameProps) {
  const { bot, title, chat, onSite = false, className, typing = false, beside, onWrite } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the frame's page has asked: again whenever it loads. */
  const [asked, setAsked] = useState(0);
  const [inside, setInside] = useState<Element | null>(null);
  const heard = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    const there = frame.current?.contentWindow;
    if (!there || source !== there || origin !== location.origin) return;
    if (data === 'look') {
      setInside(frame.current?.contentDocument?.getElementById(WIDGET) ?? null);
      return setAsked((times) => times + 1);
    }
    const said = written.safeParse(data);
    if (!said.success) return;
    const message = onWrite ? onWrite(said.data) : ONLY_SHOWN;
    if (message !== null) there.postMessage({ temporal_id: said.data.temporal_id, message }, location.origin);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => heard(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  // As text: it is sent again only when something of it changed.
  const words = JSON.stringify(chat);
  useEffect(() => {
    const there = frame.current?.contentWindow;
    if (asked === 0 || !there) return;
    there.postMessage(JSON.parse(words), location.origin);
    if (typing) there.postMessage({ who: 'bot', name: null }, location.origin);
  }, [asked, words, typing]);
  const query = new URLSearchParams({ token: bot.token, look: onSite ? '1' : 'chat' });
  return (
    <>
      <iframe ref={frame} className={className} src={`/preview_bot/${bot.id}?${query}`} title={title} />
      {inside && beside ? createPortal(beside, inside) : null}
    </>
  );
}

/** How a chat looks before anybody set anything. */
export const PLAIN_LOOK: Omit<BotLook, 'name'> = {
  avatar: null,
  color: '#0f766e',
  position: 'right',
  launcher: '',
  welcome: '',
  menu: 'start',
  buttons: [],
};

/** A chat in which these were said, in this order. */
export function shownChat(look: BotLook, said: readonly SaidHere[], at: string): VisitorConnected {
  return {
    roomToken: '',
    conversation_id: said.length > 0 ? 'shown' : null,
    state: said.length > 0 ? 'active' : null,
    agent: null,
    bot: look,
    may_rate: false,
    visits: false,
    messages: said.map((one, place) => ({
      conversation_id: 'shown',
      temporal_id: null,
      message_status: 'read',
      agent: null,
      buttons: [],
      attachments: [],
      created_at: at,
      order: place + 1,
      ...one,
    })),
  };
}
export type SaidHere = Pick<VisitorMessage, 'mid' | 'from' | 'text'> & Partial<VisitorMessage>;

/** What a customer might have asked, so that both kinds of bubbles show. */
export const SAMPLE: readonly SaidHere[] = [
  { mid: 'sample-1', from: 'Cliente', text: '¿Atienden los sábados?' },
  { mid: 'sample-2', from: 'bot', text: 'Sí, de 10:00 a 14:00.' },
];
