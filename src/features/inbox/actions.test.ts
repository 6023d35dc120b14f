import { describe, expect, it } from 'vitest';
import { actionsFor, splitActions } from './actions.ts';

const rights = { edit: true, shunt: true };
const at = (state: Parameters<typeof actionsFor>[0]['state'], unread = false) =>
  actionsFor({ state, unread }, rights);

describe('actions over a conversation', () => {
  it('offers Tomar where it can be taken, and Derivar where somebody has it', () => {
    expect(at('pending')).toContain('take');
    expect(at('taken')).not.toContain('take');
    expect(at('taken')).toContain('derive');
    expect(at('taken')).toEqual(
      expect.arrayContaining(['release', 'return_to_bot', 'mark_inactive', 'close']),
    );
  });
  it('offers only archiving after the end, and its reverse', () => {
    expect(at('closed')).toEqual(['archive']);
    expect(at('archived')).toEqual(['unarchive']);
  });
  it('needs shunt-agent to give it to somebody, and edit for anything', () => {
    expect(actionsFor({ state: 'taken', unread: false }, { edit: true, shunt: false })).not.toContain(
      'derive',
    );
    expect(actionsFor({ state: 'pending', unread: false }, { edit: false, shunt: true })).toEqual([]);
  });
  it('does not offer to mark as unread what is', () => {
    expect(at('taken', true)).not.toContain('unread');
  });
  it('shows every action exactly once', () => {
    const { inSight, inMenu } = splitActions(at('taken'));
    expect([...inSight, ...inMenu].sort()).toEqual([...at('taken')].sort());
  });
});
