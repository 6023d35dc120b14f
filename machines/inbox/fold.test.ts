import { describe, expect, it } from 'vitest';
import { MESSAGE_STATUSES } from '../../contract/states.ts';
import { GapError, noChanges } from './changes.ts';
import { counters } from './counters.ts';
import { cutCard } from './cut.ts';
import { applyFrame, applyOnline, startInbox } from './fold.ts';
import { nextStatus } from './message-status.ts';
import { mergeConversation, mergeMessagePage } from './pages.ts';
import { ADMIN, ANA, BRUNO, card, event, inbox, message, minute, moved } from './testing/samples.ts';

describe('the log', () => {
  it('FOLD-1 takes frames in order, ignores those it had, and throws at a gap', () => {
    const state = inbox();
    applyFrame(state, event(1, 'NEW_CONVERSATION', { conversation: card('a') }));
    applyFrame(state, event(1, 'NEW_CONVERSATION', { conversation: card('a') }));
    expect(state.matrix.active.web).toBe(1);
    const before = structuredClone(state);
    expect(() => applyFrame(state, event(3, 'NEW_CONVERSATION', { conversation: card('b') }))).toThrow(
      GapError,
    );
    expect(state).toEqual(before);
    applyFrame(state, { name: 'REDACTED', bot_id: 64, seq: 2, to: 5 });
    expect(state.seq).toBe(5);
    applyFrame(state, { name: 'REDACTED', bot_id: 64, seq: 4, to: 7 });
    applyFrame(state, { name: 'REDACTED', bot_id: 64, seq: 8 });
    applyFrame(state, { name: 'REDACTED', bot_id: 64, seq: 3, to: 6 });
    expect(state.seq).toBe(8);
    expect(() => applyFrame(state, { name: 'REDACTED', bot_id: 64, seq: 10, to: 12 })).toThrow(GapError);
  });

  it('FOLD-2 knows the id of the last event, or that it does not', () => {
    const state = inbox();
    expect(state.seq_id).toBeNull();
    applyFrame(state, event(1, 'NEW_CONVERSATION', { conversation: card('a') }));
    expect(state.seq_id).toBe('e1');
    applyFrame(state, { name: 'REDACTED', bot_id: 64, seq: 2, to: 4, id: 'e4' });
    expect(state.seq_id).toBe('e4');
    applyFrame(state, { name: 'REDACTED', bot_id: 64, seq: 5 });
    expect(state.seq_id).toBeNull();
    expect(startInbox({ ...state, seq_id: 'e5' }).seq_id).toBe('e5');
  });

  it('FOLD-3 comes to the same from a snapshot and the tail', () => {
    const frames = [
      event(1, 'NEW_CONVERSATION', { conversation: card('a') }),
      event(2, 'NEW_MESSAGE', { conversation: card('a', { last_message: 'Texto 1' }), message: message(1) }),
      moved(3, card('a', { state: 'taken', agent_id: BRUNO }), card('a'), 'OLD_COUNTERS_WHEN_TAKEN'),
    ];
    const whole = inbox();
    for (const frame of frames) applyFrame(whole, frame);
    for (let cut = 0; cut <= frames.length; cut += 1) {
      let state = inbox();
      for (const frame of frames.slice(0, cut)) applyFrame(state, frame);
      state = structuredClone(state);
      for (const frame of frames.slice(cut)) applyFrame(state, frame);
      expect(state).toEqual(whole);
    }
  });

  it('FOLD-4 refuses the frames of another bot', () => {
    expect(() => applyFrame(inbox(), { name: 'REDACTED', bot_id: 7, seq: 1 })).toThrow(RangeError);
  });
});

