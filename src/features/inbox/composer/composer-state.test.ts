import { describe, expect, it } from 'vitest';
import { CONVERSATION_STATES } from '../../../../contract/states.ts';
import { writeState } from './composer-state.ts';

const all = { add: true, edit: true };
const at = (state: (typeof CONVERSATION_STATES)[number], agent_id: number | null = null) =>
  writeState({ state, agent_id, agent_name: agent_id === null ? null : 'Bruno' }, 1, all);

describe('who may write', () => {
  it('is the agent who has it', () => {
    expect(at('taken', 1)).toMatchObject({
      reply: true,
      note: true,
      reason: null,
      take: false,
      close: true,
    });
  });
  it('is nobody else, who reads whose it is and may leave a note', () => {
    expect(at('taken', 2)).toMatchObject({ reply: false, note: true, take: false });
    expect(at('taken', 2).reason).toContain('Bruno');
  });
  it('offers to take what can be taken, with the first words too', () => {
    expect(CONVERSATION_STATES.filter((state) => at(state).reply)).toEqual(['active', 'pending', 'inactive']);
    const looks = writeState({ state: 'pending', agent_id: null, agent_name: null }, 1, {
      add: true,
      edit: false,
    });
    expect(looks).toMatchObject({ reply: false, take: false, note: true });
    expect(CONVERSATION_STATES.filter((state) => at(state).take)).toEqual(['active', 'pending', 'inactive']);
  });
  it('offers to take up again what is over, or to begin another', () => {
    expect([...at('closed').over]).toEqual(['reopen', 'write_again']);
    expect([...at('archived').over]).toEqual(['write_again']);
    expect(CONVERSATION_STATES.filter((state) => at(state).over.size > 0)).toEqual(['closed', 'archived']);
  });
  it('gives a reason in every state where one cannot reply', () => {
    for (const state of CONVERSATION_STATES) expect(at(state).reason).toBeTruthy();
  });
  it('offers nothing without permission', () => {
    const none = writeState({ state: 'pending', agent_id: null, agent_name: null }, 1, {
      add: false,
      edit: false,
    });
    expect(none).toMatchObject({
      reply: false,
      note: false,
      take: false,
      reason: 'No tienes permiso para realizar esta acción',
    });
  });
});
