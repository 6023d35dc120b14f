/** The conversation as an XState machine, built from the table in `moves.ts` (no move is written here). */
import { type ActorRefFrom, assign, createActor, setup } from 'xstate';
import type { CardEventName } from '../../contract/realtime/events.ts';
import { CONVERSATION_STATES, type ConversationState } from '../../contract/states.ts';
import type { CommandType, ConversationCommand, ConversationFacts, Refusal } from './commands.ts';
import { type Branch, branchFor, GUARDS, MOVES, moved } from './moves.ts';

export interface ConversationContext extends ConversationFacts {
  /** What the last command led to: its card event, or why it was refused. */
  event: CardEventName | null;
  refused: Refusal | null;
}

const machineSetup = setup({
  types: {} as { context: ConversationContext; events: ConversationCommand; input: ConversationFacts },
  guards: {
    same_owner: ({ context, event }) => GUARDS.same_owner(context, event),
    owner_connected: ({ context, event }) => GUARDS.owner_connected(context, event),
    was_pending: ({ context }) => GUARDS.was_pending(context),
    in_state: ({ context }, state: ConversationState) => context.state === state,
  },
  actions: {
    /** Runs on every branch: takes the outcome from the table. */
    follow: assign(({ context, event }) => {
      const branch = branchFor(context, event);
      if ('refuse' in branch) return { event: null, refused: branch.refuse };
      return { ...moved(context, event, branch), event: branch.event, refused: null };
    }),
  },
});

const transition = (branch: Branch) => ({
  ...(branch.when ? { guard: branch.when } : {}),
  ...('refuse' in branch ? {} : { target: branch.to }),
  actions: 'follow' as const,
});
const node = (state: ConversationState) => ({
  on: Object.fromEntries(
    (Object.keys(MOVES[state]) as CommandType[]).map((type) => [type, MOVES[state][type].map(transition)]),
  ),
});

export const conversationMachine = machineSetup.createMachine({
  id: 'conversation',
  context: ({ input }) => ({ ...input, event: null, refused: null }),
  initial: 'known',
  states: {
    /** Left at once for the state that the input names. */
    known: {
      always: CONVERSATION_STATES.map((state) => ({
        guard: { type: 'in_state' as const, params: state },
        target: state,
      })),
    },
    active: node('active'),
    pending: node('pending'),
    taken: node('taken'),
    inactive: node('inactive'),
    closed: node('closed'),
    archived: node('archived'),
  },
});

/** A running machine that stands where the facts say. */
export function startConversation(facts: ConversationFacts): ActorRefFrom<typeof conversationMachine> {
  return createActor(conversationMachine, { input: facts }).start();
}
