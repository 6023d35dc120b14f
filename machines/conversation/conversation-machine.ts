/**
 * The conversation: the one authority on what may happen to it (docs/protocol.md 'Legal moves'). Every state has an
 * answer to every command, the refused ones written down; the type checker demands each.
 *
 *   active ──handoff──▶ pending ──take──▶ taken ⟲ derive
 *     ▲  ▲                │ ▲               │ │
 *     │  └─return_to_bot──┘ └───release─────┘ │
 *     └──────────────return_to_bot────────────┘
 *   active, pending, taken ──mark_inactive, timer──▶ inactive ──customer wrote──▶ taken | pending | active
 *   active, pending, taken, inactive ──close, timer, disconnect──▶ closed ◀──▶ archived
 *   closed ──reopen──▶ taken
 *   active, pending, taken, inactive ──join──▶ closed ──separate──▶ where it was
 */
import { assign, createMachine } from 'xstate';
import type { CardEventName } from '../../contract/realtime/events.ts';
import type { ConversationState } from '../../contract/states.ts';
import type { CommandType, ConversationCommand, ConversationFacts, Refusal } from './commands.ts';

export type ConversationContext = Omit<ConversationFacts, 'state'>;

/** What a step asks for. `assign` actions change the context; the others are read by `decide`. */
export type ConversationAction =
  | { type: 'owned'; params: { by: 'nobody' | 'named' } }
  | { type: 'waited'; params: { for_person: boolean } }
  /** The card event that tells of the move. */
  | { type: 'tell'; params: { event: CardEventName } }
  | { type: 'refuse'; params: { code: Refusal } }
  /** The message belongs into a new conversation of the same lead. */
  | { type: 'begin_another'; params: undefined };
type Guard = {
  type: 'names_owner' | 'owner_connected' | 'was_pending' | 'back_to_bot' | 'back_to_owner' | 'back_to_sleep';
  params: undefined;
};

interface Branch {
  guard?: Guard['type'];
  /** None: it stays where it is. */
  target?: ConversationState;
  actions?: readonly ConversationAction[];
}
/** Branches are tried in order; the last one has no condition. */
type Cell = readonly [...Branch[], Branch & { guard?: never }];

const refuse = (code: Refusal) => ({ actions: [{ type: 'refuse', params: { code } }] }) as const;
const tell = (event: CardEventName) => ({ type: 'tell', params: { event } }) as const;
const nobodys = { type: 'owned', params: { by: 'nobody' } } as const;
const named = { type: 'owned', params: { by: 'named' } } as const;
const waits = { type: 'waited', params: { for_person: true } } as const;
const waitsNoMore = { type: 'waited', params: { for_person: false } } as const;

const illegal = [refuse('illegal_move')] as const satisfies Cell;
const alreadyTaken = [refuse('already_taken')] as const satisfies Cell;
/** Accepted, and nothing moves. */
const stays = [{}] as const satisfies Cell;
const beginsAnother = [{ actions: [{ type: 'begin_another', params: undefined }] }] as const satisfies Cell;

const toPending = [
  { target: 'pending', actions: [nobodys, waits, tell('PUSH_PENDING_CONVERSATION')] },
] as const satisfies Cell;
const autoAssigned = [
  { target: 'taken', actions: [named, waits, tell('PUSH_PENDING_CONVERSATION')] },
] as const satisfies Cell;
const taken = [
  { target: 'taken', actions: [named, tell('OLD_COUNTERS_WHEN_TAKEN')] },
] as const satisfies Cell;
const assigned = [{ target: 'taken', actions: [named, tell('DERIVE_CONVERSATION')] }] as const satisfies Cell;
const toInactive = [{ target: 'inactive', actions: [tell('INACTIVE_CONVERSATION')] }] as const satisfies Cell;
/** Somebody decided that the bot has it again: the wait for a person is over, and so is the old ownership. */
const toBot = [
  { target: 'active', actions: [nobodys, waitsNoMore, tell('UPDATE_CONVERSATION_CARD')] },
] as const satisfies Cell;
const to = (target: ConversationState, event: CardEventName) =>
  [{ target, actions: [tell(event)] }] as const satisfies Cell;

/** What is not finished may end, and is neither archived nor reopened. */
const ends = {
  close: to('closed', 'UPDATE_CONVERSATION_CARD'),
  timer_close: to('closed', 'TIMER_CLOSE_CONVERSATION'),
  disconnect: to('closed', 'DISCONNECT_CONVERSATION'),
  join: to('closed', 'UPDATE_CONVERSATION_CARD'),
  separate: illegal,
  archive: illegal,
  unarchive: illegal,
  reopen: illegal,
} as const;
/** What a finished conversation refuses. */
const finished = {
  handoff: illegal,
  handoff_assigned: illegal,
  take: illegal,
  assign: illegal,
  derive: illegal,
  return_to_bot: illegal,
  release: illegal,
  mark_inactive: illegal,
  timer_inactive: illegal,
  close: illegal,
  timer_close: illegal,
  disconnect: illegal,
  join: illegal,
  customer_wrote: beginsAnother,
} as const;

