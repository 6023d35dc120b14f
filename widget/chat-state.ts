/**
 * The visitor's chat as a pure reducer: what the server said, plus what is on its way. No I/O, no clock.
 * The server's word always wins: CONNECTED replaces the conversation, acknowledgements settle unsent messages.
 */
import type { BotLook } from '../contract/entities/bot.ts';
import type { VisitorConnected, VisitorMessage } from '../contract/realtime/visitor-socket.ts';
import type { ConversationState, MessageStatus } from '../contract/states.ts';
import type { UnsentMessage } from './keep.ts';

export type LinkState = 'connecting' | 'live' | 'waiting' | 'refused';

export interface ChatState {
  link: LinkState;
  /** Why the server refused us, in Spanish. */
  refusal: string | null;
  look: BotLook | null;
  conversationId: string | null;
  conversationState: ConversationState | null;
  agent: { name: string; image: string | null } | null;
  messages: VisitorMessage[];
  unsent: (UnsentMessage & { failed: string | null })[];
  typing: { who: 'agent' | 'bot'; name: string | null; text?: string; until: number } | null;
  mayRate: boolean;
  rated: boolean;
  /** When somebody will answer, while the conversation waits and nobody is connected. */
  waiting: string | null;
  /** There are articles to be read. */
  articles: boolean;
  /** The business is closed: the form stands in for it. */
  form: boolean;
}

export type ChatAction =
  | { type: 'link'; link: LinkState; refusal?: string }
  | { type: 'connected'; data: VisitorConnected }
  | { type: 'write'; message: UnsentMessage }
  | { type: 'acknowledged'; temporal_id: string; mid: string; conversation_id: string }
  | { type: 'refused'; temporal_id: string; reason: string }
  | { type: 'retry'; temporal_id: string }
  | { type: 'discard'; temporal_id: string }
  | { type: 'message'; message: VisitorMessage }
  | { type: 'status'; mid: string; status: MessageStatus }
  | { type: 'typing'; who: 'agent' | 'bot'; name: string | null; text?: string; until: number }
  | { type: 'typing-over'; now: number }
  | {
      type: 'state';
      conversation_id: string;
      state: ConversationState;
      agent: ChatState['agent'] | undefined;
      mayRate: boolean;
      waiting?: string | null;
      form?: boolean;
    }
  | { type: 'rated' };

export function startChat(unsent: UnsentMessage[]): ChatState {
  return {
    link: 'connecting',
    refusal: null,
    look: null,
    conversationId: null,
    conversationState: null,
    agent: null,
    messages: [],
    unsent: unsent.map((message) => ({ ...message, failed: null })),
    typing: null,
    mayRate: false,
    rated: false,
    waiting: null,
    form: false,
    articles: false,
  };
}

const RANK: Record<MessageStatus, number> = {
  queued: 0,
  sending: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
  read: 4,
};

export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'link':
      return { ...state, link: action.link, refusal: action.refusal ?? null };
    case 'connected':
      return afterConnect(state, action.data);
    case 'write':
      return { ...state, unsent: [...state.unsent, { ...action.message, failed: null }] };
    case 'acknowledged':
      return acknowledge(state, action);
    case 'refused':
      return withUnsent(state, action.temporal_id, (entry) => ({ ...entry, failed: action.reason }));
    case 'retry':
      return withUnsent(state, action.temporal_id, (entry) => ({ ...entry, failed: null }));
    case 'discard':
      return { ...state, unsent: state.unsent.filter((entry) => entry.temporal_id !== action.temporal_id) };
    case 'message':
      return addMessage(state, action.message);
    case 'status':
      return {
        ...state,
        messages: state.messages.map((message) =>
          message.mid === action.mid && RANK[action.status] > RANK[message.message_status]
            ? { ...message, message_status: action.status }
            : message,
        ),
      };
    case 'typing':
      return { ...state, typing: action };
    case 'typing-over':
      return state.typing && state.typing.until <= action.now ? { ...state, typing: null } : state;
    case 'state':
      // A late word about an earlier conversation says nothing about the present one.
      if (state.conversationId && action.conversation_id !== state.conversationId) return state;
      return {
        ...state,
        conversationId: action.conversation_id,
        conversationState: action.state,
        agent: action.agent === undefined ? state.agent : action.agent,
        mayRate: action.mayRate,
        waiting: action.waiting ?? null,
        form: action.form ?? false,
      };
    case 'rated':
      return { ...state, mayRate: false, rated: true };
  }
}

