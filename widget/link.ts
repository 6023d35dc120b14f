/**
 * The visitor's socket: connects when the chat is first opened, sends what is unsent in order, one at a time, each
 * with its `temporal_id` so that a lost acknowledgement never makes a second message.
 */
import { io, type Socket } from 'socket.io-client';
import { LIMITS } from '../contract/limits.ts';
import type { VisitorMessage, VisitorMessageAck } from '../contract/realtime/visitor-socket.ts';
import type { ChatAction, ChatState } from './chat-state.ts';
import type { Frame } from './frame.ts';
import type { Keep } from './keep.ts';
import { onPageChange } from './page-changes.ts';
import type { Said } from './person.ts';
import { isAck, isConnected, isNewMessage, isState, isStatus, isTyping } from './reading.ts';
import { say, spoken } from './say.ts';
import { tellHost } from './shown.ts';

const ACK_TIMEOUT = 15_000;
/** A bot says several messages at once. */
const CONFIRM_WITHIN = 100;
const TYPING_EVERY = 2_500;
const TYPING_SHOWN = 6_000;

export interface Link {
  connect(): void;
  /** Sends the next unsent message, if there is one and nothing is under way. */
  flush(): void;
  typing(): void;
  read(mid: string): void;
  rate(stars: number, comment: string | null): Promise<string | null>;
  identify(data: Said): Promise<string | null>;
  /** The form out of hours. */
  leaveWord(word: object): Promise<Answer>;
  /** For good: nothing of it stays. */
  close(): void;
}

/** What the server says to a wish; `message`: why not. */
export interface Answer {
  message?: unknown;
  code?: unknown;
  details?: { fields?: Record<string, unknown> };
}

/** Why the server lets nobody in. */
interface Refusal {
  error?: string;
  message?: string;
  details?: { reason?: string };
}

/** Milliseconds, about: many pages were refused at the same moment. */
const RETRY = 4_000;

/**
 * @param state reads the present state, @param dispatch tells the reducer what happened
 */
