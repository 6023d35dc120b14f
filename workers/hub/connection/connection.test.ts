/** What the connection opens, closes and tells, by what its machine (machines/connection) asks for. */
import { describe, expect, it } from 'vitest';
import type { Credentials } from '../../../contract/entities/user.ts';
import { HandClock } from '../../../tests/support/hub/hand-platform.ts';
import { ADMIN, World } from '../../../tests/support/hub/world.ts';
import type { SocketHandlers } from '../platform/platform.ts';
import type { Topic } from '../surface/topics.ts';
import { Connection } from './connection.ts';

/** A connection whose attempts fail when the test says so. */
function failing(random: number) {
  const clock = new HandClock(0);
  let attempt: SocketHandlers | null = null;
  let open = 0;
  const connection = new Connection(
    {
      clock,
      random: () => random,
      openSocket: (_, handlers) => {
        attempt = handlers;
        open += 1;
        return { emit: () => undefined, request: async () => null, id: 'x', close: () => (open -= 1) };
      },
    },
    {
      changed: () => undefined,
      opened: () => undefined,
      closed: () => undefined,
      frame: () => undefined,
      unauthorized: () => undefined,
      slept: () => undefined,
    },
  );
  connection.start({ 'access-token': 't', client: 'c', uid: 'u' } as Credentials);
  return { clock, connection, fail: () => attempt?.refused('other'), open: () => open };
}

describe('the connection', () => {
  it('HUB-26 waits longer after every failure in a row, up to a ceiling, never in step with others', () => {
    const pauses = (random: number) => {
      const { clock, connection, fail, open } = failing(random);
      return Array.from({ length: 9 }, () => {
        expect([connection.state, connection.retryAt, open()]).toEqual(['connecting', null, 1]);
        fail();
        expect([connection.state, open()]).toEqual(['waiting', 0]);
        const pause = (connection.retryAt ?? 0) - clock.now();
        clock.pass(pause);
        return pause;
      });
    };
    expect(pauses(0.5)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(pauses(0)[0]).toBe(250);
    expect(pauses(0.999)[0]).toBeGreaterThan(740);
  });

  it('HUB-26 gives up an attempt that takes too long', () => {
    const { clock, connection, open } = failing(0.5);
    clock.pass(9_999);
    expect([connection.state, open()]).toEqual(['connecting', 1]);
    clock.pass(1);
    expect([connection.state, open()]).toEqual(['waiting', 0]);
  });

  const connection: Topic = { kind: 'connection' };

  it('HUB-26 tells when it tries again, and comes back by itself', async () => {
    const world = new World();
    world.server.up = false;
    const tab = await world.openTab(world.session(ADMIN));
    tab.show(connection);
    const view = () => tab.value(connection) as { state: string; retryAt: number | null } | undefined;
    await world.until(() => view()?.state === 'waiting', 'waiting');
    expect(view()?.retryAt).toBeGreaterThan(world.clock.now() - 1000);
    world.server.up = true;
    await world.until(() => view()?.state === 'live', 'live');
    expect(world.server.connected).toBe(1);
  });

  it('HUB-73 offers the new version where the server speaks a newer wire, and no other', async () => {
    const world = new World();
    const tab = await world.openTab(world.session(ADMIN));
    tab.show(connection);
    const view = () => tab.value(connection) as { state: string; outdated: boolean } | undefined;
    await world.until(() => view()?.state === 'live', 'live');
    const says = (wire: number | undefined) => {
      world.server.say('CONNECTED', { userId: ADMIN.user_id, bots: [], ...(wire ? { wire } : {}) });
    };
    // This world's hub speaks 5.
    says(5);
    says(undefined);
    says(6);
    await world.until(() => view()?.outdated === true, 'offered');
    expect(view()?.state).toBe('live');
    says(4);
    await world.until(() => view()?.outdated === false, 'an older server, set back');
  });

  it('HUB-17 a refused connection ends the session as a 401 does', async () => {
    const world = new World();
    const session = world.session(ADMIN);
    world.server.viewers.clear();
    const tab = await world.openTab(session);
    await world.until(() => tab.signedOut.length === 1, 'signed out');
    tab.show(connection);
    await world.until(() => tab.value(connection) !== undefined, 'told');
    expect(tab.value(connection)).toMatchObject({ signedOut: true, state: 'idle' });
  });
});
