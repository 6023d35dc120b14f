/** What a command leads to, asked of the conversation machine: pure, on the server and in the browser. */
import type { ConversationState } from '../../contract/states.ts';
import { stepper } from '../step.ts';
import type { ConversationCommand, ConversationFacts, Decision } from './commands.ts';
import {
  type ConversationAction,
  type ConversationContext,
  conversationMachine,
} from './conversation-machine.ts';

export type { ConversationCommand, ConversationFacts, Decision } from './commands.ts';

const step = stepper<ConversationState, ConversationContext, ConversationCommand, ConversationAction>(
  conversationMachine,
);

/**
 * Decides a command on a conversation (docs/protocol.md 'Legal moves').
 * @returns the new facts with the card event that tells of them, or the error code of the refusal (HTTP 409).
 *   `event` null means: accepted, and nothing moves. `new_conversation`: the message belongs into a new
 *   conversation of the same lead; this one stays as it is.
 */
export function decide(facts: ConversationFacts, command: ConversationCommand): Decision {
  const { agent_id, was_pending } = facts;
  const { state, context, actions } = step(facts.state, { agent_id, was_pending }, command);
  const decision: Decision = { ok: true, event: null, state, ...context };
  for (const action of actions) {
    if (action.type === 'refuse') return { ok: false, error: action.params.code };
    if (action.type === 'tell') decision.event = action.params.event;
    if (action.type === 'begin_another') decision.new_conversation = true;
  }
  return decision;
}
