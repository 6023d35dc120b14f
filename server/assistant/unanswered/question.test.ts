import { expect, it } from 'vitest';
import { questionOf } from './question.ts';

it('is the same question whatever its case, accents and signs', () => {
  const key = questionOf('¿Hacen envíos a Isla de Pascua?')?.key;
  expect(questionOf('hacen  ENVIOS a isla de pascua')?.key).toBe(key);
  expect(questionOf('¿Hacen envíos a Chiloé?')?.key).not.toBe(key);
});

it.each([
  ['mi correo es paz.soto@correo.cl ok', 'mi correo es [correo] ok'],
  ['llámame al +56 9 8765 4321 porfa', 'llámame al [número] porfa'],
  ['mi rut es 12.345.678-K y quiero', 'mi rut es [número] y quiero'],
  ['mi rut es 12345678-5', 'mi rut es [número]'],
  ['el pedido 99887766 no llega', 'el pedido [número] no llega'],
  ['mira https://sitio.cl/u?token=abc', 'mira [enlace]'],
  ['quiero 12 poleras talla 40', 'quiero 12 poleras talla 40'],
])('keeps of «%s» nothing that names a person', (said, text) => {
  expect(questionOf(said)?.text).toBe(text);
});

it('is none without words', () => {
  expect(questionOf('9')).toBeNull();
  expect(questionOf('???? 🙃')).toBeNull();
  expect(questionOf('912345678')).toBeNull();
});
