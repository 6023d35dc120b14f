import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CONVERSATION_STATES, type ConversationState } from '../../contract/states.ts';
import { allowedCommands, changeOf, commandOf, PERSON_COMMANDS } from './changes.ts';
import type { CommandType, ConversationCommand, ConversationFacts } from './commands.ts';
import { conversationMachine } from './conversation-machine.ts';
import { decide } from './moves.ts';

const { states } = conversationMachine.config;
type Cells = Record<CommandType, readonly { guard?: string; target?: string; actions?: unknown[] }[]>;
const cells = (state: ConversationState) => states?.[state]?.on as unknown as Cells;
const COMMANDS = Object.keys(cells('active')) as CommandType[];
const ANA = 11;
const BRUNO = 12;

function command(type: CommandType, agent_id = BRUNO, agent_connected = false): ConversationCommand {
  switch (type) {
    case 'take':
    case 'assign':
    case 'derive':
    case 'handoff_assigned':
    case 'reopen':
      return { type, agent_id };
    case 'customer_wrote':
      return { type, agent_connected };
    case 'separate':
      return { type, to: agent_id === ANA ? 'taken' : agent_connected ? 'active' : 'inactive' };
    default:
      return { type };
  }
}
const facts = (state: ConversationState, was_pending = false): ConversationFacts => ({
  state,
  agent_id: state === 'active' || state === 'pending' ? null : ANA,
  was_pending,
});

const anyCommand = fc
  .record({ type: fc.constantFrom(...COMMANDS), agent: fc.constantFrom(ANA, BRUNO), connected: fc.boolean() })
  .map(({ type, agent, connected }) => command(type, agent, connected));

