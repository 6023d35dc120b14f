/**
 * verifyAction: for each viewer, what they showed before, plus the events of the action as they receive them, equals
 * what the server tells them when asked afresh. An action whose events changed nothing for anybody fails, and so does
 * one that a viewer should have noticed and did not.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { App } from '../../server/platform/app.ts';
import type { BotSession } from '../../server/platform/http/session.ts';
import { comparable, fold, liveFrames, load, replayedFrames, type Shown, shown } from './viewer-inbox.ts';

export type Viewers = Readonly<Record<string, BotSession>>;

export interface Verified {
  /** Names of the viewers for whom something changed. */
  noticed: string[];
  before: Record<string, Shown>;
  after: Record<string, Shown>;
}

export async function verifyAction(
  app: App,
  viewers: Viewers,
  action: () => Promise<unknown>,
): Promise<Verified> {
  const names = Object.keys(viewers);
  const states = new Map(
    await Promise.all(names.map(async (name) => [name, await load(app, viewers[name]!)] as const)),
  );
  const before = Object.fromEntries(
    [...states].map(([name, state]) => [name, structuredClone(shown(state))]),
  );
  await action();
  const after: Record<string, Shown> = {};
  const noticed: string[] = [];
  for (const name of names) {
    const by = viewers[name]!;
    const state = states.get(name)!;
    const copy = structuredClone(state);
    const from = state.seq;
    fold(state, await liveFrames(app, by, from));
    fold(copy, await replayedFrames(app, by, from));
    const fresh = shown(await load(app, by));
    const folded = shown(state);
    expect(folded, `${name}: live events`).toEqual(comparable(fresh, folded));
    const replayed = shown(copy);
    expect(replayed, `${name}: replay`).toEqual(comparable(fresh, replayed));
    after[name] = fresh;
    if (!isDeepStrictEqual(before[name], folded)) noticed.push(name);
  }
  expect(noticed, 'the events changed nothing for anybody').not.toEqual([]);
  return { noticed, before, after };
}
