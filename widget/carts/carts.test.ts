/** The links that bring a cart back, and what is none. */
import { describe, expect, it } from 'vitest';
import { thingsIn } from './restore.ts';

describe('a link of ours', () => {
  it('names things and how many', () => {
    expect(thingsIn('101:2,102:1')).toEqual([
      { id: 101, quantity: 2 },
      { id: 102, quantity: 1 },
    ]);
  });

  it.each([
    '',
    '101',
    '101:0',
    '101:2,',
    '101:2;102:1',
    'javascript:1',
    '<b>:1',
    '101:1000',
    `${'1:1,'.repeat(51)}1:1`,
  ])('is nothing when it is %j', (said) => {
    expect(thingsIn(said)).toEqual([]);
  });
});