describe('conversation moves', () => {
  it('CONV-1 has an answer for every state and command', () => {
    for (const state of CONVERSATION_STATES) {
      for (const type of COMMANDS) {
        const cell = cells(state)[type];
        expect(cell.at(-1)?.guard, `${state} × ${type}`).toBeUndefined();
        expect(cell.slice(0, -1).every((branch) => branch.guard)).toBe(true);
        // One answer: a refusal, a card event, or nothing at all.
        for (const { target, actions = [] } of cell) {
          const names = actions.map((action) => (action as { type: string }).type);
          const answers = names.filter((name) => ['refuse', 'tell', 'begin_another'].includes(name));
          expect(answers.length, `${state} × ${type}`).toBeLessThanOrEqual(1);
          expect(answers.includes('tell'), `${state} × ${type}`).toBe(target !== undefined);
        }
      }
    }
  });

  it('CONV-2 joins exactly the states that docs/protocol.md joins', () => {
    const legal: Record<ConversationState, ConversationState[]> = {
      active: ['pending', 'taken', 'inactive', 'closed'],
      pending: ['taken', 'active', 'inactive', 'closed'],
      taken: ['taken', 'active', 'pending', 'inactive', 'closed'],
      inactive: ['taken', 'pending', 'active', 'closed'],
      closed: ['active', 'archived', 'inactive', 'pending', 'taken'],
      archived: ['closed'],
    };
    for (const state of CONVERSATION_STATES) {
      const reached = new Set(
        COMMANDS.flatMap((type) => cells(state)[type]).flatMap(({ target }) => target ?? []),
      );
      expect([...reached].sort(), state).toEqual([...legal[state]].sort());
    }
  });

  it('CONV-3 refuses the second of two who take, and a derive to the owner', () => {
    const first = decide(facts('pending'), { type: 'take', agent_id: ANA });
    expect(first).toMatchObject({ ok: true, state: 'taken', agent_id: ANA });
    if (!first.ok) throw new Error('unreachable');
    expect(decide(first, { type: 'take', agent_id: BRUNO })).toEqual({ ok: false, error: 'already_taken' });
    expect(decide(first, { type: 'take', agent_id: ANA })).toEqual({ ok: false, error: 'already_taken' });
    expect(decide(first, { type: 'derive', agent_id: ANA })).toEqual({ ok: false, error: 'illegal_move' });
    expect(decide(facts('closed'), { type: 'take', agent_id: ANA })).toEqual({
      ok: false,
      error: 'illegal_move',
    });
    expect(decide(facts('archived'), { type: 'close' })).toEqual({ ok: false, error: 'illegal_move' });
  });

  it('CONV-4 keeps agent_id true to the state, whatever is asked in whatever order', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        let now: ConversationFacts = { state: 'active', agent_id: null, was_pending: false };
        for (const next of commands) {
          const decision = decide(now, next);
          if (!decision.ok) continue;
          if (decision.state === 'active' || decision.state === 'pending')
            expect(decision.agent_id).toBeNull();
          if (decision.state === 'taken') expect(decision.agent_id).not.toBeNull();
          if (['inactive', 'closed', 'archived'].includes(decision.state)) {
            expect(decision.agent_id).toBe(now.agent_id);
          }
          now = decision;
        }
      }),
    );
  });

  it('CONV-5 wakes an inactive conversation where it belongs', () => {
    const wrote = (agent_connected: boolean) => ({ type: 'customer_wrote', agent_connected }) as const;
    expect(decide(facts('inactive', true), wrote(true))).toMatchObject({
      state: 'taken',
      agent_id: ANA,
      event: 'FROM_INACTIVE_TO_TAKEN',
    });
    expect(decide(facts('inactive', true), wrote(false))).toMatchObject({ state: 'pending', agent_id: null });
    expect(decide(facts('inactive', false), wrote(false))).toMatchObject({ state: 'active', agent_id: null });
    const nobodys = { ...facts('inactive', false), agent_id: null };
    expect(decide(nobodys, wrote(true))).toMatchObject({ state: 'active', agent_id: null });
    expect(decide(facts('pending', true), { type: 'return_to_bot' })).toMatchObject({
      state: 'active',
      was_pending: false,
    });
    expect(decide(facts('active'), { type: 'handoff' })).toMatchObject({
      state: 'pending',
      was_pending: true,
    });
  });

  it('CONV-6 opens a new conversation after the end, and moves nothing while one is open', () => {
    for (const state of ['closed', 'archived'] as const) {
      expect(decide(facts(state), command('customer_wrote'))).toEqual({
        ok: true,
        event: null,
        new_conversation: true,
        ...facts(state),
      });
    }
    for (const state of ['active', 'pending', 'taken'] as const) {
      expect(decide(facts(state), command('customer_wrote'))).toEqual({
        ok: true,
        event: null,
        ...facts(state),
      });
    }
  });

  it('CONV-7 tells each move by its event', () => {
    const event = (state: ConversationState, type: CommandType) => {
      const decision = decide(facts(state), command(type));
      return decision.ok ? decision.event : decision.error;
    };
    expect(event('active', 'handoff')).toBe('PUSH_PENDING_CONVERSATION');
    expect(event('inactive', 'handoff')).toBe('PUSH_PENDING_CONVERSATION');
    expect(event('active', 'handoff_assigned')).toBe('PUSH_PENDING_CONVERSATION');
    expect(event('active', 'take')).toBe('OLD_COUNTERS_WHEN_TAKEN');
    expect(event('pending', 'take')).toBe('OLD_COUNTERS_WHEN_TAKEN');
    expect(event('inactive', 'take')).toBe('FROM_INACTIVE_TO_TAKEN');
    expect(event('pending', 'assign')).toBe('DERIVE_CONVERSATION');
    expect(event('taken', 'derive')).toBe('DERIVE_CONVERSATION');
    expect(event('taken', 'mark_inactive')).toBe('INACTIVE_CONVERSATION');
    expect(event('closed', 'reopen')).toBe('OLD_COUNTERS_WHEN_TAKEN');
    expect(event('active', 'timer_inactive')).toBe('INACTIVE_CONVERSATION');
    expect(event('inactive', 'timer_close')).toBe('TIMER_CLOSE_CONVERSATION');
    expect(event('taken', 'disconnect')).toBe('DISCONNECT_CONVERSATION');
    for (const [state, type] of [
      ['taken', 'release'],
      ['pending', 'return_to_bot'],
      ['taken', 'close'],
      ['closed', 'archive'],
      ['archived', 'unarchive'],
    ] as const) {
      expect(event(state, type), type).toBe('UPDATE_CONVERSATION_CARD');
    }
  });

  it('CONV-8 is what the machine does when it runs, step by step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CONVERSATION_STATES),
        fc.boolean(),
        fc.array(anyCommand, { maxLength: 25 }),
        (state, waited, commands) => {
          let now = facts(state, waited);
          let told: unknown[] = [];
          const machine = conversationMachine.provide({
            actions: {
              tell: (_, { event }) => told.push(event),
              refuse: (_, { code }) => told.push(code),
            },
          });
          const { state: value, ...context } = now;
          const snapshot = machine.resolveState({ value, context });
          const actor = createActor(machine, { snapshot }).start();
          for (const next of commands) {
            told = [];
            const decision = decide(now, next);
            actor.send(next);
            if (decision.ok)
              now = { state: decision.state, agent_id: decision.agent_id, was_pending: decision.was_pending };
            const after = actor.getSnapshot();
            expect({ state: after.value, ...after.context }).toEqual(now);
            expect(told).toEqual(decision.ok ? (decision.event ? [decision.event] : []) : [decision.error]);
          }
        },
      ),
    );
  });

  it('CONV-9 reads a PUT body as the command that it stands for, and back', () => {
    const pending = facts('pending');
    const held = facts('taken');
    expect(commandOf({ state: 'taken', agent_id: ANA }, pending, ANA)).toEqual({
      type: 'take',
      agent_id: ANA,
    });
    expect(commandOf({ state: 'taken', agent_id: BRUNO }, pending, ANA)?.type).toBe('assign');
    expect(commandOf({ state: 'taken', agent_id: BRUNO }, held, ANA)?.type).toBe('derive');
    expect(commandOf({ tags: ['vip'] }, held, ANA)).toBeNull();
    expect(commandOf({ unread: true }, held, ANA)).toBeNull();
    for (const state of CONVERSATION_STATES) {
      for (const type of allowedCommands({ state })) {
        const agent = type === 'take' || type === 'reopen' ? ANA : BRUNO;
        expect(commandOf(changeOf(type, agent), { state }, ANA)?.type, `${state} × ${type}`).toBe(type);
      }
    }
  });

  it('CONV-10 offers the buttons that can be carried out', () => {
    for (const state of CONVERSATION_STATES) {
      const possible = PERSON_COMMANDS.filter((type) => decide(facts(state), command(type)).ok);
      expect([...allowedCommands({ state })].sort(), state).toEqual([...possible].sort());
    }
    expect(allowedCommands({ state: 'closed' })).toEqual(new Set(['archive', 'reopen']));
  });

  it('CONV-11 takes up a closed conversation for who reopens it, and nothing else', () => {
    expect(decide(facts('closed'), { type: 'reopen', agent_id: BRUNO })).toMatchObject({
      ok: true,
      state: 'taken',
      agent_id: BRUNO,
    });
    for (const state of CONVERSATION_STATES) {
      if (state === 'closed') continue;
      const error = state === 'taken' ? 'already_taken' : 'illegal_move';
      expect(decide(facts(state), { type: 'reopen', agent_id: BRUNO })).toEqual({ ok: false, error });
    }
    const me = { state: 'taken', agent_id: ANA } as const;
    expect(commandOf(me, facts('closed'), ANA)?.type).toBe('reopen');
    // Who meant to take what waits does not take up what was closed a moment ago.
    expect(commandOf({ ...me, reopen: false }, facts('closed'), ANA)?.type).toBe('take');
    expect(commandOf({ state: 'taken', agent_id: BRUNO }, facts('closed'), ANA)?.type).toBe('assign');
  });

  it('INB-114 closes what is joined, and brings it back with who had it', () => {
    for (const state of ['active', 'pending', 'taken', 'inactive'] as const) {
      for (const waited of [false, true]) {
        const before = facts(state, waited || state === 'pending');
        const joined = decide(before, { type: 'join' });
        if (!joined.ok) throw new Error('refused');
        expect(joined).toMatchObject({ state: 'closed', event: 'UPDATE_CONVERSATION_CARD' });
        expect(decide(joined, { type: 'separate', to: state })).toMatchObject(before);
        expect(decide(before, { type: 'separate', to: 'taken' })).toMatchObject({ ok: false });
      }
    }
    // Nobody had it who could have it again.
    expect(decide({ ...facts('closed'), agent_id: null }, { type: 'separate', to: 'taken' })).toMatchObject({
      state: 'pending',
      agent_id: null,
    });
  });
});
