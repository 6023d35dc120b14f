/** The local log under a long catch-up, and across the hub's lives: what is kept still leads to the present. */
import { expect, it } from 'vitest';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { applyFrame, startInbox } from '../../../machines/inbox/fold.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import { card, event, inbox, moved } from '../../../machines/inbox/testing/samples.ts';
import { breathe, emptyDisk, HandClock } from '../../../tests/support/hub/hand-platform.ts';
import { BotLog } from './bot-log.ts';

/** A conversation that comes with an odd number and waits for a person with the even one after it. */
function frame(seq: number): LoggedFrame {
  const conversation = card(`c${Math.ceil(seq / 2) % 50}`);
  if (seq % 2 === 1) return event(seq, 'NEW_CONVERSATION', { conversation });
  const { state, category, agent_id } = conversation;
  return moved(seq, { ...conversation, state: 'pending' }, { state, category, agent_id });
}

/** One life of the hub on this disk. */
async function life(storage: ReturnType<typeof emptyDisk>, start: InboxState | null) {
  let state = start;
  const clock = new HandClock(0);
  const log = new BotLog({
    storage,
    clock,
    uid: 'ana@charla.test',
    botId: 64,
    inbox: () => state,
    failed: (error) => {
      throw error;
    },
  });
  if (state) {
    await log.restart();
  } else {
    const stored = await log.load();
    state = stored?.inbox ?? null;
    if (!state) throw new Error('nothing was stored');
    for (const each of stored?.tail ?? []) applyFrame(state, each);
  }
  const present = state;
  const come = (count: number) => {
    const frames = Array.from({ length: count }, (_, place) => frame(present.seq + 1 + place));
    for (const each of frames) applyFrame(present, each);
    log.append(frames);
  };
  return {
    log,
    clock,
    state: present,
    come,
    async take(count: number, batch: number): Promise<void> {
      const end = present.seq + count;
      while (present.seq < end) {
        come(Math.min(batch, end - present.seq));
        await log.flush();
      }
    },
  };
}

/** The stored base and frames lead to what is shown. */
async function leadsToPresent(log: BotLog, state: InboxState): Promise<number> {
  const stored = await log.export();
  if (!stored) throw new Error('nothing to export');
  const replayed = startInbox(stored.base);
  for (const each of stored.frames) applyFrame(replayed, each);
  expect(replayed.seq).toBe(state.seq);
  expect(replayed.matrix).toEqual(state.matrix);
  return stored.frames.length;
}

it('HUB-65 keeps the last thousands of a long catch-up, and a base that leads from them to the present', async () => {
  const storage = emptyDisk();
  const first = await life(storage, inbox());
  await first.take(13_000, 500);
  const kept = await leadsToPresent(first.log, first.state);
  expect(kept).toBeGreaterThanOrEqual(5_000);
  expect(kept).toBeLessThanOrEqual(10_000);
  // Full batches are copied into few snapshots; the first small one brings it up to date.
  await first.take(3_000, 500);
  await first.take(1, 1);
  expect(first.log.size?.snapshot).toBe(first.state.seq);
  await first.log.close();

  // What an earlier life wrote is folded once more when it goes.
  const second = await life(storage, null);
  expect(second.state.matrix).toEqual(first.state.matrix);
  await second.take(9_000, 300);
  expect(await leadsToPresent(second.log, second.state)).toBeLessThanOrEqual(10_000);
  expect(second.log.size?.from).toBeGreaterThan(first.state.seq - 5_000);
});

it('HUB-65 a catch-up that ends takes its snapshot when it is quiet', async () => {
  const storage = emptyDisk();
  const { log, state, take } = await life(storage, inbox());
  await take(4_500, 500);
  expect(log.size?.snapshot).toBe(0);
  await log.tidy();
  expect(log.size?.snapshot).toBe(state.seq);
});

/** Waits for the disk, not for the clock. */
async function written(log: BotLog, seq: number): Promise<void> {
  for (let turns = 0; turns < 10_000 && (log.size?.to ?? 0) < seq; turns += 1) await breathe();
  expect(log.size?.to).toBe(seq);
}

it('HUB-98 a rush is written when it is over: tabs paint it meanwhile', async () => {
  const { log, state, come, clock } = await life(emptyDisk(), inbox());
  for (let batch = 0; batch < 10; batch += 1) {
    come(500);
    clock.pass(150);
    await breathe();
  }
  expect(log.size).toMatchObject({ segments: 0, pending: 5_000 });
  // Records of one transaction after the other, without a word from anybody.
  for (let turns = 0; turns < 10_000 && log.size?.pending !== 0; turns += 1) {
    clock.pass(10);
    await breathe();
  }
  await written(log, state.seq);
  expect(log.size).toMatchObject({ segments: 10, snapshot: state.seq });
  expect(await leadsToPresent(log, state)).toBe(5_000);
});

it('HUB-98 one that does not end is written all the same, every two seconds and in parts', async () => {
  const { log, state, come, clock } = await life(emptyDisk(), inbox());
  for (let batch = 0; batch < 30; batch += 1) {
    come(500);
    clock.pass(100);
    await breathe(4);
  }
  expect(log.size?.to).toBeGreaterThan(state.seq - 3_000);
  await log.flush();
  expect(log.size).toMatchObject({ pending: 0, to: state.seq });
  const kept = await leadsToPresent(log, state);
  expect(kept).toBeGreaterThanOrEqual(5_000);
  expect(kept).toBeLessThanOrEqual(10_500);
});
