import { expect, it } from 'vitest';
import type { OwnField } from '../../contract/entities/lead-field.ts';
import { readOwnValue } from '../../contract/rules/lead-fields.ts';
import { type ExportedLead, ownCell } from './read-leads.ts';

const cellOf = (type: OwnField['type'], value: string | number | boolean) =>
  ownCell({ key: 'own', type } as OwnField)({ fields: { own: value } } as unknown as ExportedLead);

it('FILE-17 writes an own field’s day as the file’s other days, and the import reads it back', () => {
  const written = cellOf('date', '2026-11-05');
  expect(written).toBe('05/11/2026');
  expect(readOwnValue({ type: 'date', options: [] }, String(written))).toBe('2026-11-05');
  // A text that looks like a day is a text.
  expect(cellOf('text', '2026-11-05')).toBe('2026-11-05');
  expect([cellOf('number', 4.5), cellOf('boolean', true)]).toEqual([4.5, 'Sí']);
});
