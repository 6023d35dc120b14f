import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { AGENT_STATUSES, type AgentStatus } from '../../contract/states.ts';
import { agentStatusMachine } from './agent-status-machine.ts';
import { type AgentStatusEvent, decideStatus, STATUS_MOVES, switchBot, triggerOf } from './moves.ts';

const EVENTS: AgentStatusEvent[] = [
  ...AGENT_STATUSES.flatMap((status) => [
    { type: 'select', status } as const,
    { type: 'report', status } as const,
  ]),
  { type: 'leave_bot' },
  { type: 'enter_bot' },
  { type: 'session_over' },
];

describe('the agent status', () => {
  it('STAT-1 has one answer for every status and event, and the machine gives it', () => {
    for (const status of AGENT_STATUSES) {
      expect(Object.keys(STATUS_MOVES[status]).sort()).toEqual(EVENTS.map(triggerOf).sort());
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...AGENT_STATUSES),
        fc.array(fc.constantFrom(...EVENTS), { maxLength: 20 }),
        (first, events) => {
          const told: AgentStatus[] = [];
          const machine = agentStatusMachine.provide({
            actions: { register: ({ context }) => told.push(context.status) },
          });
          const actor = createActor(machine, { input: { status: first } }).start();
          let status = first;
          const expected: AgentStatus[] = [];
          for (const event of events) {
            const move = decideStatus(status, event);
            if (move.emit) expected.push(move.to);
            status = move.to;
            actor.send(event);
            expect(actor.getSnapshot().value).toBe(status);
            expect(actor.getSnapshot().context.status).toBe(status);
          }
          expect(told).toEqual(expected);
        },
      ),
    );
  });

  it('STAT-2 tells the server what was chosen, if it is news', () => {
    for (const from of AGENT_STATUSES) {
      for (const to of AGENT_STATUSES) {
        expect(decideStatus(from, { type: 'select', status: to })).toEqual({ to, emit: from !== to });
      }
    }
  });

  it('STAT-3 takes over what the server says without an echo', () => {
    for (const from of AGENT_STATUSES) {
      for (const to of AGENT_STATUSES) {
        expect(decideStatus(from, { type: 'report', status: to })).toEqual({ to, emit: false });
      }
    }
  });

  it('STAT-4 switches bots: inactive there, then active here', () => {
    expect(switchBot(64, 7, false)).toEqual([
      { botId: 64, event: { type: 'leave_bot' } },
      { botId: 7, event: { type: 'enter_bot' } },
    ]);
    expect(switchBot(64, 7, true)).toEqual([{ botId: 7, event: { type: 'enter_bot' } }]);
    expect(switchBot(null, 7, false)).toEqual([{ botId: 7, event: { type: 'enter_bot' } }]);
    expect(switchBot(7, 7, false)).toEqual([]);
    expect(decideStatus('active', { type: 'leave_bot' })).toEqual({ to: 'inactive', emit: true });
    expect(decideStatus('absent', { type: 'leave_bot' })).toEqual({ to: 'inactive', emit: true });
    expect(decideStatus('inactive', { type: 'enter_bot' })).toEqual({ to: 'active', emit: true });
  });

  it('STAT-5 closes the agent session once', () => {
    for (const from of AGENT_STATUSES) {
      const { to, emit } = decideStatus(from, { type: 'session_over' });
      expect([to, emit]).toEqual(['close_session', from !== 'close_session']);
      expect(decideStatus(to, { type: 'session_over' }).emit).toBe(false);
    }
  });
});
