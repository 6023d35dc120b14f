import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LogRow } from '../../platform/log-row.ts';
import { Tailer } from './tailer.ts';

/** @param id where it comes from */
const row = (seq: number, id = 'table') => ({ seq, id }) as LogRow;

/** A log that grows by hand, read by a tailer; what it handed on, in order. */
function world(head = 0) {
  const log = { head, floor: 0 };
  const sent: number[] = [];
  const sources: string[] = [];
  let reads = 0;
  let lost = 0;
  const afterGaps: number[] = [];
  const failures: unknown[] = [];
  let failNext = false;
  const tailer = new Tailer({
    readHead: async () => log.head,
    async read(after, limit) {
      reads++;
      if (failNext) {
        failNext = false;
        throw new Error('no database');
      }
      const from = Math.max(after, log.floor);
      const count = Math.max(0, Math.min(limit, log.head - from));
      return Array.from({ length: count }, (_, at) => row(from + at + 1));
    },
    send(rows) {
      sent.push(...rows.map(({ seq }) => seq));
      sources.push(...rows.map(({ id }) => id));
    },
    lost(rows) {
      lost++;
      afterGaps.push(...rows.map(({ seq }) => seq));
    },
    rewound: () => void lost++,
    failed: (error) => void failures.push(error),
  });
  return {
    log,
    sent,
    sources,
    tailer,
    failures,
    reads: () => reads,
    lost: () => lost,
    afterGaps,
    failOnce: () => (failNext = true),
    /** This process commits so many rows, and hands them over with the hint. */
    commit(count: number) {
      const rows = Array.from({ length: count }, (_, at) => row(log.head + at + 1, 'own'));
      log.head += count;
      return tailer.reach(log.head, rows);
    },
  };
}
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at + 1);

it('INB-5 begins at the head and hands on what comes after, once and in order', async () => {
  const { log, sent, tailer } = world(41);
  await tailer.started;
  log.head = 43;
  await tailer.reach(43);
  await tailer.reach(42);
  log.head = 44;
  await tailer.reach(44);
  expect(sent).toEqual([42, 43, 44]);
});

it('INB-5 reads a long backlog in batches', async () => {
  const { log, sent, tailer } = world();
  await tailer.started;
  log.head = 1234;
  await tailer.reach(1234);
  expect(sent).toEqual(upTo(0, 1234));
});

it('INB-5 reads nothing that this process committed, and all that others did', async () => {
  const { log, sent, sources, tailer, reads, commit } = world(41);
  await tailer.started;
  await commit(2);
  expect(reads()).toBe(0);
  // Another process was between: its row is not among ours.
  log.head += 1;
  await commit(2);
  expect(sent).toEqual([42, 43, 44, 45, 46]);
  expect(sources.slice(0, 2)).toEqual(['own', 'own']);
  expect(reads()).toBe(1);
  await commit(12_000);
  expect(sent).toEqual(upTo(41, 12_046));
});

it('INB-6 goes on after a failed reading, with nothing lost', async () => {
  const { log, sent, tailer, failures, failOnce } = world();
  await tailer.started;
  log.head = 3;
  failOnce();
  await tailer.reach(3);
  expect(sent).toEqual([]);
  expect(failures).toHaveLength(1);
  await tailer.reach(3);
  expect(sent).toEqual([1, 2, 3]);
});

it('INB-6 says so when rows are gone before it could read them', async () => {
  const { log, sent, tailer, lost, afterGaps } = world();
  await tailer.started;
  log.head = 10;
  log.floor = 5;
  await tailer.reach(10);
  expect(lost()).toBe(1);
  expect(afterGaps).toEqual(upTo(5, 10));
  log.head = 11;
  await tailer.reach(11);
  expect(sent).toEqual([11]);
});

it('INB-40 goes back with a restored database', async () => {
  const { log, sent, tailer, lost } = world(100);
  await tailer.started;
  log.head = 50;
  tailer.rewind(50);
  log.head = 51;
  await tailer.reach(51);
  expect(lost()).toBe(1);
  expect(sent).toEqual([51]);
});

it('INB-40 says nothing of what was committed before the database was set back', async () => {
  const { log, sent, sources, tailer, commit } = world(100);
  await tailer.started;
  const running = commit(3);
  log.head = 100;
  tailer.rewind(100);
  await running;
  log.head = 102;
  await tailer.reach(102);
  expect(sent).toEqual([101, 102]);
  expect(sources).toEqual(['table', 'table']);
});

it('INB-6 believes the table over a hint that is ahead of it', async () => {
  const { log, sent, tailer } = world();
  await tailer.started;
  await tailer.reach(9);
  log.head = 1;
  await tailer.reach(1);
  expect(sent).toEqual([1]);
});

it('INB-5 hands everything on exactly once for any interleaving of commits and hints', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('commit' as const), count: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ kind: fc.constant('own commit' as const), count: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ kind: fc.constant('hint' as const), back: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ kind: fc.constant('turn' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { log, sent, tailer, commit } = world(7);
      // Not always known where it begins before the first commit.
      for (const action of steps) {
        if (action.kind === 'commit') log.head += action.count;
        else if (action.kind === 'own commit') void commit(action.count);
        else if (action.kind === 'hint') void tailer.reach(log.head - action.back);
        else await new Promise((resolve) => setImmediate(resolve));
      }
      await tailer.reach(log.head);
      await tailer.reach(log.head);
      expect(sent).toEqual(upTo(7, log.head));
    }),
    { numRuns: 60 },
  );
});
