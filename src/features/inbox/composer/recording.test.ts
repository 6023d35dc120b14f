import { expect, it } from 'vitest';
import { clockText, microphoneText, voiceName } from './recording.ts';

it('says why there is no recording', () => {
  const text = (name: string) => microphoneText(new DOMException('', name));
  expect(text('NotAllowedError')).toMatch(/permiso/);
  expect(text('NotFoundError')).toMatch(/No encontramos un micrófono/);
  expect(text('NotReadableError')).toMatch(/Otra aplicación/);
  expect(microphoneText(new TypeError())).toBe('Este navegador no permite grabar audio.');
});

it('names a voice note by its time and kind, and tells its length', () => {
  const at = new Date(2026, 10, 21, 9, 5);
  expect(voiceName('audio/ogg', at)).toBe('nota de voz 21-11-2026 09.05.ogg');
  expect(voiceName('audio/mp4', at)).toBe('nota de voz 21-11-2026 09.05.m4a');
  expect([0, 59_999, 65_000].map(clockText)).toEqual(['0:00', '0:59', '1:05']);
});
