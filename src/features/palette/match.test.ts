import { expect, it } from 'vitest';
import { found } from './match.ts';

it('finds words in any order, without accents or capitals', () => {
  expect(found('Cuenta › Facturación', 'factu')).toBe(true);
  expect(found('Charla Center › Menú Inicial', 'inicial MENU')).toBe(true);
  expect(found('Agentes', 'agentes nuevos')).toBe(false);
  expect(found('Agentes', '')).toBe(true);
});
