import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from '../../../../workers/hub/surface/outbox-entry.ts';
import { againKey } from '../../../../workers/shared/again-key.ts';
import { message } from '../testing.ts';
import { withJoined } from './joined-messages.ts';
import { firstUnread, type LogContents, logItems, outgoing, reachesUnread, startIndex } from './log-items.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const ana = { id: 1, name: 'Ana', image: null };
const waiting = (temporal_id: string): OutboxEntry => ({
  id: `o-${temporal_id}`,
  botId: 64,
  conversationId: 'c1',
  createdAt: now,
  notBefore: null,
  state: 'waiting',
  reason: null,
  command: { kind: 'message', text: 'hola', note: false, temporal_id, attachments: [], last_seen: 2 },
});

const list = (messages: LogContents['messages'], more: Partial<LogContents> = {}) =>
  logItems({ conversationId: 'c1', messages, waiting: [], unreadId: null, now, rating: null, ...more });

describe('the list of a conversation', () => {
  it('offers a failed message once more until it has been sent once more', () => {
    const failed = message(1, { from: 'agent', agent: ana, message_status: 'failed' });
    const resent = (items: ReturnType<typeof list>) =>
      items.flatMap((item) => (item.kind === 'message' ? [item.resent] : []));
    expect(resent(list([failed]))).toEqual([false]);
    const again = againKey(failed._id);
    expect(resent(list([failed], { waiting: outgoing([waiting(again)], 'c1', [failed]) }))).toEqual([true]);
    const second = message(2, { from: 'agent', agent: ana, temporal_id: again });
    expect(resent(list([failed, second]))).toEqual([true, false]);
    // What failed a second time has a second time of its own.
    expect(resent(list([failed, { ...second, message_status: 'failed' }]))).toEqual([true, false]);
  });
  it('INB-119 shows what was joined in its time, with where it came from, and nothing beyond what is shown', () => {
    const at = (order: number, minute: number, more: object = {}) =>
      message(order, { created_at: new Date(2026, 10, 21, 9, minute).toISOString(), ...more });
    const own = [at(1, 1), at(2, 5), at(3, 9)];
    const other = [0, 3, 12].map((minute, index) =>
      at(index + 1, minute, { _id: `s${minute}`, conversation_id: 's1' }),
    );
    const ids = (from: number | null, to: number | null) =>
      withJoined(own, other, {
        from: from === null ? null : (own[from]?.created_at ?? null),
        to: to === null ? null : (own[to]?.created_at ?? null),
      }).map(({ _id }) => _id);
    expect(ids(null, null)).toEqual(['s0', own[0]?._id, 's3', own[1]?._id, own[2]?._id, 's12']);
    expect(ids(0, 2)).toEqual([own[0]?._id, 's3', own[1]?._id, own[2]?._id]);
    expect(withJoined(own, [], { from: null, to: null })).toBe(own);
    const shown = list(withJoined(own, other, { from: null, to: null }));
    expect(shown.map((item) => (item.kind === 'from' ? item.conversationId : item.kind))).toEqual([
      'day',
      's1',
      'message',
      'c1',
      'message',
      's1',
      'message',
      'c1',
      'message',
      'message',
      's1',
      'message',
    ]);
    // Of another conversation is of another group.
    expect(
      shown.every((item) => item.kind !== 'message' || item.first || item.message.conversation_id === 'c1'),
    ).toBe(true);
  });
  it('separates days', () => {
    const yesterday = message(1, { created_at: new Date(2026, 10, 20, 23, 59).toISOString() });
    const items = list([yesterday, message(2)]);
    expect(items.map((item) => (item.kind === 'day' ? item.text : item.kind))).toEqual([
      'Ayer',
      'message',
      'Hoy',
      'message',
    ]);
  });
  it('groups what one author wrote within five minutes', () => {
    const items = list([message(1), message(3), message(20), message(21, { from: 'agent', agent: ana })]);
    const edges = items.flatMap((item) => (item.kind === 'message' ? [[item.first, item.last]] : []));
    expect(edges).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });
  it('never groups a note with a reply of the same person', () => {
    const reply = message(1, { from: 'agent', agent: ana });
    const note = message(2, { from: 'agent', agent: ana, note: true });
    const items = list([reply, note]);
    expect(items.flatMap((item) => (item.kind === 'message' ? [item.first] : []))).toEqual([true, true]);
  });
  it('keeps the key of a message from the sender’s copy to the server’s', () => {
    const own = outgoing([waiting('tmp-00001')], 'c1', []);
    const before = list([], { waiting: own }).map((item) => item.key);
    const sent = message(1, { from: 'agent', agent: ana, temporal_id: 'tmp-00001' });
    const after = list([sent], { waiting: outgoing([waiting('tmp-00001')], 'c1', [sent]) });
    expect(after.map((item) => item.key)).toEqual(['day-2026-11-21', ...before]);
  });
  it('gives everything a key of its own, whatever texts the authors called their messages', () => {
    const [first, second] = [
      message(1, { from: 'Cliente', temporal_id: 'new' }),
      message(2, { from: 'agent', agent: ana, temporal_id: 'new' }),
    ];
    const third = message(3, { from: 'agent', agent: { ...ana, id: 2 }, temporal_id: 'new' });
    const items = list([first, second, third], {
      unreadId: first._id,
      waiting: outgoing([waiting('hoy')], 'c1', [message(4, { from: 'Cliente', temporal_id: 'hoy' })]),
    });
    expect(items).toHaveLength(6);
    expect(new Set(items.map(({ key }) => key)).size).toBe(6);
  });
  it('keeps the items of what stays as it was, so that nothing else is drawn again', () => {
    const all = [message(1), message(2), message(30)];
    const before = list(all);
    const after = list([...all, message(31)]);
    expect(before.map((item, at) => item === after[at])).toEqual([false, true, true, false]);
    expect(list([...all]).filter((item) => item.kind === 'message')).toEqual(
      before.filter((item) => item.kind === 'message'),
    );
  });
  it('marks the offered button that the customer pressed, and no other', () => {
    const [si, no] = [
      { id: 'si', label: 'Sí' },
      { id: 'no', label: 'No' },
    ];
    const chosen = (messages: LogContents['messages']) =>
      list(messages).flatMap((item) => (item.kind === 'message' ? [item.chosen] : []));
    const offer = message(1, { from: 'bot', buttons: [si, no] });
    expect(chosen([offer, message(2, { text: 'No', buttons: [no] })])).toEqual(['no', null]);
    expect(chosen([offer, message(2, { text: 'No' })])).toEqual([null, null]);
    const later = message(2, { from: 'bot', buttons: [{ id: 'otro', label: 'Otro' }] });
    expect(chosen([offer, later, message(3, { buttons: [no] })])).toEqual([null, null, null]);
  });
  it('ends with the rating', () => {
    const rating = { stars: 4, comment: null };
    expect(list([message(1)], { rating }).at(-1)).toEqual({ kind: 'rating', key: 'rating', rating });
  });
  it('shows a waiting message once, and only in its conversation', () => {
    expect(outgoing([waiting('tmp-00001')], 'c2', [])).toEqual([]);
    expect(
      outgoing([waiting('tmp-00001')], 'c1', [message(1, { from: 'agent', temporal_id: 'tmp-00001' })]),
    ).toEqual([]);
  });
});

