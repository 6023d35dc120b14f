import { expect, it } from 'vitest';
import { wayText } from './way-text.ts';

it.each([
  [{ connection: 'Ventas', state: 'ok', held: false }, null],
  [{ connection: 'Ventas', state: 'degraded', held: false }, null],
  [{ connection: 'Ventas' }, null],
  [{ connection: 'Ventas', state: 'paused', held: false }, /«Ventas» está en pausa.*se reanude/],
  [{ connection: 'Ventas', state: 'needs_reconnect', held: false }, /perdió su conexión.*se reconecte/],
  [{ connection: 'Ventas', state: 'ok', held: true }, /cuando un propietario los reanude/],
  [null, /no llega al cliente/],
] as const)('TK-1 an agent sees why nothing leaves: %o', (way, text) => {
  if (text === null) expect(wayText(way)).toBeNull();
  else expect(wayText(way)).toMatch(text);
});
