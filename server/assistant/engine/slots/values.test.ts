import { expect, it } from 'vitest';
import type { SlotKind } from '../../../../contract/entities/bot-slot.ts';
import byRegion from './comunas.json' with { type: 'json' };
import { hasNone, readValue } from './values.ts';

/** A Monday. */
const TODAY = '2026-11-23';
const read = (kind: SlotKind, text: string, asked: boolean) => readValue(kind, text, { today: TODAY, asked });
const asked = (kind: SlotKind, text: string) => read(kind, text, true);
const within = (kind: SlotKind, text: string) => read(kind, text, false);

it.each<[SlotKind, string, string]>([
  ['order', 'es el 60658, ya lo puse', '60658'],
  ['order', '60658', '60658'],
  ['order', '#AND-60658', 'AND-60658'],
  ['order', 'el 987', '987'],
  ['rut', '12.345.678-5', '12.345.678-5'],
  ['rut', 'es 123456785', '12.345.678-5'],
  ['rut', 'mi rut es 12 345 678 5', '12.345.678-5'],
  ['rut', 'mi rut es el 12345678-5 gracias', '12.345.678-5'],
  ['comuna', 'ñuñoa', 'Ñuñoa'],
  ['comuna', 'vivo en nunoa', 'Ñuñoa'],
  ['comuna', 'viña', 'Viña del Mar'],
  ['comuna', 'San José de Maipo', 'San José de Maipo'],
  ['comuna', 'quilpe', 'Quilpué'],
  ['comuna', 'temulco', 'Temuco'],
  ['comuna', 'retiro', 'Retiro'],
  ['date', 'hoy', '23-11-2026'],
  ['date', 'mañana en la mañana', '24-11-2026'],
  ['date', 'pasado mañana', '25-11-2026'],
  ['date', 'el viernes', '27-11-2026'],
  ['date', 'el savado', '28-11-2026'],
  ['date', 'el lunes que viene', '30-11-2026'],
  ['date', 'el viernes pasado', '20-11-2026'],
  ['date', '18 de septiembre', '18-09-2027'],
  ['date', '10 de noviembre', '10-11-2026'],
  ['date', 'el 5 de ene', '05-01-2027'],
  ['date', '18/9', '18-09-2027'],
  ['date', '3-12-26', '03-12-2026'],
  ['date', 'el 18', '18-12-2026'],
  ['date', 'en 3 días', '26-11-2026'],
  ['date', 'dentro de dos semanas', '07-12-2026'],
  ['date', '29 de febrero', '29-02-2028'],
  ['size', 'una mediana', 'M'],
  ['size', 'xl', 'XL'],
  ['size', 'extra grande', 'XL'],
  ['size', 'calzo 38.5', '38,5'],
  ['email', 'Rosa.Perez@Correo.cl.', 'rosa.perez@correo.cl'],
  ['phone', 'al 9 1234 5678', '+56 9 1234 5678'],
  ['number', 'son 1.200 cajas', '1200'],
  ['number', 'unas tres', '3'],
  ['text', '  para un regalo ', 'para un regalo'],
])('takes %s from «%s»', (kind, text, value) => expect(asked(kind, text)).toEqual({ value }));

it.each<[SlotKind, string]>([
  ['rut', '12.345.678-9'],
  ['rut', '12345'],
  ['comuna', 'springfield'],
  ['date', '31 de febrero'],
  ['date', '45/13'],
  ['size', 'la 99'],
  ['email', 'rosa@correo'],
  ['phone', '1234 5678'],
  ['order', '12'],
])('says what is wrong with the %s «%s»', (kind, text) =>
  expect(asked(kind, text)).toEqual({ wrong: expect.stringMatching(/\.$/) }),
);

it.each<[SlotKind, string, string | null]>([
  ['order', 'donde esta mi pedido 60658', '60658'],
  ['order', 'pagué $60.658 por 2 poleras', null],
  ['order', 'gasté 60000 pesos', null],
  ['order', 'llámame al 9 1234 5678', null],
  ['order', 'abren hasta las 20:30?', null],
  ['comuna', 'cuánto sale el envío a Temuco', 'Temuco'],
  ['comuna', 'llegan antes de navidad', null],
  ['comuna', 'tienen retiro en tienda', null],
  ['comuna', 'soy de victoria', null],
  ['size', 'tienen la talla M', 'M'],
  ['size', 'me compré 2 poleras', null],
  ['date', 'puede ser el 28/11?', '28-11-2026'],
  ['date', 'atienden en la mañana', null],
  ['date', 'cuesta 1.5 lucas', null],
  ['text', 'lo que sea', null],
])('finds a %s within «%s» only where it is one', (kind, text, value) =>
  expect(within(kind, text)).toEqual(value === null ? null : { value }),
);

it('hears that there is none', () => {
  for (const text of ['no lo tengo', 'no me acuerdo', 'ni idea', 'no tengo el número', 'lo perdí', 'no sé'])
    expect(hasNone(text), text).toBe(true);
  for (const text of ['es el 60658', 'no me llegó', 'sí lo tengo']) expect(hasNone(text), text).toBe(false);
});

it('reads hostile texts in no time', () => {
  const hostile = ['1.'.repeat(500), '@'.repeat(1000), '9 '.repeat(500), 'a'.repeat(1000), '-'.repeat(1000)];
  const begin = performance.now();
  for (const kind of ['order', 'rut', 'comuna', 'date', 'size', 'email', 'phone', 'number'] as const)
    for (const text of hostile) read(kind, text, true);
  expect(performance.now() - begin).toBeLessThan(1000);
});

it('knows the 346 comunas of Chile, each by its own name', () => {
  const all = Object.values(byRegion).flat();
  expect(new Set(all).size).toBe(346);
  for (const comuna of all) expect(asked('comuna', comuna), comuna).toEqual({ value: comuna });
});
