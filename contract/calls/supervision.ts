/** What a supervisor watches, and what moved a counter. */
import * as z from 'zod/mini';
import { conversation } from '../entities/conversation.ts';
import { viewer } from '../entities/user.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId, seq, seqParam, sightStamp, textId, wholeNumber } from '../primitives.ts';
import { actor } from '../realtime/events.ts';
import { CONVERSATION_STATES, channel, conversationState } from '../states.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

/** What every base carries, read in one snapshot with the rest (docs/protocol.md 'Bases'). */
const base = { seq, sight: sightStamp, viewer };

/**
 * A stretch in which people have a conversation: it begins when it leaves the bot (or inactivity) for pending or
 * taken. Kept while its first answer is still owed.
 */
const spell = z.object({
  conversation_id: textId,
  since: instant,
  /** It began in pending and nobody has taken it yet. */
  waits: z.boolean(),
});

export const supervisionBase = z.object({
  /** The present day where the bot's customers live: figures of 'today' belong to it. `to` is the next day's start. */
  day: z.object({ from: instant, to: instant }),
  /** Who waits longest first, at most `LIMITS.supervisionQueue`. */
  queue: z.array(conversation),
  /** Conversations that each person has. */
  load: z.array(z.object({ agent_id: numericId, taken: z.int(), inactive: z.int() })),
  /** Answers whose deadline is near or has passed, by who has the conversation; null: nobody. Those without any are left out. */
  answers: z.optional(
    z.array(z.object({ agent_id: z.nullable(numericId), near: wholeNumber, late: wholeNumber })),
  ),
  spells: z.array(spell),
  /** Milliseconds from pending to taken, of each stretch that began in pending and was taken today. */
  waits: z.array(z.int()),
  /** Milliseconds from the stretch's beginning to a person's first message (no note), of those answered today. */
  first_responses: z.array(z.int()),
  ...base,
});
export type SupervisionBase = z.infer<typeof supervisionBase>;

/** One event that moved a figure. */
export const counterMove = z.object({
  seq,
  id: textId,
  at: instant,
  /** The event's spec name. */
  name: z.string(),
  actor,
  conversation_id: textId,
  channel,
  /** Null where the event came cut: the conversation is not the viewer's to see any more. */
  lead_name: z.nullable(z.string()),
  /** Null: it did not exist before. */
  from_state: z.nullable(conversationState),
  to_state: conversationState,
  delta: z.union([z.literal(1), z.literal(-1)]),
});
export type CounterMove = z.infer<typeof counterMove>;

export const supervisionCalls = {
  /** For owners and administrators (422 for others). */
  supervision: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/supervision',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'live', permission: 'read' },
    body: z.object({ bot_id: numericId }),
    answer: supervisionBase,
  }),
  /**
   * The events of the log that moved the figure of a state (and channel) for the caller, newest first, below number
   * `before`. `floor`: the log was searched down to here; 0 when there is nothing older.
   */
  counterMoves: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/conversations/counter_moves',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'live', permission: 'read' },
    query: z.object({
      bot_id: idParam,
      /** 'held': taken and inactive together; 'followed' and 'mentioned': what `agent_id` follows, is named in unseen; 'overdue': late answers. */
      state: z.enum([...CONVERSATION_STATES, 'held', 'followed', 'mentioned', 'overdue']),
      channel: z.optional(channel),
      /** Only what this person has, follows or is named in. */
      agent_id: z.optional(idParam),
      before: z.optional(seqParam),
      items: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(LIMITS.pageItems))),
    }),
    answer: z.object({ moves: z.array(counterMove), floor: seq, ...base }),
  }),
};
