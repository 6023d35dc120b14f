/**
 * The legal moves of a conversation, as one total table: every state × every command, the refused ones written down.
 * `decide` and the XState machine are both read from it, so they can't differ; server and client import the same.
 *
 *   active ──handoff──▶ pending ──take──▶ taken ⟲ derive
 *     ▲  ▲                │ ▲               │ │
 *     │  └─return_to_bot──┘ └───release─────┘ │
 *     └──────────────return_to_bot────────────┘
 *   active, pending, taken ──mark_inactive, timer──▶ inactive ──customer wrote──▶ taken | pending | active
 *   active, pending, taken, inactive ──close, timer, disconnect──▶ closed ◀──▶ archived
 *   closed ──reopen──▶ taken
 */
import type { CardEventName } from '../../contract/realtime/events.ts';
import type { ConversationState } from '../../contract/states.ts';
import type { CommandType, ConversationCommand, ConversationFacts, Decision, Refusal } from './commands.ts';

export type { CommandType, ConversationCommand, ConversationFacts, Decision } from './commands.ts';

/** Conditions that a table cell may ask for. */
export const GUARDS = {
  /** The command names the agent who already has it. */
  same_owner: (facts, command) => 'agent_id' in command && command.agent_id === facts.agent_id,
  /** The agent who last had it is connected now. */
  owner_connected: (facts, command) =>
    command.type === 'customer_wrote' && command.agent_connected && facts.agent_id !== null,
  was_pending: (facts) => facts.was_pending,
} as const satisfies Record<string, (facts: ConversationFacts, command: ConversationCommand) => boolean>;
export type GuardName = keyof typeof GUARDS;

interface Move {
  when?: GuardName;
  to: ConversationState;
  /** Null: the conversation stays as it is and no card event tells of it. */
  event: CardEventName | null;
  /** Whose it is afterwards. */
  owner: 'nobody' | 'kept' | 'named';
  waited: 'yes' | 'no' | 'kept';
  new_conversation?: true;
}
interface Refused {
  when?: GuardName;
  refuse: Refusal;
}
export type Branch = Move | Refused;
/** Branches are tried in order; the last one has no condition. */
export type Cell = readonly [...Branch[], Branch];

const illegal: Cell = [{ refuse: 'illegal_move' }];
const alreadyTaken: Cell = [{ refuse: 'already_taken' }];
const move = (
  to: ConversationState,
  event: CardEventName | null,
  owner: Move['owner'] = 'kept',
  waited: Move['waited'] = 'kept',
): Move => ({ to, event, owner, waited });
const stay = (state: ConversationState): Cell => [move(state, null)];

const toPending: Cell = [move('pending', 'PUSH_PENDING_CONVERSATION', 'nobody', 'yes')];
const autoAssigned: Cell = [move('taken', 'PUSH_PENDING_CONVERSATION', 'named', 'yes')];
const taken: Cell = [move('taken', 'OLD_COUNTERS_WHEN_TAKEN', 'named')];
const assigned: Cell = [move('taken', 'DERIVE_CONVERSATION', 'named')];
const toInactive: Cell = [move('inactive', 'INACTIVE_CONVERSATION')];
/** Somebody decided that the bot has it again: the wait for a person is over, and so is the old ownership. */
const toBot: Cell = [move('active', 'UPDATE_CONVERSATION_CARD', 'nobody', 'no')];
const ends = {
  close: [move('closed', 'UPDATE_CONVERSATION_CARD')],
  timer_close: [move('closed', 'TIMER_CLOSE_CONVERSATION')],
  disconnect: [move('closed', 'DISCONNECT_CONVERSATION')],
  archive: illegal,
  unarchive: illegal,
  reopen: illegal,
} as const satisfies Partial<Record<CommandType, Cell>>;
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
} as const satisfies Partial<Record<CommandType, Cell>>;

export const MOVES: { readonly [S in ConversationState]: { readonly [C in CommandType]: Cell } } = {
  active: {
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
    customer_wrote: stay('active'),
  },
  pending: {
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
    customer_wrote: stay('pending'),
  },
  taken: {
    ...ends,
    handoff: illegal,
    handoff_assigned: alreadyTaken,
    take: alreadyTaken,
    assign: alreadyTaken,
    reopen: alreadyTaken,
    derive: [{ when: 'same_owner', refuse: 'illegal_move' }, move('taken', 'DERIVE_CONVERSATION', 'named')],
    return_to_bot: toBot,
    release: [move('pending', 'UPDATE_CONVERSATION_CARD', 'nobody', 'yes')],
    mark_inactive: toInactive,
    timer_inactive: toInactive,
    customer_wrote: stay('taken'),
  },
  inactive: {
    ...ends,
    handoff: toPending,
    handoff_assigned: autoAssigned,
    take: [move('taken', 'FROM_INACTIVE_TO_TAKEN', 'named')],
    assign: assigned,
    derive: illegal,
    return_to_bot: toBot,
    release: illegal,
    mark_inactive: illegal,
    timer_inactive: illegal,
    customer_wrote: [
      { ...move('taken', 'FROM_INACTIVE_TO_TAKEN'), when: 'owner_connected' },
      { ...move('pending', 'PUSH_PENDING_CONVERSATION', 'nobody'), when: 'was_pending' },
      move('active', 'UPDATE_CONVERSATION_CARD', 'nobody'),
    ],
  },
  closed: {
    ...finished,
    archive: [move('archived', 'UPDATE_CONVERSATION_CARD')],
    unarchive: illegal,
    reopen: taken,
    customer_wrote: [{ ...move('closed', null), new_conversation: true }],
  },
  archived: {
    ...finished,
    archive: illegal,
    unarchive: [move('closed', 'UPDATE_CONVERSATION_CARD')],
    reopen: illegal,
    customer_wrote: [{ ...move('archived', null), new_conversation: true }],
  },
};

/** What a move makes of the facts; both `decide` and the machine's actions use it. */
export function moved(
  facts: ConversationFacts,
  command: ConversationCommand,
  branch: Move,
): ConversationFacts {
  const named = 'agent_id' in command ? command.agent_id : facts.agent_id;
  return {
    state: branch.to,
    agent_id: branch.owner === 'nobody' ? null : branch.owner === 'named' ? named : facts.agent_id,
    was_pending: branch.waited === 'kept' ? facts.was_pending : branch.waited === 'yes',
  };
}

/** The branch of the table that applies. */
export function branchFor(facts: ConversationFacts, command: ConversationCommand): Branch {
  const cell = MOVES[facts.state][command.type];
  return (
    cell.find((branch) => !branch.when || GUARDS[branch.when](facts, command)) ?? { refuse: 'illegal_move' }
  );
}

/**
 * Decides a command on a conversation (docs/protocol.md 'Legal moves').
 * @returns the new facts with the card event that tells of them, or the error code of the refusal (HTTP 409).
 *   `event` null means: accepted, and nothing moves. `new_conversation`: the message belongs into a new
 *   conversation of the same lead; this one stays as it is.
 */
export function decide(facts: ConversationFacts, command: ConversationCommand): Decision {
  const branch = branchFor(facts, command);
  if ('refuse' in branch) return { ok: false, error: branch.refuse };
  const decision: Decision = { ok: true, event: branch.event, ...moved(facts, command, branch) };
  if (branch.new_conversation) decision.new_conversation = true;
  return decision;
}