export function createLink(
  frame: Frame,
  keep: Keep,
  state: () => ChatState,
  dispatch: (action: ChatAction) => void,
): Link {
  const { settings } = frame;
  const end = new AbortController();
  const signed = frame.person?.signed ?? null;
  let proved = false;
  let socket: Socket | null = null;
  let sending = false;
  let lastTyping = 0;
  let lastRead: string | null = null;
  let toConfirm: string | null = null;
  /** The bot's owner wants to know; the last address that was sent. */
  let tells = false;
  let told = '';

  /** Where the reader is, and after each change of the page's address. */
  function tellPage(): void {
    if (!tells || !socket?.connected || told === location.href) return;
    told = location.href;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    socket.emit('PAGE', { page: told, referrer: document.referrer, zone });
  }
  onPageChange(tellPage, end.signal);
  frame.onSaid = tellPerson;
  frame.onGreeting = greet;

  /** Stands as the bot's latest word until it is one. */
  function greet(): void {
    const { conversationId, messages } = state();
    const order = (messages.at(-1)?.order ?? 0) + 0.5;
    const message = frame.greeting?.message;
    if (message)
      dispatch({ type: 'message', message: { ...message, conversation_id: conversationId ?? '', order } });
  }

  /** What the page says of its visitor is theirs to be said once they have written: nobody is written down before. */
  let saidOf = '';
  function tellPerson(): void {
    const said = frame.person?.said;
    const known = signed !== null || state().conversationId !== null;
    if (!said || Object.keys(said).length === 0 || !known || !socket?.connected) return;
    const words = JSON.stringify(said);
    if (saidOf === words) return;
    saidOf = words;
    void ask('IDENTIFY', said).then((refusal) => {
      if (refusal) console.error(`[chat] identify: ${refusal}`);
    });
  }

  function open(): Socket {
    const opened = io(`${settings.origin}/visitor`, {
      // A function: every reconnect shows the newest room token.
      auth: (give) =>
        give({
          botId: settings.botId,
          botToken: settings.botToken,
          // Once in a page the signature is shown; the token that it was given then does for what follows.
          roomToken: proved ? keep.value.roomToken : (frame.strangerToken ?? keep.value.roomToken),
          confirms: true,
          language: spoken(),
          ...(signed && !proved ? { identity: signed } : {}),
        }),
      transports: ['websocket', 'polling'],
      // Without it the second is never tried, and a proxy that lets no websocket through leaves the customer alone.
      tryAllTransports: true,
      reconnectionDelayMax: 15_000,
    });
    opened.on('connect_error', (error: Error & { data?: Refusal }) => {
      const reason = error.data?.details?.reason ?? '';
      if (signed && (reason.startsWith('identity') || error.data?.error === 'bad_request'))
        return frame.rejected(reason, error.message);
      // A server that can't say now (its database restarts) can later; Socket.IO leaves asking again to us.
      const passing = error.data?.error === 'server' || error.data?.error === 'too_many';
      if (passing)
        setTimeout(
          () => {
            if (!end.signal.aborted) opened.connect();
          },
          RETRY * (0.5 + Math.random()),
        );
      const refusal = passing ? undefined : error.data?.message;
      dispatch(refusal ? { type: 'link', link: 'refused', refusal } : { type: 'link', link: 'waiting' });
    });
    opened.on('disconnect', (reason) => {
      sending = false;
      dispatch({ type: 'link', link: 'waiting' });
      // The server closed it on purpose (a restart): Socket.IO leaves coming back to us.
      if (reason === 'io server disconnect') opened.connect();
    });
    opened.on('CONNECTED', (data: unknown) => {
      if (!isConnected(data)) return console.error('[chat] respuesta inesperada', data);
      if (signed && !data.signed) {
        // Their token has ended: nothing of anybody else is shown in their place.
        if (!proved) return frame.rejected('identity', 'El servidor no conoce la firma.');
        proved = false;
        opened.disconnect().connect();
        return;
      }
      if (signed && !proved) {
        proved = true;
        frame.signedIn();
      }
      keep.set({ roomToken: data.roomToken });
      dispatch({ type: 'connected', data });
      greet();
      tells = data.visits;
      told = '';
      tellPage();
      confirm(data.messages.findLast((message) => message.from !== 'Cliente'));
      tellPerson();
      flush();
    });
    opened.on('NEW_MESSAGE', (data: unknown) => {
      if (!isNewMessage(data)) return;
      dispatch({ type: 'message', message: data.message });
      confirm(data.message);
      const { from } = data.message;
      if (from === 'bot' || from === 'agent') frame.tell('message', { from });
    });
    opened.on('NEW_MESSAGE_STATUS', (data: unknown) => {
      if (isStatus(data)) dispatch({ type: 'status', mid: data.mid, status: data.message_status });
    });
    opened.on('TYPING', (data: unknown) => {
      if (!isTyping(data)) return;
      dispatch({ ...data, type: 'typing', until: Date.now() + TYPING_SHOWN });
      setTimeout(() => dispatch({ type: 'typing-over', now: Date.now() }), TYPING_SHOWN + 50);
    });
    opened.on('CONVERSATION_STATE', (data: unknown) => {
      if (!isState(data)) return;
      const { conversation_id, state: present, agent, may_rate, waiting = null, form = false } = data;
      const before = state().conversationState;
      dispatch({ type: 'state', conversation_id, state: present, agent, mayRate: may_rate, waiting, form });
      const { conversationState: now } = state();
      if (now !== before && now === 'closed') frame.tell('ended', {});
    });
    return opened;
  }

  /** Tells the server that the page has this message and all before it; those of a burst share one word. */
  function confirm(message: VisitorMessage | undefined): void {
    if (!message || message.from === 'Cliente') return;
    if (message.message_status !== 'sent' && message.message_status !== 'queued') return;
    if (toConfirm === null) {
      setTimeout(() => {
        if (socket?.connected) socket.emit('DELIVERED', { mid: toConfirm });
        toConfirm = null;
      }, CONFIRM_WITHIN);
    }
    toConfirm = message.mid;
  }

  function flush(): void {
    const next = state().unsent.find((entry) => entry.failed === null);
    if (settings.shown) return void (next && tellHost(next));
    if (!next || sending || !socket?.connected || state().link !== 'live') return;
    sending = true;
    // What was sent is no longer typed: with the next letter they type again, however soon it comes.
    lastTyping = 0;
    const { temporal_id, text, button, attachments, proactive } = next;
    const body = { temporal_id, proactive, ...(button ? { button } : { text, attachments }) };
    socket.timeout(ACK_TIMEOUT).emit('VISITOR_MESSAGE', body, (lost: Error | null, raw: unknown) => {
      sending = false;
      // No answer: it may or may not have arrived; the same temporal_id again settles it.
      if (lost) return void setTimeout(flush, 1_000);
      const ack: VisitorMessageAck = isAck(raw)
        ? raw
        : { error: 'bad_answer', message: say('El chat respondió algo inesperado.') };
      if ('error' in ack) dispatch({ type: 'refused', temporal_id, reason: ack.message });
      else dispatch({ ...ack, type: 'acknowledged' });
      tellPerson();
      keep.set({ unsent: state().unsent });
      flush();
    });
  }

  async function asked(event: string, body: object): Promise<Answer> {
    if (!socket?.connected) return { message: say('Sin conexión. Inténtalo nuevamente en unos segundos.') };
    try {
      const answer: unknown = await socket.timeout(ACK_TIMEOUT).emitWithAck(event, body);
      return answer && typeof answer === 'object' ? (answer as Answer) : {};
    } catch (error) {
      console.warn(`[chat] ${event} sin respuesta`, error);
      return { message: say('El chat no respondió. Inténtalo nuevamente.') };
    }
  }

  async function ask(event: string, body: object): Promise<string | null> {
    const { message } = await asked(event, body);
    return message === undefined ? null : String(message);
  }

  /** Addresses of files end after a while: a visitor who keeps the chat open gets fresh ones. */
  function renewAddresses(): void {
    const { roomToken } = keep.value;
    const shows = state().messages.some((message) => message.attachments.length > 0);
    if (!shows || !socket?.connected || state().unsent.length > 0) return;
    socket.timeout(ACK_TIMEOUT).emit('AUTO_RECONNECT', { roomToken }, (lost: Error | null, data: unknown) => {
      if (!lost && isConnected(data)) dispatch({ type: 'connected', data });
    });
  }
  const renewing = setInterval(renewAddresses, LIMITS.uploadUrl * 0.8);

  return {
    connect() {
      socket ??= open();
    },
    flush,
    typing() {
      const now = Date.now();
      if (!socket?.connected || now - lastTyping < TYPING_EVERY) return;
      lastTyping = now;
      socket.emit('TYPING');
    },
    read(mid) {
      if (!socket?.connected || lastRead === mid) return;
      lastRead = mid;
      socket.emit('READ', { mid });
    },
    rate: (stars, comment) => ask('RATE', { stars, comment }),
    identify: (data) => ask('IDENTIFY', data),
    leaveWord: (word) => asked('LEAVE_WORD', word),
    close() {
      end.abort();
      clearInterval(renewing);
      socket?.disconnect();
    },
  };
}

/** The longest text that the chat takes. */
export const TEXT_LIMIT = LIMITS.messageText;
