import { describe, expect, it } from 'vitest';
import { dayOnScreen, lastDays, rangeFault, typedDay, usualRanges } from './range.ts';

const today = '2026-11-21';

describe('a choice of days', () => {
  it('must be whole, in order, begun and not too long', () => {
    const rules = { today, mostDays: 92 };
    const fault = (from: string, to: string) => rangeFault({ from, to }, rules);
    expect(fault('2026-11-15', today)).toBeNull();
    expect(fault('2026-08-22', today)).toBeNull();
    expect(fault('2026-08-21', today)).toBe('Elige como máximo 92 días.');
    expect(fault('2026-11-22', '2026-11-21')).toBe('Elige días que ya pasaron.');
    expect(fault('2026-11-20', '2026-11-19')).toContain('anterior');
    expect(fault('', today)).toBe('Elige las dos fechas.');
    expect(fault('2026-02-30', today)).toBe('Elige fechas que existan.');
  });
  it('may stay open where that means something', () => {
    const rules = { today, optional: true };
    expect(rangeFault({ from: '', to: '' }, rules)).toBeNull();
    expect(rangeFault({ from: '2026-11-01', to: '' }, rules)).toBeNull();
    expect(rangeFault({ from: '2026-11-02', to: '2026-11-01' }, rules)).toContain('anterior');
  });
  it('offers the usual stretches', () => {
    expect(lastDays(7, today)).toEqual({ from: '2026-11-15', to: today });
    const usual = Object.fromEntries(usualRanges('2026-03-01').map(({ label, range }) => [label, range]));
    expect(usual['Este mes']).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(usual['Mes anterior']).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(usual['Ayer']).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  });
  it('reads days as Chile types them', () => {
    expect(
      ['21/11/2026', '21-11-26', '21.11.2026', '21112026', '2026-11-21', '21/11'].map((text) =>
        typedDay(text, today),
      ),
    ).toEqual(Array(6).fill('2026-11-21'));
    expect(typedDay('3/4/2026', today)).toBe('2026-04-03');
    expect(['', '2', '21/', '31/02/2026', '11/21/2026', 'ayer'].map((text) => typedDay(text, today))).toEqual(
      Array(6).fill(null),
    );
    expect(dayOnScreen('2026-11-21')).toBe('21/11/2026');
  });
});