describe('counters', () => {
  it('FOLD-5 moves by what was and what is seen, once, though two events tell it', () => {
    const state = inbox(ANA, { web: 1 });
    const taken = card('a', { state: 'taken', agent_id: BRUNO });
    applyFrame(state, moved(1, cutCard(taken), card('a'), 'OLD_COUNTERS_WHEN_TAKEN'));
    expect(state.matrix.active.web).toBe(0);
    expect(state.matrix.taken.web).toBe(0);
    applyFrame(state, moved(2, cutCard(taken), taken));
    expect(state.matrix.taken.web).toBe(0);
    const mine = card('a', { state: 'taken', agent_id: ANA.user_id });
    applyFrame(state, moved(3, mine, taken));
    expect(state.matrix.taken.web).toBe(1);
    const support = card('b', { category: 'soporte' });
    applyFrame(state, moved(4, { ...support, category: 'ventas' }, support));
    expect(state.matrix.active.web).toBe(1);
  });

  it('FOLD-5 what the viewer has in hand moves with who has it, not with where in hand it is', () => {
    const state = startInbox({ ...inbox(), mine: 0 });
    const me = ADMIN.user_id;
    const taken = card('a', { state: 'taken', agent_id: me });
    applyFrame(state, moved(1, taken, card('a', { state: 'pending' })));
    applyFrame(state, moved(2, taken, taken));
    expect(counters(state).own.mine).toBe(1);
    const quiet = card('a', { state: 'inactive', agent_id: me });
    applyFrame(state, moved(3, quiet, taken));
    expect(counters(state).own.mine).toBe(1);
    applyFrame(state, moved(4, card('a', { state: 'taken', agent_id: BRUNO }), quiet));
    expect(counters(state).own.mine).toBe(0);
    // A base that does not say it is not guessed at.
    expect(counters(inbox()).own.mine).toBeNull();
  });

  it('FOLD-5 what is followed and where one is named moves with who is marked and with sight', () => {
    const me = ADMIN.user_id;
    const state = startInbox({ ...inbox(), following: 0, mentions: 0 });
    const followed = { ...card('a', { state: 'pending' }), followers: [me] };
    const change = moved(1, followed, card('a', { state: 'pending' }));
    applyFrame(state, { ...change, data: { ...change.data, last_followers: [] } } as typeof change);
    expect(counters(state).own).toMatchObject({ following: 1, mentions: 0 });
    // An event that says nothing of it changes nothing of it.
    applyFrame(state, moved(2, followed, followed));
    expect(counters(state).own.following).toBe(1);
    const named = { ...followed, mentioned: [me], mention_unseen: [me] };
    const said = event(3, 'NEW_MESSAGE', { conversation: named, last_mention_unseen: [] });
    applyFrame(state, said);
    expect(counters(state).own).toMatchObject({ following: 1, mentions: 1 });
    const looked = moved(4, { ...followed, mentioned: [me] }, named);
    applyFrame(state, { ...looked, data: { ...looked.data, last_mention_unseen: [me] } } as typeof looked);
    expect(counters(state).own).toMatchObject({ following: 1, mentions: 0 });
  });

  it('FOLD-5 late answers are counted as long as they are seen, by the event that says so', () => {
    const state = startInbox({ ...inbox(), overdue: 0 });
    const waiting = card('a', { state: 'pending' });
    const near = { ...waiting, answer_level: 'near' as const };
    const late = { ...waiting, answer_level: 'late' as const };
    const says = (change: ReturnType<typeof moved>, last_answer_level: 'near' | 'late' | null) =>
      ({ ...change, data: { ...change.data, last_answer_level } }) as typeof change;
    applyFrame(state, says(moved(1, near, waiting), null));
    expect(counters(state).own.overdue).toBe(0);
    applyFrame(state, says(moved(2, late, near), 'near'));
    applyFrame(state, moved(3, { ...late, state: 'taken', agent_id: BRUNO }, late));
    expect(counters(state).own.overdue).toBe(1);
    const answered = card('a', { state: 'taken', agent_id: BRUNO });
    applyFrame(state, event(4, 'NEW_MESSAGE', { conversation: answered, last_answer_level: 'late' }));
    expect(counters(state).own.overdue).toBe(0);
  });

  it('FOLD-6 counts a new conversation once and messages never', () => {
    const state = inbox();
    applyFrame(state, event(1, 'NEW_CONVERSATION', { conversation: card('a') }));
    const counter = { conversation_id: 'a', state: 'active', channel: 'web', category: null } as const;
    expect(applyFrame(state, event(2, 'NEW_CONVERSATION_COUNTER', counter)).counters).toBe(false);
    applyFrame(state, event(3, 'NEW_MESSAGE', { conversation: card('a'), message: message(1) }));
    applyFrame(
      state,
      event(4, 'NEW_MESSAGE_STATUS', { conversation_id: 'a', mid: 'm1', message_status: 'read' }),
    );
    expect(counters(state).byState).toMatchObject({ active: 1, pending: 0, taken: 0 });
    const agent = inbox(ANA);
    applyFrame(agent, event(1, 'NEW_CONVERSATION', { conversation: cutCard(card('a')) }));
    expect(agent.matrix.active.web).toBe(1);
    expect(agent.cards.size).toBe(0);
  });

  it('totals a channel over what the list without a state holds: all but the archived', () => {
    const state = inbox(ANA, { web: 3 });
    const own = { agent_id: ANA.user_id };
    applyFrame(state, moved(1, card('a', { ...own, state: 'closed' }), card('a')));
    applyFrame(state, moved(2, card('b', { ...own, state: 'archived' }), card('b')));
    const { byChannel, unarchived } = counters(state);
    expect([byChannel.active.web, byChannel.closed.web, byChannel.archived.web]).toEqual([1, 1, 1]);
    expect(unarchived.web).toBe(2);
  });

  it('FOLD-7 keeps the true value, reports it, and shows zero', () => {
    const state = inbox();
    const changes = applyFrame(state, moved(1, card('a', { state: 'closed' }), card('a')));
    expect(changes.fault).toContain('active/web');
    expect(state.matrix.active.web).toBe(-1);
    const shown = counters(state);
    expect([shown.byChannel.active.web, shown.byState.active, shown.unarchived.web]).toEqual([0, 0, 0]);
    expect(shown.byState.closed).toBe(1);
  });
});

