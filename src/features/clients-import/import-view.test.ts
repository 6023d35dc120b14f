import { expect, it } from 'vitest';
import { differs, guessType, isUnderWay, mayUndo, stateText } from './import-view.ts';

const report = { created: 2, updated: 0, unchanged: 1, duplicate: 0, refused: 3 };
const file = { state: 'done', progress: 100, created_at: '2026-11-01T12:00:00.000Z', report } as const;
const now = Date.parse('2026-11-20T12:00:00.000Z');

it('is undone for 30 days, where it wrote something, and not twice at once', () => {
  expect(mayUndo(file, now)).toBe(true);
  expect(mayUndo({ ...file, state: 'cancelled' }, now)).toBe(true);
  expect(mayUndo(file, now + 12 * 86_400_000)).toBe(false);
  expect(mayUndo({ ...file, report: { ...report, created: 0 } }, now)).toBe(false);
  expect(mayUndo({ ...file, progress: 40 }, now)).toBe(false);
  for (const state of ['mapped', 'checking', 'checked', 'running', 'undone'] as const)
    expect(mayUndo({ ...file, state }, now)).toBe(false);
});

it('says that it is being undone, although it had ended', () => {
  expect(stateText({ state: 'done', progress: 40 })).toBe('Deshaciendo… 40 %');
  expect(isUnderWay({ state: 'done', progress: 40 })).toBe(true);
  expect(isUnderWay({ state: 'done', progress: 100 })).toBe(false);
});

it('tells when a run did something else than its check', () => {
  expect(differs(report, report)).toBe(false);
  expect(differs(report, null)).toBe(false);
  expect(differs(report, { ...report, created: 3 })).toBe(true);
});

it.each([
  [['31/12/2026', '', '2026-01-02'], 'date'],
  [['1.234', '56'], 'number'],
  [['007', '56'], 'text'],
  [['Sí', 'no'], 'boolean'],
  [['', ' '], 'text'],
  [['Básico', '3'], 'text'],
] as const)('guesses the type of a column with %j', (values, type) => {
  expect(guessType(values)).toBe(type);
});
