import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyDay, spansOf, USUAL, type Week, weekFaults, weekOf } from './hours.ts';

it('gives back the hours that it was given', () => {
  const day = fc
    .tuple(
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 1438 }),
      fc.integer({ min: 1, max: 1440 }),
    )
    .filter(([, from, to]) => from < to)
    .map(([day, from, to]) => ({ day, from, to }));
  fc.assert(
    fc.property(fc.uniqueArray(day, { maxLength: 7, selector: ({ day }) => day }), (spans) => {
      const back = spansOf(weekOf(spans));
      expect(weekFaults(weekOf(spans))).toEqual({});
      const byDay = (a: { day: number }, b: { day: number }) => a.day - b.day;
      expect(back.toSorted(byDay)).toEqual(spans.toSorted(byDay));
    }),
  );
});

it('says which day can not be', () => {
  const week: Week = [
    [{ from: '09:00', to: '09:00' }],
    [{ from: '', to: '18:00' }],
    [
      { from: '15:00', to: '19:00' },
      { from: '09:00', to: '15:30' },
    ],
    [
      { from: '15:00', to: '00:00' },
      { from: '09:00', to: '15:00' },
    ],
    [],
    [{ from: '22:00', to: '02:00' }],
    [],
  ];
  expect(Object.keys(weekFaults(week))).toEqual(['0', '1', '2', '5']);
});

it('copies a day’s hours to the days that were chosen', () => {
  const monday = [{ from: '10:00', to: '14:00' }];
  const week: Week = [monday, [], [], [], [], [{ from: '11:00', to: '12:00' }], []];
  const open = (copied: Week) => spansOf(copied).map(({ day, from }) => [day, from / 60]);
  expect(open(copyDay(week, 0, 'weekdays')).map(([day]) => day)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(open(copyDay(week, 5, 'weekend'))).toEqual([
    [1, 10],
    [6, 11],
    [0, 11],
  ]);
  expect(open(copyDay(week, 1, 'all'))).toEqual([]);
  expect(weekOf(USUAL)[6]).toEqual([]);
});
