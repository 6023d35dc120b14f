import { expect, it } from 'vitest';
import type { BulkResult } from '../../../contract/calls/inbox-bulk.ts';
import { byReason, runBulk } from './bulk-run.ts';

const ids = Array.from({ length: 7 }, (_, n) => `c${n}`);
const fine = (id: string): BulkResult => ({ id, ok: true, error: null, message: null, lead_name: 'Rosa' });
const refused = (id: string, message: string): BulkResult => ({
  ...fine(id),
  ok: false,
  error: 'rule',
  message,
});
const run = (
  send: (some: string[]) => Promise<BulkResult[]>,
  signal = new AbortController().signal,
  tried: number[] = [],
) => runBulk(ids, { send, signal, onProgress: (at) => tried.push(at), step: 3 });

it('goes through all in steps, tells how far it is, and what failed and why', async () => {
  const asked: string[][] = [];
  const tried: number[] = [];
  const outcome = await run(
    async (some) => {
      asked.push(some);
      return some.map((id) => (id === 'c4' ? refused(id, 'No.') : fine(id)));
    },
    undefined,
    tried,
  );
  expect(asked.map((some) => some.length)).toEqual([3, 3, 1]);
  expect(tried).toEqual([3, 6, 7]);
  expect(outcome).toMatchObject({ untried: [], error: null, failed: [{ id: 'c4', message: 'No.' }] });
  expect(outcome.done).toEqual(['c0', 'c1', 'c2', 'c3', 'c5', 'c6']);
});

it('ends where it is stopped, and names what was not tried', async () => {
  const stop = new AbortController();
  const outcome = await run(async (some) => {
    stop.abort();
    return some.map(fine);
  }, stop.signal);
  expect(outcome).toEqual({
    done: ['c0', 'c1', 'c2'],
    failed: [],
    untried: ['c3', 'c4', 'c5', 'c6'],
    error: null,
  });
});

it('ends without an answer, with the step that may have been done among what can be asked again', async () => {
  const silence = new Error('no answer');
  let calls = 0;
  const outcome = await run(async (some) => {
    calls += 1;
    if (calls === 2) throw silence;
    return some.map(fine);
  });
  expect(outcome).toMatchObject({ untried: ['c3', 'c4', 'c5', 'c6'], error: silence });
});

it('gathers failures by reason, most first', () => {
  const failed = [
    refused('a', 'uno'),
    refused('b', 'dos'),
    refused('c', 'dos'),
    { ...refused('d', ''), message: null },
  ];
  expect(byReason(failed).map(({ reason, results }) => [reason, results.length])).toEqual([
    ['dos', 2],
    ['uno', 1],
    ['No se pudo.', 1],
  ]);
});