describe('cards', () => {
  it('FOLD-8 knows a whole card and keeps its live presence', () => {
    const state = inbox();
    applyFrame(state, event(1, 'NEW_CONVERSATION', { conversation: card('a') }));
    applyOnline(state, 'a', true);
    applyFrame(state, moved(2, card('a', { tags: ['vip'], isUserOnline: false }), card('a')));
    expect(state.cards.get('a')).toMatchObject({ tags: ['vip'], isUserOnline: true });
  });

  it('FOLD-9 lets go of what is out of sight', () => {
    for (const after of [
      cutCard(card('a', { state: 'taken', agent_id: BRUNO })),
      card('a', { state: 'taken', agent_id: BRUNO }),
    ]) {
      const state = inbox(ANA, { web: 1 });
      mergeConversation(state, card('a'), { since: [] });
      mergeMessagePage(state, 'a', [message(1)], { items: 10, since: [] });
      const changes = applyFrame(state, moved(1, after, card('a')));
      expect(state.cards.has('a')).toBe(false);
      expect(state.messages.has('a')).toBe(false);
      expect(changes.lost).toEqual(new Set(['a']));
      expect(changes.messages).toEqual(new Set(['a']));
    }
    // Replayed after it was taken away: seen by its facts then, not by anybody here now.
    const state = inbox(ANA, { web: 1 });
    mergeConversation(state, card('a'), { since: [] });
    applyFrame(state, moved(1, cutCard(card('a', { state: 'pending' })), card('a')));
    expect(state.cards.has('a')).toBe(false);
    expect(state.matrix.pending.web).toBe(1);
  });

  it('FOLD-20 tells what changed and leaves the rest as it is', () => {
    const state = inbox();
    applyFrame(state, event(1, 'NEW_CONVERSATION', { conversation: card('a') }));
    applyFrame(state, event(2, 'NEW_CONVERSATION', { conversation: card('b') }));
    mergeMessagePage(state, 'a', [message(1)], { items: 10, since: [] });
    const [before, other] = [state.cards.get('a'), state.cards.get('b')];
    const first = state.messages.get('a')?.messages[0];
    const changes = noChanges();
    applyFrame(state, event(3, 'NEW_MESSAGE', { conversation: card('a'), message: message(2) }), changes);
    applyFrame(state, moved(4, card('a', { last_message_date: minute(9) }), card('a')), changes);
    expect(changes).toEqual({ ...noChanges(), cards: new Set(['a']), messages: new Set(['a']) });
    expect(state.cards.get('a')).not.toBe(before);
    expect(state.cards.get('b')).toBe(other);
    expect(state.messages.get('a')?.messages[0]).toBe(first);
  });
});

