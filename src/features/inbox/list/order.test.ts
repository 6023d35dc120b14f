import { describe, expect, it } from 'vitest';
import { inOrder, ordersFor, readOrders, withOrder } from './order.ts';

describe('the order of a list', () => {
  it('is the longest wait first where people wait, until one chooses otherwise', () => {
    expect(inOrder({}, 'pending', {}).order).toBe('waiting');
    expect(inOrder({}, 'pending', { pending: 'recent' }).order).toBe('recent');
    expect(inOrder({ order: 'waiting' }, 'pending', { pending: 'recent' }).order).toBe('waiting');
  });
  it('is the latest word first elsewhere, and of each view as it was chosen there', () => {
    expect(inOrder({}, 'taken', { pending: 'waiting' }).order).toBe('recent');
    expect(inOrder({}, 'taken', { taken: 'waiting' }).order).toBe('waiting');
    // Nobody waits in what is over, whatever the address says.
    expect(inOrder({ order: 'waiting' }, 'closed', {}).order).toBe('recent');
  });
  it('DUE-8 is by what is due where answers have a deadline, and offered nowhere else', () => {
    expect(ordersFor(true, 'recent')).toContain('due');
    expect(ordersFor(false, 'recent')).not.toContain('due');
    // A link that names it keeps it.
    expect(ordersFor(false, 'due')).toContain('due');
    expect(inOrder({ order: 'due' }, 'taken', {}).order).toBe('due');
    expect(withOrder({ state: 'taken', order: 'due' }).order).toBe('due');
  });
  it('reads what a browser remembers, and drops what it does not know', () => {
    expect(readOrders({ pending: 'recent', taken: 'x', closed: 'waiting' })).toEqual({ pending: 'recent' });
    expect([readOrders(null), readOrders('x'), readOrders([1])]).toEqual([{}, {}, {}]);
  });
  it("is a kept view's own, also under its older name", () => {
    expect(withOrder({ state: 'taken', order: 'waiting_since' }).order).toBe('waiting');
    expect(withOrder({ state: 'pending', order: 'last_message_date' }).order).toBe('recent');
    expect(withOrder({ state: 'pending' }).order).toBe('waiting');
    expect(withOrder({}).order).toBe('recent');
  });
});
