import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { AGENT_STATUSES, type AgentStatus } from '../../contract/states.ts';
import { type AgentStatusEvent, agentStatusMachine } from './agent-status-machine.ts';
import { decideStatus, switchBot, triggerOf } from './moves.ts';

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
  it('STAT-1 has one answer for every status and event: the step that the machine takes when it runs', () => {
    for (const status of AGENT_STATUSES) {
      const cells = agentStatusMachine.config.states?.[status]?.on;
      expect(Object.keys(cells ?? {}).sort()).toEqual(EVENTS.map(triggerOf).sort());
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...AGENT_STATUSES),
        fc.array(fc.constantFrom(...EVENTS), { maxLength: 20 }),
        (first, events) => {
          let told = 0;
          const machine = agentStatusMachine.provide({ actions: { register: () => (told += 1) } });
          const snapshot = machine.resolveState({ value: first, context: {} });
          const actor = createActor(machine, { snapshot }).start();
          let status: AgentStatus = first;
          for (const event of events) {
            told = 0;
            const move = decideStatus(status, event);
            status = move.to;
            actor.send({ type: triggerOf(event) });
            expect(actor.getSnapshot().value).toBe(status);
            expect(told).toBe(move.emit ? 1 : 0);
          }
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
