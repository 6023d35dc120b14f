import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from '../../../workers/hub/surface.ts';
import { firstUnread, logItems, outgoing, startIndex } from './log-items.ts';
import { message } from './testing.ts';

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

describe('the list of a conversation', () => {
  it('separates days', () => {
    const yesterday = message(1, { created_at: new Date(2026, 10, 20, 23, 59).toISOString() });
    const items = logItems([yesterday, message(2)], [], null, now);
    expect(items.map((item) => (item.kind === 'day' ? item.text : item.kind))).toEqual([
      'Ayer',
      'message',
      'Hoy',
      'message',
    ]);
  });
  it('groups what one author wrote within five minutes', () => {
    const items = logItems(
      [message(1), message(3), message(20), message(21, { from: 'agent', agent: ana })],
      [],
      null,
      now,
    );
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
    const items = logItems([reply, note], [], null, now);
    expect(items.flatMap((item) => (item.kind === 'message' ? [item.first] : []))).toEqual([true, true]);
  });
  it('keeps the key of a message from the sender’s copy to the server’s', () => {
    const own = outgoing([waiting('tmp-00001')], 'c1', []);
    const before = logItems([], own, null, now).map((item) => item.key);
    const sent = message(1, { from: 'agent', agent: ana, temporal_id: 'tmp-00001' });
    const after = logItems([sent], outgoing([waiting('tmp-00001')], 'c1', [sent]), null, now);
    expect(after.map((item) => item.key)).toEqual(['day-2026-11-21', ...before]);
  });
  it('shows a waiting message once, and only in its conversation', () => {
    expect(outgoing([waiting('tmp-00001')], 'c2', [])).toEqual([]);
    expect(outgoing([waiting('tmp-00001')], 'c1', [message(1, { temporal_id: 'tmp-00001' })])).toEqual([]);
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
    const items = logItems(all, [], 'm3', now);
    expect(items[startIndex(items).index]).toMatchObject({ kind: 'new' });
    const read = logItems(all, [], null, now);
    expect(startIndex(read)).toEqual({ index: read.length - 1, align: 'end' });
  });
});
