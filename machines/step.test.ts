/** What is remembered of a machine is what the machine says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryContext, type EntryEvent, entryMachine, stepEntry } from './outbox/entry-machine.ts';
import { remembered, stepper } from './step.ts';

const STATES = ['saving', 'waiting', 'uploading', 'posting', 'sent', 'asking', 'refused', 'gone'] as const;
const VERDICTS = ['go', 'done', 'asking', 'refused'] as const;
const PLAIN = [
  'STORED',
  'ANSWERED',
  'UNANSWERED',
  'STOPPED',
  'TAKE_BACK',
  'TAKE_OUT',
  'RETRY',
  'DISCARD',
] as const;
const context: fc.Arbitrary<EntryContext> = fc.record({
  kind: fc.constantFrom('message', 'change'),
  begun: fc.boolean(),
  failures: fc.nat(20),
  confirmed: fc.boolean(),
  posted: fc.boolean(),
  tried: fc.boolean(),
  fresh: fc.boolean(),
});
const event: fc.Arbitrary<EntryEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom(...PLAIN) }),
  fc.record({
    type: fc.constant('LEAVE' as const),
    verdict: fc.constantFrom(...VERDICTS),
    files: fc.boolean(),
    fresh: fc.boolean(),
  }),
  fc.record({ type: fc.constant('UPLOADED' as const), verdict: fc.constantFrom(...VERDICTS) }),
  fc.record({
    type: fc.constantFrom('UPLOADS_GONE' as const, 'OVERTAKEN' as const, 'REFUSED' as const),
    so: fc.boolean(),
  }),
);

describe('a remembered step', () => {
  it('ENTRY-1 is the one that the machine works out, however often and in whatever order it is asked', () => {
    const worked = stepper<(typeof STATES)[number], EntryContext, EntryEvent, unknown>(entryMachine);
    fc.assert(
      fc.property(fc.constantFrom(...STATES), context, event, (state, before, happened) => {
        const expected = worked(state, before, happened);
        expect(stepEntry(state, before, happened)).toEqual(expected);
        expect(stepEntry(state, before, happened)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('ENTRY-1 is worked out once, and does not fill the memory', () => {
    const asked: number[] = [];
    const count = remembered((state: 'on', { n }: { n: number }, _: { type: 'GO' }) => {
      asked.push(n);
      return { state, context: { n: n + 1 }, actions: [] };
    });
    const ask = (n: number) => count('on', { n }, { type: 'GO' }).context.n;
    expect([ask(1), ask(2), ask(1), ask(2)]).toEqual([2, 3, 2, 3]);
    expect(asked).toEqual([1, 2]);
    for (let n = 0; n < 2_000; n += 1) ask(n);
    // The oldest are not known any more.
    asked.length = 0;
    expect(ask(1)).toBe(2);
    expect(asked).toEqual([1]);
  });
});
