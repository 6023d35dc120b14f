import { describe, expect, it } from 'vitest';
import type { Colleague } from '../../contract/entities/user.ts';
import { GapError } from './changes.ts';
import { cutCard } from './cut.ts';
import { applyFrame } from './fold.ts';
import { forget } from './forget.ts';
import type { InboxState } from './inbox-state.ts';
import { listKey, listView, sortKey } from './lists.ts';
import { mergeColleagues, mergeConversation, mergeListPage, mergeMessagePage } from './pages.ts';
import { ACTIVE, ANA, BRUNO, card, event, inbox, message, minute, moved } from './testing/samples.ts';

const at = (id: string, n: number) => card(id, { last_message_date: minute(n) });
const ids = (state: InboxState, query = ACTIVE) => listView(state, query).cards.map(({ id }) => id);
const none = { since: [] };

describe('lists', () => {
  it('FOLD-10 shows the known part in wire order, and narrower lists from wider ones', () => {
    const state = inbox();
    expect(listView(state, ACTIVE)).toEqual({ cards: [], more: true, known: false });
    const page = [at('d', 9), at('b', 5), at('c', 5), { ...at('e', 2), channel: 'whatsapp' as const }];
    mergeListPage(state, ACTIVE, { conversations: page, items: 4 }, none);
    expect(ids(state)).toEqual(['d', 'b', 'c', 'e']);
    // Known, but below the floor: not part of the list, since others may stand between.
    mergeConversation(state, at('z', 1), none);
    expect(ids(state)).toEqual(['d', 'b', 'c', 'e']);
    const whatsapp = { ...ACTIVE, channel: 'whatsapp' as const };
    expect(listView(state, whatsapp)).toMatchObject({ cards: [{ id: 'e' }], more: true, known: true });
    mergeListPage(state, whatsapp, { conversations: [page[3] ?? card('?')], items: 4 }, none);
    expect(listView(state, whatsapp).more).toBe(false);
    expect(listView(state, ACTIVE).more).toBe(true);
    expect(listView(state, { ...ACTIVE, state: 'pending' }).known).toBe(false);
  });

  it('FOLD-11 grows downwards without a hole', () => {
    const state = inbox();
    mergeListPage(state, ACTIVE, { conversations: [at('a', 9), at('b', 8)], items: 2 }, none);
    const below = mergeListPage(
      state,
      ACTIVE,
      { conversations: [at('c', 7), at('d', 6)], items: 2 },
      { ...none, after: sortKey(at('b', 8)) },
    );
    expect(below.merged).toBe(true);
    expect(ids(state)).toEqual(['a', 'b', 'c', 'd']);
    // The top again does not make the rest unknown.
    mergeListPage(state, ACTIVE, { conversations: [at('a', 9), at('b', 8)], items: 2 }, none);
    expect(ids(state)).toEqual(['a', 'b', 'c', 'd']);
    // A page that continues something deeper than what is known.
    forget(state, { keepWindows: new Set(), keepMessages: new Set() });
    mergeListPage(state, ACTIVE, { conversations: [at('a', 9)], items: 1 }, none);
    const hole = mergeListPage(
      state,
      ACTIVE,
      { conversations: [at('e', 5)], items: 1 },
      { ...none, after: sortKey(at('d', 6)) },
    );
    expect(hole.merged).toBe(false);
    expect(ids(state)).toEqual(['a']);
    mergeListPage(state, ACTIVE, { conversations: [], items: 2 }, { ...none, after: sortKey(at('a', 9)) });
    expect(listView(state, ACTIVE).more).toBe(false);
  });

  it('FOLD-12 prefers what came after the page was read', () => {
    const state = inbox(ANA, { web: 3 });
    const since = [
      moved(1, cutCard(card('a', { state: 'taken', agent_id: BRUNO })), at('a', 1)),
      moved(2, { ...at('b', 2), tags: ['vip'] }, at('b', 2)),
      event(3, 'NEW_CONVERSATION', { conversation: at('d', 4) }),
    ];
    for (const frame of since) applyFrame(state, frame);
    // Forgotten while the page was on its way: the frames still know.
    forget(state, { keepWindows: new Set(), keepMessages: new Set() });
    const conversations = [at('c', 3), at('b', 2), at('a', 1)];
    mergeListPage(
      state,
      ACTIVE,
      { conversations, items: 10 },
      { since, seq: 0, online: new Map([['c', true]]) },
    );
    expect(ids(state)).toEqual(['d', 'c', 'b']);
    expect(state.cards.get('b')?.tags).toEqual(['vip']);
    expect(state.cards.get('c')?.isUserOnline).toBe(true);
    expect(state.cards.has('a')).toBe(false);
  });

  it('FOLD-13 refuses a page whose frames leave something out', () => {
    const state = inbox();
    const frames = [1, 2, 3].map((seq) =>
      event(seq, 'NEW_CONVERSATION', { conversation: at(`n${seq}`, seq) }),
    );
    for (const frame of frames) applyFrame(state, frame);
    const page = { conversations: [], items: 5 };
    expect(() => mergeListPage(state, ACTIVE, page, { since: frames.slice(0, 2), seq: 0 })).toThrow(GapError);
    expect(() => mergeListPage(state, ACTIVE, page, { since: frames.slice(1), seq: 0 })).toThrow(GapError);
    expect(() => mergeListPage(state, ACTIVE, page, { since: [], seq: 4 })).toThrow(GapError);
    expect(mergeListPage(state, ACTIVE, page, { since: [...frames, ...frames], seq: 1 }).merged).toBe(true);
  });

  it('FOLD-19 forgets what nobody shows, and nothing else', () => {
    const state = inbox();
    const pending = { ...ACTIVE, state: 'pending' as const };
    mergeListPage(state, ACTIVE, { conversations: [at('a', 9), at('b', 8)], items: 2 }, none);
    mergeListPage(state, pending, { conversations: [card('p', { state: 'pending' })], items: 5 }, none);
    mergeConversation(state, card('m', { state: 'closed' }), none);
    mergeMessagePage(state, 'm', [message(1)], { items: 5, since: [] });
    mergeMessagePage(state, 'a', [message(1)], { items: 5, since: [] });
    const shown = listView(state, ACTIVE);
    forget(state, { keepWindows: new Set([listKey(ACTIVE)]), keepMessages: new Set(['m']) });
    expect(listView(state, ACTIVE)).toEqual(shown);
    expect([...state.cards.keys()].sort()).toEqual(['a', 'b', 'm']);
    expect([...state.messages.keys()]).toEqual(['m']);
    expect(listView(state, pending).known).toBe(false);
  });
});

