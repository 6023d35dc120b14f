import { expect, it } from 'vitest';
import { unsentText } from './unsent-text.ts';

it('says what a sign-out would lose', () => {
  expect(unsentText({ outbox: 1, drafts: 0 })).toBe('1 mensaje o cambio sin enviar');
  expect(unsentText({ outbox: 2, drafts: 1 })).toBe('2 mensajes o cambios sin enviar y 1 borrador');
});
