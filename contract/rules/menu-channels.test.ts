import { expect, it } from 'vitest';
import { cutLabel, menuFit } from './menu-channels.ts';

const labels = (count: number) => Array.from({ length: count }, (_, at) => `Opción ${at + 1}`);

it('sends up to three as buttons by WhatsApp, more as a list, and says how many are too many', () => {
  expect(menuFit('whatsapp', labels(3))).toMatchObject({ form: 'buttons', over: 0, fits: true });
  expect(menuFit('whatsapp', labels(4))).toMatchObject({ form: 'list', over: 0, fits: true });
  expect(menuFit('whatsapp', labels(12))).toMatchObject({ form: 'list', over: 2, fits: false });
});

it('names the labels that are cut, by signs and not by code units', () => {
  const twenty = 'Despacho y retiros ✅';
  expect([...twenty]).toHaveLength(20);
  expect(menuFit('instagram', [twenty]).long).toEqual([]);
  expect(menuFit('instagram', [`${twenty}s`]).long).toEqual([`${twenty}s`]);
  expect([...cutLabel(`${twenty}s`, 20)]).toHaveLength(20);
  expect(menuFit('web', [`${twenty}s`]).fits).toBe(true);
});

it('names labels that stand twice where titles must differ', () => {
  expect(menuFit('whatsapp', ['Pagos', 'Pagos', 'Envíos']).doubled).toEqual(['Pagos']);
  expect(menuFit('messenger', ['Pagos', 'Pagos']).doubled).toEqual([]);
});
