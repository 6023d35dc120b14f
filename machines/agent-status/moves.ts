/**
 * An agent's status at a bot (docs/product.md §4 'Agent status'): Conectado, Ausente, Desconectado, session closed. It changes by
 * the selector, which is told to the server, or by a realtime event for the same agent, which is only taken over.
 */
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
/** An event with its status folded into the name, so that the table has a cell for each. */
export type StatusTrigger =
  | `select:${AgentStatus}`
  | `report:${AgentStatus}`
  | Exclude<AgentStatusEvent['type'], 'select' | 'report'>;

export interface StatusMove {
  to: AgentStatus;
  /** Emit REGISTER_AGENT_STATUS. */
  emit: boolean;
}

const tell = (to: AgentStatus): StatusMove => ({ to, emit: true });
const follow = (to: AgentStatus): StatusMove => ({ to, emit: false });
const reports = {
  'report:active': follow('active'),
  'report:absent': follow('absent'),
  'report:inactive': follow('inactive'),
  'report:close_session': follow('close_session'),
} as const;
const selects = {
  'select:active': tell('active'),
  'select:absent': tell('absent'),
  'select:inactive': tell('inactive'),
  'select:close_session': tell('close_session'),
} as const;

/** Every status × every trigger; what is ignored stays and is told to nobody. */
export const STATUS_MOVES: { readonly [S in AgentStatus]: { readonly [T in StatusTrigger]: StatusMove } } = {
  active: {
    ...reports,
    ...selects,
    'select:active': follow('active'),
    leave_bot: tell('inactive'),
    enter_bot: follow('active'),
    session_over: tell('close_session'),
  },
  absent: {
    ...reports,
    ...selects,
    'select:absent': follow('absent'),
    leave_bot: tell('inactive'),
    enter_bot: tell('active'),
    session_over: tell('close_session'),
  },
  inactive: {
    ...reports,
    ...selects,
    'select:inactive': follow('inactive'),
    leave_bot: follow('inactive'),
    enter_bot: tell('active'),
    session_over: tell('close_session'),
  },
  close_session: {
    ...reports,
    ...selects,
    'select:close_session': follow('close_session'),
    // Nobody works there any more: leaving again is no news.
    leave_bot: follow('close_session'),
    enter_bot: tell('active'),
    session_over: follow('close_session'),
  },
};

export const triggerOf = (event: AgentStatusEvent): StatusTrigger =>
  event.type === 'select' || event.type === 'report' ? `${event.type}:${event.status}` : event.type;

/** The status after an event, and whether the server is to be told. */
export function decideStatus(status: AgentStatus, event: AgentStatusEvent): StatusMove {
  return STATUS_MOVES[status][triggerOf(event)];
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
