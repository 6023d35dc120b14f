import { describe, expect, it } from 'vitest';
import { following, keyAction, neighbour } from './keys.ts';

const press = (key: string, change = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...change,
});

describe('keys', () => {
  it('go by the character, in either case', () => {
    expect(keyAction(press('j'), false)).toBe('next');
    expect(keyAction(press('J', { shiftKey: true }), false)).toBe('next');
    expect(keyAction(press('?', { shiftKey: true }), false)).toBe('help');
  });
  it('are letters where people type', () => {
    expect(keyAction(press('e'), true)).toBeNull();
  });
  it('leave browser and AltGr combinations alone', () => {
    expect(keyAction(press('r', { ctrlKey: true }), false)).toBeNull();
    expect(keyAction(press('e', { ctrlKey: true, altKey: true }), false)).toBeNull();
    expect(keyAction(press('a', { metaKey: true }), false)).toBeNull();
  });
  it('ignore names that an object has anyway', () => {
    expect(keyAction(press('constructor'), false)).toBeNull();
  });
});

describe('what follows once a conversation is done with', () => {
  it('is the one below, else the one above, else nothing', () => {
    expect(following(['a', 'b', 'c'], 'b')).toBe('c');
    expect(following(['a', 'b', 'c'], 'c')).toBe('b');
    expect(following(['a'], 'a')).toBeNull();
    expect(following(['a', 'b'], 'z')).toBe('a');
  });
});

describe('the neighbour in the list', () => {
  const ids = ['a', 'b', 'c'];
  it('moves and stops at the ends', () => {
    expect(neighbour(ids, 'a', 1)).toBe('b');
    expect(neighbour(ids, 'c', 1)).toBe('c');
    expect(neighbour(ids, 'a', -1)).toBe('a');
  });
  it('starts at the top when nothing of the list is open', () => {
    expect(neighbour(ids, null, 1)).toBe('a');
    expect(neighbour(ids, 'z', -1)).toBe('a');
    expect(neighbour([], null, 1)).toBeNull();
  });
});
