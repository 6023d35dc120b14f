/**
 * The visitor's socket: connects when the chat is first opened, sends what is unsent in order, one at a time, each
 * with its `temporal_id` so that a lost acknowledgement never makes a second message.
 */
import { io, type Socket } from 'socket.io-client';
import { LIMITS } from '../contract/limits.ts';
import {
  type VisitorMessageAck,
  visitorEvents,
  visitorMessageAck,
} from '../contract/realtime/visitor-socket.ts';
import type { ChatAction, ChatState } from './chat-state.ts';
import type { Keep } from './keep.ts';
import type { WidgetSettings } from './settings.ts';

const ACK_TIMEOUT = 15_000;
const TYPING_EVERY = 2_500;
const TYPING_SHOWN = 6_000;

export interface Link {
  connect(): void;
  /** Sends the next unsent message, if there is one and nothing is under way. */
  flush(): void;
  typing(): void;
  read(mid: string): void;
  rate(stars: number, comment: string | null): Promise<string | null>;
  identify(data: { name?: string; email?: string; phone?: string }): Promise<string | null>;
}

/**
 * @param state reads the present state, @param dispatch tells the reducer what happened
 */
export function createLink(
  settings: WidgetSettings,
  keep: Keep,
  state: () => ChatState,
  dispatch: (action: ChatAction) => void,
): Link {
  let socket: Socket | null = null;
  let sending = false;
  let lastTyping = 0;
  let lastRead: string | null = null;

  function open(): Socket {
    const opened = io(`${settings.origin}/visitor`, {
      // A function: every reconnect shows the newest room token.
      auth: (give) =>
        give({ botId: settings.botId, botToken: settings.botToken, roomToken: keep.value.roomToken }),
      transports: ['websocket', 'polling'],
      reconnectionDelayMax: 15_000,
    });
    opened.on('connect_error', (error: Error & { data?: { error?: string; message?: string } }) => {
      const refusal = error.data?.message;
      dispatch(refusal ? { type: 'link', link: 'refused', refusal } : { type: 'link', link: 'waiting' });
    });
    opened.on('disconnect', (reason) => {
      sending = false;
      dispatch({ type: 'link', link: 'waiting' });
      // The server closed it on purpose (a restart): Socket.IO leaves coming back to us.
      if (reason === 'io server disconnect') opened.connect();
    });
    opened.on('CONNECTED', (raw: unknown) => {
      const data = visitorEvents.CONNECTED.parse(raw);
      keep.set({ roomToken: data.roomToken });
      dispatch({ type: 'connected', data });
      flush();
    });
    opened.on('NEW_MESSAGE', (raw: unknown) => {
      const parsed = visitorEvents.NEW_MESSAGE.safeParse(raw);
      if (parsed.success) dispatch({ type: 'message', message: parsed.data.message });
    });
    opened.on('NEW_MESSAGE_STATUS', (raw: unknown) => {
      const parsed = visitorEvents.NEW_MESSAGE_STATUS.safeParse(raw);
      if (parsed.success) {
        dispatch({ type: 'status', mid: parsed.data.mid, status: parsed.data.message_status });
      }
    });
    opened.on('TYPING', (raw: unknown) => {
      const parsed = visitorEvents.TYPING.safeParse(raw);
      if (!parsed.success) return;
      dispatch({ type: 'typing', ...parsed.data, until: Date.now() + TYPING_SHOWN });
      setTimeout(() => dispatch({ type: 'typing-over', now: Date.now() }), TYPING_SHOWN + 50);
    });
    opened.on('CONVERSATION_STATE', (raw: unknown) => {
      const parsed = visitorEvents.CONVERSATION_STATE.safeParse(raw);
      if (!parsed.success) return;
      const { conversation_id, state: present, agent, may_rate } = parsed.data;
      dispatch({ type: 'state', conversation_id, state: present, agent, mayRate: may_rate });
    });
    return opened;
  }

  function flush(): void {
    const next = state().unsent.find((entry) => entry.failed === null);
    if (!next || sending || !socket?.connected || state().link !== 'live') return;
    sending = true;
    const { temporal_id, text, button } = next;
    const body = { temporal_id, ...(button ? { button } : { text }) };
    socket.timeout(ACK_TIMEOUT).emit('VISITOR_MESSAGE', body, (lost: Error | null, raw: unknown) => {
      sending = false;
      // No answer: it may or may not have arrived; the same temporal_id again settles it.
      if (lost) return void setTimeout(flush, 1_000);
      const parsed = visitorMessageAck.safeParse(raw);
      const ack: VisitorMessageAck = parsed.success
        ? parsed.data
        : { error: 'bad_answer', message: 'El chat respondió algo inesperado.' };
      if ('error' in ack) dispatch({ type: 'refused', temporal_id, reason: ack.message });
      else dispatch({ type: 'acknowledged', ...ack });
      keep.set({ unsent: state().unsent });
      flush();
    });
  }

  async function ask(event: string, body: object): Promise<string | null> {
    if (!socket?.connected) return 'Sin conexión. Inténtalo nuevamente en unos segundos.';
    try {
      const answer: unknown = await socket.timeout(ACK_TIMEOUT).emitWithAck(event, body);
      if (answer && typeof answer === 'object' && 'message' in answer) return String(answer.message);
      return null;
    } catch (error) {
      console.warn(`[chat] ${event} sin respuesta`, error);
      return 'El chat no respondió. Inténtalo nuevamente.';
    }
  }

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
  };
}

/** The longest text that the chat takes. */
export const TEXT_LIMIT = LIMITS.messageText;