describe('where reading starts', () => {
  const all = [message(1), message(2, { from: 'bot' }), message(3), message(4)];
  it('is the first of the unread customer messages', () => {
    expect(firstUnread(all, 2)).toBe('m3');
    expect(firstUnread(all, 0)).toBeNull();
    // More unread than is loaded: the oldest that is known.
    expect(firstUnread(all, 50)).toBe('m1');
  });
  it('shows the line there and opens at it, otherwise at the end', () => {
    const items = list(all, { unreadId: 'm3' });
    expect(items[startIndex(items).index]).toMatchObject({ kind: 'new' });
    const read = list(all);
    expect(startIndex(read)).toEqual({ index: read.length - 1, align: 'end' });
    expect(startIndex(items, { fromEnd: true })).toEqual({ index: items.length - 1, align: 'end' });
    expect(items[startIndex(items, { foundId: 'm1' }).index]).toMatchObject({ key: 'm1' });
    expect(items[startIndex(items, { foundId: 'gone' }).index]).toMatchObject({ kind: 'new' });
  });
  it('knows whether the first unread one is among the messages', () => {
    expect(reachesUnread(all, 3)).toBe(true);
    expect(reachesUnread(all, 4)).toBe(false);
    expect(reachesUnread([], 0)).toBe(true);
  });
});
