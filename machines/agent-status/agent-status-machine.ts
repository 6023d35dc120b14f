/** The agent's status at one bot as an XState machine, built from the table in `moves.ts`. */
import { assign, setup } from 'xstate';
import type { AgentStatus } from '../../contract/states.ts';
import { AGENT_STATUSES } from '../../contract/states.ts';
import { type AgentStatusEvent, decideStatus, STATUS_MOVES, type StatusTrigger } from './moves.ts';

interface StatusContext {
  /** The machine's state, for hosts that read context alone and for supplied actions: it is set before they run. */
  status: AgentStatus;
}

const machineSetup = setup({
  types: {} as { context: StatusContext; events: AgentStatusEvent; input: { status: AgentStatus } },
  guards: {
    told: ({ context, event }, { to, emit }: { to: AgentStatus; emit: boolean }) => {
      const move = decideStatus(context.status, event);
      return move.to === to && move.emit === emit;
    },
    stands: ({ context }, status: AgentStatus) => context.status === status,
  },
  actions: {
    remember: assign({ status: ({ context, event }) => decideStatus(context.status, event).to }),
    /** Supplied by the host: emits REGISTER_AGENT_STATUS with `context.status`. */
    register: () => undefined,
  },
});

/** An event of XState carries its status inside, so each type asks the table which way it goes. */
const ways = (status: AgentStatus, type: AgentStatusEvent['type']) =>
  (Object.keys(STATUS_MOVES[status]) as StatusTrigger[])
    .filter((trigger) => trigger.split(':')[0] === type)
    .map((trigger) => STATUS_MOVES[status][trigger])
    .map(({ to, emit }) => ({
      guard: { type: 'told' as const, params: { to, emit } },
      target: to,
      actions: emit ? (['remember', 'register'] as const) : (['remember'] as const),
    }));
const node = (status: AgentStatus) => ({
  on: {
    select: ways(status, 'select'),
    report: ways(status, 'report'),
    leave_bot: ways(status, 'leave_bot'),
    enter_bot: ways(status, 'enter_bot'),
    session_over: ways(status, 'session_over'),
  },
});

/** Input: the status that the server last told. */
export const agentStatusMachine = machineSetup.createMachine({
  id: 'agent-status',
  context: ({ input }) => ({ status: input.status }),
  initial: 'known',
  states: {
    /** Left at once for the status that the input names. */
    known: {
      always: AGENT_STATUSES.map((status) => ({
        guard: { type: 'stands' as const, params: status },
        target: status,
      })),
    },
    active: node('active'),
    absent: node('absent'),
    inactive: node('inactive'),
    close_session: node('close_session'),
  },
});
