/** The logged realtime events and their envelope (docs/protocol.md 'The event log'). */
import * as z from 'zod/mini';
import { answerLevel } from '../entities/answer-deadlines.ts';
import { cutConversation, eventConversation } from '../entities/conversation.ts';
import { message } from '../entities/message.ts';
import { instant, numericId, seq, textId } from '../primitives.ts';
import { agentStatus, area, channel, conversationState, messageStatus } from '../states.ts';
import { quickCheck } from './quick-check.ts';

export const actor = z.object({
  kind: z.enum(['agent', 'visitor', 'bot', 'system']),
  id: z.optional(z.union([z.string(), z.number()])),
  name: z.optional(z.string()),
});
export type Actor = z.infer<typeof actor>;

/** What the logged event before this one left: counters move by sees(now) − sees(last) and by nothing else. */
const last = {
  last_state: conversationState,
  last_agent_id: z.nullable(numericId),
  last_category: z.nullable(area),
};
/** What figures counted it by before, where this event changed that; left out: as its card says. */
const lastMarks = {
  last_followers: cutConversation.shape.followers,
  last_mention_unseen: cutConversation.shape.mention_unseen,
  /** Null: it had none. */
  last_answer_level: z.optional(z.nullable(answerLevel)),
};
const card = { conversation: eventConversation, ...last, ...lastMarks };
const person = z.object({ id: numericId, name: z.string() });

/** `data` of every logged event, by its spec name. */
export const eventData = {
  NEW_CONVERSATION: z.object({ conversation: eventConversation }),
  NEW_CONVERSATION_COUNTER: z.object({
    conversation_id: textId,
    state: conversationState,
    channel,
    category: z.nullable(area),
  }),
  /** `message` is absent where the viewer gets the event cut (replay of what is no longer seen). */
  NEW_MESSAGE: z.object({ message: z.optional(message), conversation: eventConversation, ...lastMarks }),
  NEW_MESSAGE_STATUS: z.object({
    conversation_id: textId,
    mid: z.optional(z.string()),
    temporal_id: z.optional(z.nullable(z.string())),
    message_status: messageStatus,
    reason: z.optional(z.nullable(z.string())),
  }),
  PUSH_PENDING_CONVERSATION: z.object({ ...card, auto_assigned: z.boolean() }),
  OLD_COUNTERS_WHEN_TAKEN: z.object(card),
  DERIVE_CONVERSATION: z.object({
    ...card,
    from_agent: z.optional(z.nullable(person)),
    to_agent: z.optional(person),
    reason: z.optional(z.nullable(z.string())),
    by_admin: z.boolean(),
  }),
  INACTIVE_CONVERSATION: z.object(card),
  FROM_INACTIVE_TO_TAKEN: z.object(card),
  TIMER_CLOSE_CONVERSATION: z.object(card),
  DISCONNECT_CONVERSATION: z.object(card),
  /** `woke_for`: a snooze ended by itself; whom to tell: its owner, else who had snoozed it. */
  UPDATE_CONVERSATION_CARD: z.object({ ...card, woke_for: z.optional(z.nullable(numericId)) }),
  SEND_TEMPLATE_MUTATION: z.object({ conversation_id: textId, template: z.string(), status: z.string() }),
  AGENT_STATUS: z.object({ agent_id: numericId, status: agentStatus, since: instant }),
} as const;

export type EventName = keyof typeof eventData;
export const EVENT_NAMES = Object.keys(eventData) as EventName[];

/** Events that carry `conversation` with `last_*` and may move counters. */
export const CARD_EVENTS = [
  'PUSH_PENDING_CONVERSATION',
  'OLD_COUNTERS_WHEN_TAKEN',
  'DERIVE_CONVERSATION',
  'INACTIVE_CONVERSATION',
  'FROM_INACTIVE_TO_TAKEN',
  'TIMER_CLOSE_CONVERSATION',
  'DISCONNECT_CONVERSATION',
  'UPDATE_CONVERSATION_CARD',
] as const satisfies readonly EventName[];
export type CardEventName = (typeof CARD_EVENTS)[number];

export type EventData<N extends EventName> = z.infer<(typeof eventData)[N]>;

/** One argument of a logged event on the socket. */
export interface Envelope<N extends EventName = EventName> {
  id: string;
  seq: number;
  bot_id: number;
  at: string;
  actor: Actor;
  data: EventData<N>;
}

/** An envelope with its name, as in EVENTS frames, replays and logs. */
export type NamedEvent = { [N in EventName]: { name: N } & Envelope<N> }[EventName];
/** The numbers `seq` to `to` (or `seq` alone) are not for this viewer; `id` is the last one's, for `after_id`. */
export const redacted = z.object({ bot_id: numericId, seq, to: z.optional(seq), id: z.optional(textId) });
export type Redacted = { name: 'REDACTED' } & z.infer<typeof redacted>;
/** Whatever fills numbers of the log. */
export type LoggedFrame = NamedEvent | Redacted;

const envelopeHead = { id: textId, seq, bot_id: numericId, at: instant, actor };
export const envelopeSchemas = Object.fromEntries(
  EVENT_NAMES.map((name) => [name, z.object({ ...envelopeHead, data: eventData[name] })]),
) as unknown as { [N in EventName]: z.ZodMiniType<Envelope<N>> };

/** In frames of several and in replays each says its name itself. */
const quickChecks = Object.fromEntries(
  EVENT_NAMES.map((name) => [
    name,
    quickCheck(z.object({ name: z.optional(z.string()), ...envelopeHead, data: eventData[name] })),
  ]),
) as Record<EventName, ReturnType<typeof quickCheck>>;

/**
 * Reads a frame that fills log numbers.
 * @param name the event's name on the socket (or its `name` field), REDACTED included
 * @param value its one argument
 * @returns the typed frame, or null when the name is unknown or the value does not fit
 */
export function parseFrame(name: string, value: unknown): LoggedFrame | null {
  if (name === 'REDACTED') {
    const parsed = redacted.safeParse(value);
    return parsed.success ? { name: 'REDACTED', ...parsed.data } : null;
  }
  if (!Object.hasOwn(envelopeSchemas, name)) return null;
  if (quickChecks[name as EventName]?.(value)) return { ...(value as Envelope), name } as NamedEvent;
  const parsed = envelopeSchemas[name as EventName].safeParse(value);
  return parsed.success ? ({ name, ...parsed.data } as NamedEvent) : null;
}
