/** Namespace `/`: what agents' clients emit, its acknowledgements, and the events without a number (docs/protocol.md). */
import * as z from 'zod/mini';
import { notificationPush } from '../entities/notification.ts';
import { viewer } from '../entities/user.ts';
import { numericId, seq, shortText, sightStamp, textId } from '../primitives.ts';
import { agentStatus } from '../states.ts';

export const socketAuth = z.object({
  'access-token': shortText(200),
  client: shortText(200),
  uid: shortText(254),
});
export type SocketAuth = z.infer<typeof socketAuth>;

export const autoReconnect = z.object({
  botId: numericId,
  after: z.optional(seq),
  after_id: z.optional(z.nullable(textId)),
  sight: z.optional(sightStamp),
});
export type AutoReconnect = z.infer<typeof autoReconnect>;

/** Raw frames in a replay page; each is then read by `parseFrame`. */
const replayFrame = z.looseObject({ name: z.string() });
export const autoReconnectAck = z.union([
  z.object({ error: z.string(), message: z.string() }),
  z.object({ reset: z.literal(true), seq, sight: sightStamp, viewer }),
  z.object({ seq, sight: sightStamp, viewer, events: z.array(replayFrame), more: z.boolean() }),
]);
export type AutoReconnectAck = z.infer<typeof autoReconnectAck>;

export const registerAgentStatus = z.object({
  userId: numericId,
  userBotId: numericId,
  status: agentStatus,
  role: shortText(60),
  botId: numericId,
  /** It came with a switch of bots and was not chosen. */
  switched: z.optional(z.boolean()),
});
export type RegisterAgentStatus = z.infer<typeof registerAgentStatus>;
export const okAck = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ error: z.string(), message: z.string() }),
]);
export type OkAck = z.infer<typeof okAck>;

export const viewing = z.object({ botId: numericId, conversation_id: z.nullable(textId) });
export const typing = z.object({ botId: numericId, conversation_id: textId });
/** A closing last page says so: `{tab}` only helps to read logs (docs/protocol.md 'Presence'). */
export const farewell = z.object({ botIds: z.array(numericId).check(z.maxLength(500)) });

const sound = z.object({ bot_id: numericId, event_id: z.string(), conversation_id: z.optional(textId) });
/** Events that have no number and are not kept (docs/protocol.md 'Not logged'). */
export const liveEvents = {
  /** `wire`: the version of the wire that this server speaks (`contract/wire-version.ts`); an older client reloads. */
  CONNECTED: z.object({ userId: numericId, bots: z.array(numericId), wire: z.optional(z.number()) }),
  USER_ONLINE_STATUS: z.object({ bot_id: numericId, conversation_id: textId, isUserOnline: z.boolean() }),
  TYPING: z.object({
    bot_id: numericId,
    conversation_id: textId,
    who: z.enum(['visitor', 'agent']),
    name: z.nullable(z.string()),
  }),
  VIEWING: z.object({
    bot_id: numericId,
    conversation_id: textId,
    /** `supervisor`: an owner or administrador who only watches: the conversation is not theirs. */
    agents: z.array(z.object({ id: numericId, name: z.string(), supervisor: z.optional(z.boolean()) })),
  }),
  /** The conversation's customer is on another page: who shows it asks again. */
  VISITOR_PAGE: z.object({ bot_id: numericId, conversation_id: textId }),
  SOUND_NEW_CONVERSATION: sound,
  SOUND_LIVE_CHAT_MESSAGE: sound,
  SOUND_PENDING_CONVERSATION: sound,
  SOUND_NEW_LEAD: sound,
  LOAD_PRODUCTS: z.object({ bot_id: numericId, progress: z.number() }),
  /**
   * `live` counts the changes outside the inbox; `told` is the last of them that this socket has heard of, or should
   * have been: others are not for it. A client that stands before `told` asks again for all it shows.
   */
  HEAD: z.object({ bot_id: numericId, seq, live: z.optional(seq), told: z.optional(seq) }),
  /** What a tab that shows it is to ask again (`contract/realtime/topics.ts`), up to a number of `live`. */
  STALE: z.object({ bot_id: numericId, topics: z.array(z.string()), live: z.optional(seq) }),
  /** Maintenance, or the bar about a delay, was switched: who shows it asks again. */
  MAINTENANCE: z.object({}),
  /** Something of the person's own account that other screens show is another (the address is proved). */
  ACCOUNT: z.object({}),
  RESET: z.object({ bot_id: numericId }),
  /** The notifications channel: to one person's sockets at a bot, with its `action` (docs/product.md §7). */
  NOTIFICATION: notificationPush,
  PUSH_DATA: z.looseObject({ type: z.string(), bot_id: numericId, event_id: z.string() }),
} as const;
export type LiveEventName = keyof typeof liveEvents;
export const LIVE_EVENT_NAMES = Object.keys(liveEvents) as LiveEventName[];
export type LiveEvent = {
  [N in LiveEventName]: { name: N; data: z.infer<(typeof liveEvents)[N]> };
}[LiveEventName];

/** The name of the frame that carries several logged events of one bot in order. */
export const EVENTS_FRAME = 'EVENTS';
/** `data.error` of a refused connection: the session is over, as a 401 says. */
export const UNAUTHORIZED = 'unauthorized';
