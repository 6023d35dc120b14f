import { describe, expect, it } from 'vitest';
import { actionsFor, splitActions } from './actions.ts';

const ME = 2;
const rights = { add: true, edit: true, shunt: true };
const at = (
  state: Parameters<typeof actionsFor>[0]['state'],
  unread = false,
  snoozed_until: string | null = null,
) => actionsFor({ state, agent_id: ME, unread, snoozed_until }, ME, rights);

describe('actions over a conversation', () => {
  it('offers Tomar where it can be taken, and Derivar where somebody has it', () => {
    expect(at('pending')).toContain('take');
    expect(at('taken')).not.toContain('take');
    expect(at('taken')).toContain('derive');
    expect(at('taken')).toEqual(
      expect.arrayContaining(['release', 'return_to_bot', 'mark_inactive', 'close']),
    );
  });
  it('offers to take up again, to begin another and to archive after the end, and the reverse of archiving', () => {
    expect(at('closed')).toEqual([
      'reopen',
      'write_again',
      'archive',
      'macro',
      'labels',
      'priority',
      'follow',
    ]);
    expect(at('archived')).toEqual(['write_again', 'unarchive', 'macro', 'labels', 'priority', 'follow']);
    const closed = { state: 'closed', agent_id: ME, unread: false, snoozed_until: null } as const;
    expect(actionsFor(closed, ME, { add: true, edit: false, shunt: false })).toEqual([
      'write_again',
      'follow',
    ]);
    expect(actionsFor(closed, ME, { add: false, edit: true, shunt: true })).not.toContain('write_again');
  });
  it('offers to postpone what is open, and to take the reminder back while there is one', () => {
    expect(at('taken')).toContain('snooze');
    expect(at('taken')).not.toContain('wake');
    expect(at('taken', false, '2026-11-22T12:00:00.000Z')).toContain('wake');
  });
  it('needs shunt-agent to give it to somebody, and edit for anything', () => {
    expect(
      actionsFor({ state: 'taken', agent_id: ME, unread: false, snoozed_until: null }, ME, {
        add: true,
        edit: true,
        shunt: false,
      }),
    ).not.toContain('derive');
    expect(
      actionsFor({ state: 'pending', agent_id: null, unread: false, snoozed_until: null }, ME, {
        add: false,
        edit: false,
        shunt: true,
      }),
    ).toEqual(['follow']);
  });
  it('INB-90 offers to follow it to whoever sees it, and to stop to who does', () => {
    const theirs = { state: 'pending', agent_id: null, unread: false, snoozed_until: null } as const;
    const reads = { add: false, edit: false, shunt: false };
    expect(actionsFor({ ...theirs, followers: [3] }, ME, reads)).toEqual(['follow']);
    expect(actionsFor({ ...theirs, followers: [3, ME] }, ME, reads)).toEqual(['unfollow']);
    expect(actionsFor({ ...theirs, followers: [ME] }, ME, rights)).toContain('unfollow');
  });
  it('offers to take over what somebody else has, to people who may give it', () => {
    const theirs = { state: 'taken', agent_id: 3, unread: false, snoozed_until: null } as const;
    expect(actionsFor(theirs, ME, rights)).toContain('take_over');
    expect(actionsFor(theirs, ME, { ...rights, shunt: false })).not.toContain('take_over');
    expect(at('taken')).not.toContain('take_over');
    expect(actionsFor({ ...theirs, state: 'inactive' }, ME, rights)).not.toContain('take_over');
  });
  it('does not offer to mark as unread what is', () => {
    expect(at('taken', true)).not.toContain('unread');
  });
  it('shows every action exactly once', () => {
    const { inSight, inMenu } = splitActions(at('taken'));
    expect([...inSight, ...inMenu].sort()).toEqual([...at('taken')].sort());
  });
});
