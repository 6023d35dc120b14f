/** What can be asked of a conversation, and the facts that decide whether it may happen (docs/protocol.md 'Conversations'). */
import type { CardEventName } from '../../contract/realtime/events.ts';
import type { ConversationState } from '../../contract/states.ts';

/** The parts of a conversation that decide its moves. */
export interface ConversationFacts {
  state: ConversationState;
  /** Who has it: null in active and pending, kept in inactive, closed and archived if it had been taken. */
  agent_id: number | null;
  /** It waited for a person since the bot last had it by decision: an inactive one wakes up as pending then. */
  was_pending: boolean;
}

export type ConversationCommand =
  /** The customer asked for a person, or somebody puts it under Pendientes. */
  | { type: 'handoff' }
  /** The same, and auto-assign found an agent. */
  | { type: 'handoff_assigned'; agent_id: number }
  /** `agent_id` takes it for themselves. */
  | { type: 'take'; agent_id: number }
  /** Somebody gives it, untaken, to an agent. */
  | { type: 'assign'; agent_id: number }
  /** Somebody moves it from the agent who has it to another. */
  | { type: 'derive'; agent_id: number }
  | { type: 'return_to_bot' }
  /** The agent lets go of it: it waits for another. */
  | { type: 'release' }
  | { type: 'mark_inactive' }
  | { type: 'timer_inactive' }
  | { type: 'close' }
  | { type: 'timer_close' }
  /** The customer left for good or was blocked. */
  | { type: 'disconnect' }
  | { type: 'archive' }
  | { type: 'unarchive' }
  /** `agent_id` takes up again what was closed: a new span of the same conversation, which the bot never begins. */
  | { type: 'reopen'; agent_id: number }
  /** It goes on in another conversation of its client. */
  | { type: 'join' }
  /** It goes on by itself again, where it was before; where nobody is known to have had it, somebody is waited for. */
  | { type: 'separate'; to: ConversationState }
  /** `agent_connected`: the agent in `agent_id` is connected (status active and a live lease). */
  | { type: 'customer_wrote'; agent_connected: boolean };
export type CommandType = ConversationCommand['type'];

/** Error codes of `contract/errors.ts` that a refused move answers. */
export type Refusal = 'illegal_move' | 'already_taken';

/** A move's outcome. `event` null: nothing about the conversation's place changes. */
export type Decision =
  | ({ ok: true; event: CardEventName | null; new_conversation?: true } & ConversationFacts)
  | { ok: false; error: Refusal };
