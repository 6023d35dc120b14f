/** What a message gives of an order, whether it asks for one, and where the talk about it goes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterLook, beginOrder, goOnOrder, type OrderStep, type OrderTalk } from './order-talk.ts';
import { asksForOrder } from './order-wish.ts';
import { readOrder } from './read-order.ts';

describe('the number as people write it', () => {
  it.each([
    ['mi pedido 48213', '48213'],
    ['pedido #48213', '48213'],
    ['orden 48.213', '48213'],
    ['pedio n° 48213', '48213'],
    ['Nº de orden: 1001', '1001'],
    ['#7', '7'],
    ['pedido v1001and-01', 'V1001AND-01'],
    ['mi pedido QWERTYUIO no llega', 'QWERTYUIO'],
    ['mi pedido 000001001', '000001001'],
  ])('%s', (text, number) => {
    expect(readOrder(text, 'no').number).toBe(number);
  });
  it.each([
    '48213',
    'gasté $48.213 en mi pedido',
    'mi pedido costó 48.213 pesos',
    'mi rut es 12.345.678-5',
    'quiero 2 pedidos',
    'compré hace 2025 días',
    'NECESITAR AYUDA',
  ])('none in: %s', (text) => {
    expect(readOrder(text, 'no').number).toBeNull();
  });
  it('TURN-22: is read alone only where it was asked for, and never a telephone, a RUT or part of an e-mail', () => {
    expect(readOrder('48213', 'asked').number).toBe('48213');
    expect(readOrder('es el 48.213', 'asked').number).toBe('48213');
    for (const text of ['+56 9 8765 4321', '987654321', '12.345.678-5', 'ana2024@correo.cl'])
      expect(readOrder(text, 'asked').number).toBeNull();
    expect(readOrder('48213 ana2024@correo.cl', 'asked')).toEqual({
      number: '48213',
      email: 'ana2024@correo.cl',
      wrong: null,
    });
    expect(readOrder('ana@correo', 'asked').wrong).toBe('Ese correo no está completo.');
  });
});

describe('who asks where an order is', () => {
  it.each([
    'mi pedido 48213',
    '¿dónde está mi pedido?',
    'donde esta mi pedio',
    'estado de mi orden',
    'cuando llega mi compra',
    'pedido #48213',
    'hola, quiero saber de mi pedido 48213 por favor',
  ])('%s', (text) => {
    expect(asksForOrder(text)).not.toBeNull();
  });
  it.each([
    'quiero hacer un pedido',
    '¿dónde hago un pedido?',
    'quiero anular mi pedido 48213',
    'cuánto demora el despacho',
    'mi pedido',
    'mi perro está perdido',
    'el pedido 48213 llegó roto, mojado y sin la polera azul',
    'hola',
    '48213',
  ])('not: %s', (text) => {
    expect(asksForOrder(text)).toBeNull();
  });
});

it('TURN-23: a number that is called an order’s asks for it, the number alone does not', () => {
  expect(asksForOrder('pedido 48213')?.number).toBe('48213');
  expect(asksForOrder('48213')).toBeNull();
});

const NOTHING = { number: null, email: null, wrong: null };

describe('the talk about an order', () => {
  it('remembers what was given, and looks when it is enough', () => {
    const first = beginOrder(undefined, { ...NOTHING, number: '1001' }, false);
    expect(first).toMatchObject({ do: 'ask', text: '¿Con qué correo compraste el pedido 1001?' });
    expect(goOnOrder(first.talk, { ...NOTHING, email: 'ana@correo.cl' }, false)).toMatchObject({
      do: 'look',
      wish: { number: '1001', email: 'ana@correo.cl' },
    });
    expect(beginOrder(undefined, NOTHING, true)).toMatchObject({ do: 'look', wish: { number: null } });
    expect(beginOrder(undefined, { ...NOTHING, number: '1001' }, true).do).toBe('look');
  });
  it('asks thrice and gives up; after a find it remembers the e-mail alone', () => {
    let step: OrderStep = beginOrder(undefined, NOTHING, false);
    step = goOnOrder(step.talk, NOTHING, false);
    expect(step).toMatchObject({ do: 'ask', text: expect.stringMatching(/^No encontré esos datos/) });
    step = goOnOrder(step.talk, NOTHING, false);
    expect(goOnOrder(step.talk, NOTHING, false)).toMatchObject({ do: 'give_up', talk: { waits: false } });
    expect(afterLook({ number: '1', email: 'a@b.cl', tries: 2, waits: true }, 'found')).toEqual({
      email: 'a@b.cl',
      tries: 0,
      waits: false,
    });
  });
  it('TURN-24: ends, whatever is written: so many messages of which none leads anywhere are followed by none that waits', () => {
    const given = fc.record({
      number: fc.option(fc.constantFrom('1001', '1002'), { nil: null }),
      email: fc.option(fc.constantFrom('a@b.cl', 'c@d.cl'), { nil: null }),
      wrong: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(given, { minLength: 12, maxLength: 30 }), fc.boolean(), (messages, known) => {
        let talk: OrderTalk | undefined;
        let step = beginOrder(talk, NOTHING, known);
        let waited = 0;
        for (const message of messages) {
          talk = step.do === 'look' ? afterLook(step.talk, 'failed') : step.talk;
          if (!talk.waits) return;
          waited += 1;
          expect(waited).toBeLessThanOrEqual(6);
          step = goOnOrder(talk, message, known);
        }
      }),
    );
  });
});
