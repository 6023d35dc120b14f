/** The connection machine: every state × every event, and what its driver opens and closes. */
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { HandClock } from '../../tests/support/hub/hand-platform.ts';
import { ADMIN, World } from '../../tests/support/hub/world.ts';
import { connectionMachine } from './connection.ts';
import type { ConnectionState, Topic } from './surface.ts';

type EventName = 'START' | 'STOP' | 'OPENED' | 'CAUGHT_UP' | 'BEHIND' | 'LOST' | 'UNAUTHORIZED' | 'RETRY';
/** How a state is reached, and where each event leads from it; the same state means: ignored. */
const TABLE: Record<ConnectionState, { by: EventName[]; to: Record<EventName, ConnectionState> }> = {
  idle: {
    by: [],
    to: row('idle', { START: 'connecting' }),
  },
  connecting: {
    by: ['START'],
    to: row('connecting', { STOP: 'idle', OPENED: 'catching-up', LOST: 'waiting', UNAUTHORIZED: 'refused' }),
  },
  'catching-up': {
    by: ['START', 'OPENED'],
    to: row('catching-up', { STOP: 'idle', CAUGHT_UP: 'live', LOST: 'waiting', UNAUTHORIZED: 'refused' }),
  },
  live: {
    by: ['START', 'OPENED', 'CAUGHT_UP'],
    to: row('live', { STOP: 'idle', BEHIND: 'catching-up', LOST: 'waiting', UNAUTHORIZED: 'refused' }),
  },
  waiting: {
    by: ['START', 'LOST'],
    to: row('waiting', { STOP: 'idle', RETRY: 'connecting', UNAUTHORIZED: 'refused' }),
  },
  refused: {
    by: ['START', 'UNAUTHORIZED'],
    to: row('refused', { STOP: 'idle', START: 'connecting' }),
  },
};
function row(
  self: ConnectionState,
  moves: Partial<Record<EventName, ConnectionState>>,
): Record<EventName, ConnectionState> {
  return {
    START: self,
    STOP: self,
    OPENED: self,
    CAUGHT_UP: self,
    BEHIND: self,
    LOST: self,
    UNAUTHORIZED: self,
    RETRY: self,
    ...moves,
  };
}

describe('the connection machine', () => {
  const cases = Object.entries(TABLE).flatMap(([state, { by, to }]) =>
    Object.entries(to).map(([event, target]) => ({ state, by, event: event as EventName, target })),
  );
  it.each(cases)('HUB-26 $state on $event is $target', ({ state, by, event, target }) => {
    const actor = createActor(
      connectionMachine(() => 0.5),
      { clock: new HandClock(0) as never },
    ).start();
    for (const each of by) actor.send({ type: each });
    expect(actor.getSnapshot().value).toBe(state);
    actor.send({ type: event });
    expect(actor.getSnapshot().value).toBe(target);
  });

  it('HUB-26 waits longer after every failure in a row, up to a ceiling, never in step with others', () => {
    const pauses = (random: number) => {
      const clock = new HandClock(0);
      const actor = createActor(
        connectionMachine(() => random),
        { clock: clock as never },
      ).start();
      actor.send({ type: 'START' });
      return Array.from({ length: 9 }, () => {
        actor.send({ type: 'LOST' });
        const { pause } = actor.getSnapshot().context;
        clock.pass(pause);
        expect(actor.getSnapshot().value).toBe('connecting');
        return pause;
      });
    };
    expect(pauses(0.5)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(pauses(0)[0]).toBe(250);
    expect(pauses(0.999)[0]).toBeGreaterThan(740);
  });
});

describe('the connection', () => {
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
