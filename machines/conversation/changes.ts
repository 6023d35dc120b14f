/** What people ask for: buttons, and the bodies of `PUT conversations/{id}` (docs/protocol.md). */
import type { ConversationChange } from '../../contract/calls/conversations.ts';
import type { ConversationState } from '../../contract/states.ts';
import type { CommandType, ConversationCommand, ConversationFacts } from './commands.ts';
import { decide } from './moves.ts';

/** The commands that a person at the bot gives; the others come from customers, timers and auto-assign. */
export const PERSON_COMMANDS = [
  'take',
  'assign',
  'derive',
  'handoff',
  'release',
  'return_to_bot',
  'mark_inactive',
  'close',
  'archive',
  'unarchive',
  'reopen',
] as const satisfies readonly CommandType[];
export type PersonCommand = (typeof PERSON_COMMANDS)[number];

/** What the machine has answered already: every row asks. */
const allowedIn = new Map<ConversationState, ReadonlySet<PersonCommand>>();
/** Nobody has such a number: who asks is not who has it. */
const SOMEBODY = -1;
const asked = (type: PersonCommand): ConversationCommand => ({ type, agent_id: SOMEBODY });

/**
 * Which buttons make sense on a conversation in this condition. Permissions (shunt-agent, edit) are judged elsewhere.
 * Only the state matters; `derive` still refuses the agent who has it already.
 */
export function allowedCommands({ state }: Pick<ConversationFacts, 'state'>): ReadonlySet<PersonCommand> {
  const known = allowedIn.get(state);
  if (known) return known;
  const facts = { state, agent_id: null, was_pending: false };
  const allowed = new Set(PERSON_COMMANDS.filter((type) => decide(facts, asked(type)).ok));
  allowedIn.set(state, allowed);
  return allowed;
}

/**
 * The command that a PUT body stands for, given where the conversation is now.
 * @param userId who asks: naming oneself takes, naming another assigns or derives (which needs shunt-agent); naming
 *   who has it (`from_agent_id`) takes over. Oneself at a closed one reopens it, unless `reopen` says otherwise
 * @returns null when the body is no move (tags, category, unread, snooze)
 */
export function commandOf(
  change: ConversationChange,
  facts: Pick<ConversationFacts, 'state'>,
  userId: number,
): ConversationCommand | null {
  if (!('state' in change)) return null;
  switch (change.state) {
    case 'taken':
      if (change.from_agent_id !== undefined) return { type: 'derive', agent_id: change.agent_id };
      if (change.agent_id === userId) {
        const type = (change.reopen ?? facts.state === 'closed') ? 'reopen' : 'take';
        return { type, agent_id: userId };
      }
      return { type: facts.state === 'taken' ? 'derive' : 'assign', agent_id: change.agent_id };
    case 'active':
      return { type: 'return_to_bot' };
    case 'pending':
      return { type: facts.state === 'taken' ? 'release' : 'handoff' };
    case 'inactive':
      return { type: 'mark_inactive' };
    case 'closed':
      return { type: facts.state === 'archived' ? 'unarchive' : 'close' };
    case 'archived':
      return { type: 'archive' };
  }
}

/**
 * The PUT body of a button.
 * @param agentId for take and reopen the user, for assign and derive the agent who gets it; ignored by the others
 */
export function changeOf(
  command: PersonCommand,
  agentId: number,
  reason: string | null = null,
): ConversationChange {
  switch (command) {
    // Each says which of the two it means: what was closed a moment ago is not taken up by a click on 'Tomar'.
    case 'take':
    case 'reopen':
      return { state: 'taken', agent_id: agentId, reopen: command === 'reopen' };
    case 'assign':
    case 'derive':
      return { state: 'taken', agent_id: agentId, reason };
    case 'handoff':
    case 'release':
      return { state: 'pending' };
    case 'return_to_bot':
      return { state: 'active' };
    case 'mark_inactive':
      return { state: 'inactive' };
    case 'close':
    case 'unarchive':
      return { state: 'closed' };
    case 'archive':
      return { state: 'archived' };
  }
}