describe('messages', () => {
  const open = () => {
    const state = inbox();
    mergeMessagePage(state, 'a', [message(4), message(6)], { items: 2, since: [] });
    return state;
  };
  const orders = (state: ReturnType<typeof open>) =>
    state.messages.get('a')?.messages.map(({ order }) => order);
  const arrives = (state: ReturnType<typeof open>, order: number) =>
    applyFrame(
      state,
      event(state.seq + 1, 'NEW_MESSAGE', { conversation: card('a'), message: message(order) }),
    );

  it('FOLD-14 puts a message once, at its place', () => {
    const state = open();
    for (const order of [8, 5, 8, 6]) arrives(state, order);
    expect(orders(state)).toEqual([4, 5, 6, 8]);
    expect(arrives(state, 3).messages.size).toBe(0);
    expect(orders(state)).toEqual([4, 5, 6, 8]);
    const closed = inbox();
    arrives(closed, 1);
    expect(closed.messages.size).toBe(0);
  });

  it('FOLD-15 moves a status forward only, and only of a message that is there', () => {
    const state = open();
    const report = (data: object) =>
      applyFrame(
        state,
        event(state.seq + 1, 'NEW_MESSAGE_STATUS', { conversation_id: 'a', message_status: 'read', ...data }),
      );
    const status = (at: number) => state.messages.get('a')?.messages[at]?.message_status;
    report({ mid: 'm4', message_status: 'delivered' });
    report({ temporal_id: 'temporal-6', message_status: 'failed', reason: 'Número inválido' });
    expect([status(0), status(1)]).toEqual(['delivered', 'failed']);
    expect(state.messages.get('a')?.messages[1]?.reason).toBe('Número inválido');
    expect(report({ mid: 'm4', message_status: 'sent' }).messages.size).toBe(0);
    report({ mid: 'm4', message_status: 'failed' });
    report({ mid: 'm99' });
    report({ temporal_id: null });
    // Another author's message may bear the same temporal_id.
    report({ mid: 'm99', temporal_id: 'temporal-4', message_status: 'read' });
    report({ conversation_id: 'b', mid: 'm4' });
    expect([status(0), status(1), orders(state)?.length]).toEqual(['delivered', 'failed', 2]);
    for (const from of MESSAGE_STATUSES) {
      for (const to of MESSAGE_STATUSES) {
        const next = nextStatus(from, to);
        expect([from, to]).toContain(next);
        if (next !== from) expect(nextStatus(next, from)).toBe(next);
      }
    }
  });

  it('FOLD-17 lets colleagues follow their status events', () => {
    const state = inbox(ADMIN);
    const data = { agent_id: BRUNO, status: 'absent', since: minute(3) } as const;
    expect(applyFrame(state, event(1, 'AGENT_STATUS', data)).colleagues).toBe(false);
    expect(state.colleagues).toBeNull();
  });
});