describe('messages and colleagues', () => {
  it('FOLD-16 joins older messages, applies what came since, and refuses what has a hole', () => {
    const state = inbox(ANA, { web: 1 });
    mergeConversation(state, card('a'), none);
    const since = [
      event(1, 'NEW_MESSAGE', { conversation: card('a'), message: message(7) }),
      event(2, 'NEW_MESSAGE_STATUS', { conversation_id: 'a', mid: 'm6', message_status: 'read' }),
    ];
    for (const frame of since) applyFrame(state, frame);
    mergeMessagePage(state, 'a', [message(5), message(6)], { items: 2, since, seq: 0 });
    const window = () =>
      state.messages.get('a')?.messages.map(({ order, message_status }) => `${order} ${message_status}`);
    expect(window()).toEqual(['5 queued', '6 read', '7 queued']);
    const strange = mergeMessagePage(state, 'a', [message(1)], { items: 2, since: [], before: 'm3' });
    expect(strange.merged).toBe(false);
    mergeMessagePage(state, 'a', [message(3), message(4)], { items: 2, since: [], before: 'm5' });
    expect(state.messages.get('a')?.floor).toBe(3);
    mergeMessagePage(state, 'a', [message(2)], { items: 2, since: [], before: 'm3' });
    expect(state.messages.get('a')?.floor).toBe(1);
    // An older copy of the page does not turn statuses back; its addresses are newer.
    const attachments = [{ id: 'f', name: 'f', type: 'image/png', size: 1, url: 'https://files/f' }];
    mergeMessagePage(state, 'a', [message(6, { attachments }), message(7)], { items: 2, since: [] });
    expect(window()).toEqual(['2 queued', '3 queued', '4 queued', '5 queued', '6 read', '7 queued']);
    expect(state.messages.get('a')?.messages[4]?.attachments).toEqual(attachments);

    const away = [
      moved(3, cutCard(card('a', { state: 'taken', agent_id: BRUNO })), card('a')),
      moved(5, card('a', { state: 'pending' }), card('a', { state: 'taken', agent_id: BRUNO })),
    ];
    const [gone, back] = away;
    if (!gone || !back) throw new Error('unreachable');
    const frames = [gone, { name: 'REDACTED', bot_id: 64, seq: 4 } as const, back];
    for (const frame of frames) applyFrame(state, frame);
    expect(
      mergeMessagePage(state, 'a', [message(6), message(7)], { items: 2, since: frames, seq: 2 }).merged,
    ).toBe(false);
    expect(state.messages.has('a')).toBe(false);
  });

  it('FOLD-17 puts the statuses that came later on a list of colleagues', () => {
    const colleague: Colleague = {
      id: BRUNO,
      relation_id: 5,
      name: 'Bruno',
      email: 'bruno@charla.test',
      image: null,
      role: 'agente',
      category: [],
      status: 'inactive',
      since: minute(0),
      connected: false,
    };
    const state = inbox();
    const online = event(1, 'AGENT_STATUS', { agent_id: BRUNO, status: 'active', since: minute(1) });
    applyFrame(state, online);
    mergeColleagues(state, [colleague], { since: [online], seq: 0 });
    expect(state.colleagues?.get(BRUNO)).toMatchObject({
      status: 'active',
      since: minute(1),
      connected: true,
    });
    applyFrame(state, event(2, 'AGENT_STATUS', { agent_id: BRUNO, status: 'absent', since: minute(2) }));
    expect(state.colleagues?.get(BRUNO)).toMatchObject({ status: 'absent', connected: false });
    mergeColleagues(state, [], { since: [], seq: 2 });
    expect(state.colleagues?.size).toBe(0);
  });
});
