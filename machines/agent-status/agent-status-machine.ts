/**
 * An agent's status at one bot (docs/product.md §4 'Agent status'): Conectado, Ausente, Desconectado, session closed.
 * It changes by the selector, whose choice goes to the server, or by a realtime event for the same agent, which is only
 * taken over. The machine is the one authority; the type checker demands an answer for every status and trigger.
 */
import { createMachine } from 'xstate';
import type { AgentStatus } from '../../contract/states.ts';

export type AgentStatusEvent =
  /** Chosen in the selector. */
  | { type: 'select'; status: AgentStatus }
  /** The server says so: AGENT_STATUS of this agent, or the answer to a base. */
  | { type: 'report'; status: AgentStatus }
  /** The bot switch: the last tab that showed this bot shows another now. */
  | { type: 'leave_bot' }
  | { type: 'enter_bot' }
  /** Sign-out or 401. */
  | { type: 'session_over' };
/** An event with its status folded into the name, so that the machine has a cell for each. */
export type StatusTrigger =
  | `select:${AgentStatus}`
  | `report:${AgentStatus}`
  | Exclude<AgentStatusEvent['type'], 'select' | 'report'>;
/** Emit REGISTER_AGENT_STATUS with the status that was entered. */
export type StatusAction = { type: 'register'; params: undefined };

interface Cell {
  target: AgentStatus;
  actions?: 'register';
}
const tell = (target: AgentStatus): Cell => ({ target, actions: 'register' });
const follow = (target: AgentStatus): Cell => ({ target });
const reports = {
  'report:active': follow('active'),
  'report:absent': follow('absent'),
  'report:inactive': follow('inactive'),
  'report:close_session': follow('close_session'),
};
const selects = {
  'select:active': tell('active'),
  'select:absent': tell('absent'),
  'select:inactive': tell('inactive'),
  'select:close_session': tell('close_session'),
};

/** Every status × every trigger; an ignored trigger changes nothing and sends nothing. */
const states: { readonly [S in AgentStatus]: { on: { [T in StatusTrigger]: Cell } } } = {
  active: {
    on: {
      ...reports,
      ...selects,
      'select:active': follow('active'),
      leave_bot: tell('inactive'),
      enter_bot: follow('active'),
      session_over: tell('close_session'),
    },
  },
  absent: {
    on: {
      ...reports,
      ...selects,
      'select:absent': follow('absent'),
      leave_bot: tell('inactive'),
      enter_bot: tell('active'),
      session_over: tell('close_session'),
    },
  },
  inactive: {
    on: {
      ...reports,
      ...selects,
      'select:inactive': follow('inactive'),
      leave_bot: follow('inactive'),
      enter_bot: tell('active'),
      session_over: tell('close_session'),
    },
  },
  close_session: {
    on: {
      ...reports,
      ...selects,
      'select:close_session': follow('close_session'),
      // Nobody works there any more: leaving again is no news.
      leave_bot: follow('close_session'),
      enter_bot: tell('active'),
      session_over: follow('close_session'),
    },
  },
};

export const agentStatusMachine = createMachine({
  types: {} as { events: { type: StatusTrigger }; actions: StatusAction },
  id: 'agent-status',
  initial: 'inactive',
  states,
});