const states = {
  active: {
    on: {
      ...ends,
      handoff: toPending,
      handoff_assigned: autoAssigned,
      take: taken,
      assign: assigned,
      derive: illegal,
      return_to_bot: illegal,
      release: illegal,
      mark_inactive: toInactive,
      timer_inactive: toInactive,
      customer_wrote: stays,
    },
  },
  pending: {
    on: {
      ...ends,
      handoff: illegal,
      handoff_assigned: autoAssigned,
      take: taken,
      assign: assigned,
      derive: illegal,
      return_to_bot: toBot,
      release: illegal,
      mark_inactive: toInactive,
      timer_inactive: toInactive,
      customer_wrote: stays,
    },
  },
  taken: {
    on: {
      ...ends,
      handoff: illegal,
      handoff_assigned: alreadyTaken,
      take: alreadyTaken,
      assign: alreadyTaken,
      reopen: alreadyTaken,
      derive: [
        { guard: 'names_owner', ...refuse('illegal_move') },
        { target: 'taken', actions: [named, tell('DERIVE_CONVERSATION')] },
      ],
      return_to_bot: toBot,
      release: [{ target: 'pending', actions: [nobodys, waits, tell('UPDATE_CONVERSATION_CARD')] }],
      mark_inactive: toInactive,
      timer_inactive: toInactive,
      customer_wrote: stays,
    },
  },
  inactive: {
    on: {
      ...ends,
      handoff: toPending,
      handoff_assigned: autoAssigned,
      take: [{ target: 'taken', actions: [named, tell('FROM_INACTIVE_TO_TAKEN')] }],
      assign: assigned,
      derive: illegal,
      return_to_bot: toBot,
      release: illegal,
      mark_inactive: illegal,
      timer_inactive: illegal,
      customer_wrote: [
        { guard: 'owner_connected', target: 'taken', actions: [tell('FROM_INACTIVE_TO_TAKEN')] },
        { guard: 'was_pending', target: 'pending', actions: [nobodys, tell('PUSH_PENDING_CONVERSATION')] },
        { target: 'active', actions: [nobodys, tell('UPDATE_CONVERSATION_CARD')] },
      ],
    },
  },
  closed: {
    on: {
      ...finished,
      archive: to('archived', 'UPDATE_CONVERSATION_CARD'),
      unarchive: illegal,
      reopen: taken,
      separate: [
        {
          guard: 'back_to_bot',
          target: 'active',
          actions: [nobodys, tell('UPDATE_CONVERSATION_CARD')],
        },
        { guard: 'back_to_owner', target: 'taken', actions: [tell('UPDATE_CONVERSATION_CARD')] },
        { guard: 'back_to_sleep', target: 'inactive', actions: [tell('UPDATE_CONVERSATION_CARD')] },
        { target: 'pending', actions: [nobodys, waits, tell('UPDATE_CONVERSATION_CARD')] },
      ],
    },
  },
  archived: {
    on: {
      ...finished,
      archive: illegal,
      unarchive: to('closed', 'UPDATE_CONVERSATION_CARD'),
      reopen: illegal,
      separate: illegal,
    },
  },
} as const satisfies {
  readonly [S in ConversationState]: { readonly on: { readonly [C in CommandType]: Cell } };
};

export const conversationMachine = createMachine({
  types: {} as {
    context: ConversationContext;
    events: ConversationCommand;
    actions: ConversationAction;
    guards: Guard;
  },
  id: 'conversation',
  context: { agent_id: null, was_pending: false },
  initial: 'active',
  states,
}).provide({
  guards: {
    /** The command names the agent who already has it. */
    names_owner: ({ context, event }) => 'agent_id' in event && event.agent_id === context.agent_id,
    /** The agent who last had it is connected now. */
    owner_connected: ({ context, event }) =>
      event.type === 'customer_wrote' && event.agent_connected && context.agent_id !== null,
    was_pending: ({ context }) => context.was_pending,
    back_to_bot: ({ event }) => event.type === 'separate' && event.to === 'active',
    /** Who had it when it was joined: a conversation that is over keeps them. */
    back_to_owner: ({ context, event }) =>
      event.type === 'separate' && event.to === 'taken' && context.agent_id !== null,
    back_to_sleep: ({ event }) => event.type === 'separate' && event.to === 'inactive',
  },
  actions: {
    owned: assign({
      agent_id: ({ context, event }, { by }) => {
        if (by === 'nobody') return null;
        return 'agent_id' in event ? event.agent_id : context.agent_id;
      },
    }),
    waited: assign({ was_pending: (_, { for_person }) => for_person }),
  },
});
