/** What an event makes of an agent's status, asked of the machine: pure. */
import type { AgentStatus } from '../../contract/states.ts';
import { stepper } from '../step.ts';
import {
  type AgentStatusEvent,
  agentStatusMachine,
  type StatusAction,
  type StatusTrigger,
} from './agent-status-machine.ts';

export interface StatusMove {
  to: AgentStatus;
  /** Emit REGISTER_AGENT_STATUS. */
  emit: boolean;
}

const step = stepper<AgentStatus, object, { type: StatusTrigger }, StatusAction>(agentStatusMachine);

export const triggerOf = (event: AgentStatusEvent): StatusTrigger =>
  event.type === 'select' || event.type === 'report' ? `${event.type}:${event.status}` : event.type;

/** The status after an event, and whether the server has to know. */
export function decideStatus(status: AgentStatus, event: AgentStatusEvent): StatusMove {
  const { state, actions } = step(status, {}, { type: triggerOf(event) });
  return { to: state, emit: actions.length > 0 };
}

/**
 * The bot switch by the button: inactive at the bot that is left, then active at the one that is entered (docs/product.md §4).
 * @param from null at the first bot of a session
 * @param stillShown another tab shows `from`: it stays as it is (architecture 'Closing the last tab')
 */
export function switchBot(
  from: number | null,
  to: number,
  stillShown: boolean,
): { botId: number; event: AgentStatusEvent }[] {
  if (from === to) return [];
  const entered = { botId: to, event: { type: 'enter_bot' } as const };
  return from === null || stillShown ? [entered] : [{ botId: from, event: { type: 'leave_bot' } }, entered];
}
