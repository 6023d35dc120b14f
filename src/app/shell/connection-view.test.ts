import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../../workers/hub/surface/connection-view.ts';
import { connectionLine, secondsUntil } from './connection-view.ts';

const view = (change: Partial<ConnectionView> = {}): ConnectionView => ({
  state: 'live',
  retryAt: null,
  memoryOnly: false,
  logInMemory: false,
  superseded: false,
  outdated: false,
  signedOut: false,
  clockSkew: null,
  ...change,
});

describe('the connection line', () => {
  it('says nothing while all is well, and nothing before anything is known', () => {
    expect(connectionLine(view(), 'ready', true)).toBeNull();
    expect(connectionLine(undefined, 'starting', true)).toBeNull();
  });
  it('puts a dead hub before everything', () => {
    expect(connectionLine(view({ superseded: true }), 'failed', false)?.kind).toBe('hub-failed');
  });
  it('offers the new version where the server speaks a newer wire', () => {
    expect(connectionLine(view({ outdated: true }), 'ready', true)?.kind).toBe('new-version');
  });
  it('offers the new version even without a connection', () => {
    expect(connectionLine(view({ superseded: true, state: 'waiting' }), 'ready', false)).toEqual({
      kind: 'new-version',
      text: 'Hay una versión nueva',
    });
  });
  it('counts down to the next attempt', () => {
    expect(connectionLine(view({ state: 'waiting', retryAt: 9_000 }), 'ready', true)).toMatchObject({
      kind: 'waiting',
      retryAt: 9_000,
    });
    expect(secondsUntil(9_000, 4_500)).toBe(5);
    expect(secondsUntil(9_000, 12_000)).toBe(0);
  });
  it('tells offline, catching up and memory-only apart', () => {
    expect(connectionLine(view({ state: 'waiting', retryAt: 1 }), 'ready', false)?.kind).toBe('offline');
    expect(connectionLine(view({ state: 'catching-up' }), 'ready', true)?.kind).toBe('catching-up');
    expect(connectionLine(view({ memoryOnly: true }), 'ready', true)?.kind).toBe('memory');
  });
});
