import { expect, it } from 'vitest';
import { NO_SLOT, slotDraftOf, slotFaults, slotToSend } from './slot-draft.ts';

it('sends what is asked for, and nothing where nothing is', () => {
  expect(slotToSend(NO_SLOT)).toBeNull();
  const slot = { kind: 'rut', name: 'rut', question: '¿Cuál es tu RUT?' } as const;
  expect(slotToSend(slotDraftOf(slot))).toEqual(slot);
  expect(slotDraftOf(null)).toBe(NO_SLOT);
});

it('tells what must be mended of a name that texts can’t call, and of no question', () => {
  expect(slotFaults(NO_SLOT)).toEqual({});
  expect(Object.keys(slotFaults({ kind: 'size', name: 'mi talla', question: ' ' }))).toEqual([
    'slotName',
    'slotQuestion',
  ]);
});
