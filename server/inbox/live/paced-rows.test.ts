import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LogRow } from '../../platform/log-row.ts';
import { LONGEST_REST, PacedRows } from './paced-rows.ts';

/** A clock by hand; telling takes `cost` of it. */
function world(cost: number) {
  let now = 0;
  let added = 0;
  let telling = 0;
  let alarm: { at: number; work: () => void } | null = null;
  const told: { seq: number; waited: number }[][] = [];
  const addedAt = new Map<number, number>();
  const news = new PacedRows({
    now: () => now,
    later(ms, work) {
      alarm = { at: now + ms, work };
      return () => {
        alarm = null;
      };
    },
    send(rows) {
      told.push(rows.map(({ seq }) => ({ seq, waited: now - (addedAt.get(seq) ?? 0) })));
      now += cost;
      telling += cost;
    },
  });
  const pass = (ms: number) => {
    const until = now + ms;
    while (alarm && alarm.at <= until) {
      now = Math.max(now, alarm.at);
      const { work } = alarm;
      alarm = null;
      work();
    }
    now = Math.max(now, until);
  };
  return {
    news,
    told,
    pass,
    share: () => telling / now,
    add(count: number) {
      const rows = Array.from({ length: count }, () => {
        added += 1;
        addedAt.set(added, now);
        return { seq: added } as LogRow;
      });
      news.add(rows);
    },
    added: () => added,
  };
}

const step = fc.oneof(
  fc.record({ add: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ pass: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ now: fc.constant(true) }),
);

it('INB-5 tells every row once and in order, however rows, time and words that come after them follow', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 40 }), (steps, cost) => {
      const { news, told, pass, add, added } = world(cost);
      for (const one of steps) {
        if ('add' in one) add(one.add);
        else if ('pass' in one) pass(one.pass);
        else {
          news.tellNow();
          expect(told.flat()).toHaveLength(added());
        }
      }
      pass(LONGEST_REST);
      const rows = told.flat();
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: added() }, (_, at) => at + 1));
      // Who is late by one rest may meet the telling before it, too.
      expect(Math.max(0, ...rows.map(({ waited }) => waited))).toBeLessThanOrEqual(LONGEST_REST + cost);
    }),
  );
});

it('INB-50 tells at once after a rest, and takes an eighth of a busy process at most', () => {
  const quiet = world(4);
  for (let message = 0; message < 50; message += 1) {
    quiet.add(1);
    quiet.pass(40);
  }
  expect(quiet.told).toHaveLength(50);
  expect(quiet.told.flat().every(({ waited }) => waited === 0)).toBe(true);

  const busy = world(4);
  for (let message = 0; message < 1_000; message += 1) {
    busy.add(1);
    busy.pass(2);
  }
  expect(busy.share()).toBeLessThanOrEqual(1 / 8 + 0.001);
  expect(Math.max(...busy.told.flat().map(({ waited }) => waited))).toBeLessThanOrEqual(32);
});