function afterConnect(state: ChatState, data: VisitorConnected): ChatState {
  const known = new Set(data.messages.map((message) => message.temporal_id));
  // Earlier conversations of this page stay above, as the visitor left them.
  const earlier = state.messages.filter(
    ({ mid, conversation_id }) => mid && conversation_id !== data.conversation_id,
  );
  return {
    ...state,
    link: 'live',
    refusal: null,
    look: data.bot,
    conversationId: data.conversation_id,
    conversationState: data.state,
    agent: data.agent,
    messages: [...earlier, ...data.messages],
    unsent: state.unsent.filter((entry) => !known.has(entry.temporal_id)),
    mayRate: data.may_rate,
    waiting: data.waiting ?? null,
    form: data.form ?? false,
    articles: data.articles ?? false,
    rated: data.may_rate ? false : state.rated,
  };
}

function acknowledge(
  state: ChatState,
  { temporal_id, mid, conversation_id }: { temporal_id: string; mid: string; conversation_id: string },
): ChatState {
  const entry = state.unsent.find((unsent) => unsent.temporal_id === temporal_id);
  const moved = conversation_id !== state.conversationId;
  const next: ChatState = {
    ...state,
    conversationId: conversation_id,
    ...(moved ? { conversationState: 'active' as const, agent: null, mayRate: false, rated: false } : {}),
    unsent: state.unsent.filter((unsent) => unsent.temporal_id !== temporal_id),
  };
  if (!entry || state.messages.some((message) => message.mid === mid)) return next;
  const orders = state.messages.filter((message) => message.conversation_id === conversation_id);
  return addMessage(next, {
    conversation_id,
    mid,
    temporal_id,
    message_status: 'sent',
    from: 'Cliente',
    text: entry.label,
    agent: null,
    buttons: [],
    attachments: [],
    created_at: entry.created_at,
    // Its true order arrives with NEW_MESSAGE; until then it stands last.
    order: Math.max(0, ...orders.map((message) => message.order)) + 1,
  });
}

/** Adds or replaces by `mid`, in order, the latest conversation last. */
function addMessage(state: ChatState, message: VisitorMessage): ChatState {
  // What the bot says takes the place of what it was about to say (Greeting), which has no mid.
  const others = state.messages.filter(({ mid }) => mid !== message.mid && (mid || message.from !== 'bot'));
  const before = state.messages.find((known) => known.mid === message.mid);
  const status =
    before && RANK[before.message_status] > RANK[message.message_status]
      ? before.message_status
      : message.message_status;
  const earlier = others.filter((known) => known.conversation_id !== message.conversation_id);
  const same = others.filter((known) => known.conversation_id === message.conversation_id);
  const sorted = [...same, { ...message, message_status: status }].sort((a, b) => a.order - b.order);
  return {
    ...state,
    conversationId: state.conversationId ?? (message.conversation_id || null),
    messages: [...earlier, ...sorted],
    unsent: state.unsent.filter((entry) => entry.temporal_id !== message.temporal_id),
    typing: message.from === 'Cliente' ? state.typing : null,
  };
}

function withUnsent(
  state: ChatState,
  temporalId: string,
  change: (entry: ChatState['unsent'][number]) => ChatState['unsent'][number],
): ChatState {
  return {
    ...state,
    unsent: state.unsent.map((entry) => (entry.temporal_id === temporalId ? change(entry) : entry)),
  };
}

/** The buttons that may still be pressed: those of the last message when it offers any, or the welcome menu. */
export function liveButtons({ conversationState, unsent, messages }: ChatState): string | 'welcome' | null {
  const state = conversationState ?? 'active';
  const latest = messages.at(-1);
  if (unsent.length > 0) return null;
  if (!latest) return state === 'active' ? 'welcome' : null;
  // A person's stay until the conversation ends; the bot's as long as it answers.
  const over = latest.from === 'agent' ? /closed|archived/.test(state) : state !== 'active';
  return over || !latest.buttons[0] || latest.from === 'Cliente' ? null : latest.mid;
}
