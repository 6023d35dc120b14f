import { describe, expect, it } from 'vitest';
import { templateModel } from '../catalogue/catalogue.ts';
import { cafeModel } from '../demo/cafe.ts';
import { evaluate, evaluateOutOfScope } from '../evaluation/evaluate.ts';
import {
  cafeHeldOut,
  ecommerceHeldOut,
  ecommerceTuning,
  foreignHeldOut,
  genericaHeldOut,
  nearHeldOut,
  nearTuning,
  outOfScopeHeldOut,
  outOfScopeTuning,
} from '../evaluation/phrases.ts';
import { fold, MAX_READ_TEXT } from '../words/text.ts';
import { trainIntents } from './classifier.ts';
import { generalCounterexamples } from './counterexamples.ts';

const shop = templateModel('ecommerce', 'Tienda Andes');
const cafe = cafeModel('Café Lastarria');
const office = templateModel('generica', 'Oficina');
const ofShop = trainIntents(shop);
const ofCafe = trainIntents(cafe);
const ofOffice = trainIntents(office);
const foreign = [...outOfScopeHeldOut, ...foreignHeldOut, ...nearHeldOut];

function best(text: string): string | undefined {
  return ofShop.classify(text)[0]?.intent;
}

describe('phrases nobody trained on', () => {
  it('has sets that are large, known and not repeated in training or in each other', () => {
    const sets = [
      { model: shop, phrases: ecommerceHeldOut },
      { model: shop, phrases: ecommerceTuning },
      { model: cafe, phrases: cafeHeldOut },
      { model: office, phrases: genericaHeldOut },
    ];
    for (const { model, phrases } of sets) {
      const trained = new Set(
        [...generalCounterexamples, ...model.intents.flatMap((intent) => intent.examples)].map(plain),
      );
      const repeated = Object.values(phrases)
        .flat()
        .filter((text) => trained.has(plain(text)));
      expect(repeated).toEqual([]);
      const names = new Set(model.intents.map((intent) => intent.name));
      expect(Object.keys(phrases).filter((name) => !names.has(name))).toEqual([]);
    }
    const counter = new Set(generalCounterexamples.map(plain));
    const tunedForeign = [...outOfScopeTuning, ...nearTuning].map(plain);
    expect([...foreign.map(plain), ...tunedForeign].filter((text) => counter.has(text))).toEqual([]);
    expect(foreign.filter((text) => tunedForeign.includes(plain(text)))).toEqual([]);
    const tuned = new Set(Object.values(ecommerceTuning).flat().map(plain));
    expect(
      Object.values(ecommerceHeldOut)
        .flat()
        .filter((text) => tuned.has(plain(text))),
    ).toEqual([]);
    expect(Object.values(ecommerceHeldOut).flat().length).toBeGreaterThanOrEqual(170);
    const own = [ecommerceHeldOut, genericaHeldOut, cafeHeldOut].flatMap((phrases) =>
      Object.values(phrases).flat(),
    );
    expect(own.length).toBeGreaterThanOrEqual(300);
    expect(new Set(foreign).size / (own.length + foreign.length)).toBeGreaterThan(1 / 3);
  });

  it('keeps its floor on the shop', () => {
    const result = evaluate(ofShop, ecommerceHeldOut);
    expect(result.accuracy, result.faults.join('\n')).toBeGreaterThanOrEqual(0.94);
    expect(result.answeredRight).toBeGreaterThanOrEqual(0.94);
    expect(result.answeredWrong).toBeLessThanOrEqual(0.015);
    expect(evaluateOutOfScope(ofShop, foreign).answered).toBeLessThanOrEqual(0.07);
  });

  it('keeps its floor on an office', () => {
    const result = evaluate(ofOffice, genericaHeldOut);
    expect(result.answeredRight, result.faults.join('\n')).toBeGreaterThanOrEqual(0.93);
    expect(result.answeredWrong).toBeLessThanOrEqual(0.015);
    expect(evaluateOutOfScope(ofOffice, foreign).answered).toBeLessThanOrEqual(0.07);
  });

  it('keeps its floor on a bot that nothing was tuned for', () => {
    const result = evaluate(ofCafe, cafeHeldOut);
    expect(result.accuracy, result.faults.join('\n')).toBeGreaterThanOrEqual(0.89);
    expect(result.answeredRight).toBeGreaterThanOrEqual(0.85);
    expect(result.answeredWrong).toBeLessThanOrEqual(0.03);
    expect(evaluateOutOfScope(ofCafe, foreign).answered).toBeLessThanOrEqual(0.07);
  });
});

describe('one phrase', () => {
  it.each([
    ['¿Cuánto demora la devolución?', 'cuanto demora la devolucion'],
    ['¿Emiten factura electrónica?', 'EMITEN FACTURA ELECTRONICA'],
    ['Envío a región', 'envio a region'],
  ])('reads %s without accents alike', (accented, bare) => {
    expect(ofShop.classify(bare)).toEqual(ofShop.classify(accented));
  });

  it.each([
    ['kiero aser una debolucion', 'devolucion'],
    ['donde descargo mi voleta', 'boleta'],
    ['guia de taya', 'tallas'],
    ['seguimineto de mi pedido', 'seguimiento_pedido'],
    ['holaaaaa', 'saludo'],
    ['cachai cuantas lucas sale el despacho?', 'costo_envio'],
    ['lo necesito altiro', 'despacho_express'],
    ['tienen pega po', 'trabajo'],
  ])('forgives slips and understands Chilean: %s', (text, intent) => {
    expect(best(text)).toBe(intent);
    expect(ofShop.classify(text)[0]?.score).toBeGreaterThanOrEqual(0.4);
  });

  it.each([
    ['dnd ta mi pedido, no me a llegado na', 'donde esta mi pedido, no me a llegado nada'],
    ['cto sale el envio xq es pa regalo', 'cuanto sale el envio porque es para regalo'],
    ['tngo q devolver una polera, tb la boleta', 'tengo que devolver una polera, tambien la boleta'],
  ])('hears shorthand as what it stands for: %s', (short, whole) => {
    expect(ofShop.classify(short)).toEqual(ofShop.classify(whole));
  });

  it.each([
    ['hola buenas tardes quisiera saber cuanto cuesta el envio', 'costo_envio'],
    ['Estimados, junto con saludar quisiera consultar si hacen facturas a empresas, quedo atento', 'factura'],
    ['hola, mi pedido no llega, que pasó? gracias', 'pedido_atrasado'],
    ['hola, buenas tardes', 'saludo'],
  ])('hears the question inside the courtesies: %s', (text, intent) => {
    expect(best(text)).toBe(intent);
    expect(ofShop.classify(text)[0]?.score).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    ['¿cómo pago?', 'medios_pago'],
    ['ya pagué y no sé si quedó hecha la compra', 'confirmacion_compra'],
    ['no me ha llegado el pedido', 'pedido_atrasado'],
    ['me llegó el pedido roto', 'producto_danado'],
    ['no quiero la plata, quiero otra talla', 'cambio_producto'],
  ])('keeps negation and direction: %s', (text, intent) => {
    expect(best(text)).toBe(intent);
  });

  it('is not sure of a sentence that is mostly foreign, however well one word of it is known', () => {
    const known = ofCafe.classify('llevan a domicilio')[0];
    expect(known).toMatchObject({ intent: 'delivery' });
    expect(known?.score).toBeGreaterThan(0.9);
    const foreignToIt = ofCafe.classify('afinan pianos a domicilio')[0];
    expect(foreignToIt?.score).toBeLessThan(0.7);
  });

  it('TURN-14 says nothing to what has no known word, and does not throw', () => {
    for (const text of ['', '   ', '😀👍', '\u202e\u200f', '…!?', '\ud800']) {
      expect(ofShop.classify(text)[0]?.score ?? 0, JSON.stringify(text)).toBeLessThan(0.4);
    }
  });

  it('is not misled by direction marks and joiners inside words', () => {
    expect(ofShop.classify('\u202eho\u200dra\u200frio de aten\u00adción')).toEqual(
      ofShop.classify('horario de atención'),
    );
  });

  it('TURN-13 reads a bounded part of a very long text: what comes after it weighs nothing', () => {
    const start = 'xyzw '.repeat(MAX_READ_TEXT);
    const nothing = ofShop.classify(start.slice(0, MAX_READ_TEXT));
    expect(ofShop.classify(`${start} quiero devolver un producto`)).toEqual(nothing);
    expect(ofShop.classify('xyzw quiero devolver un producto')).not.toEqual(nothing);
  });
});

describe('training', () => {
  it('TURN-14 gives the same scores each time', () => {
    expect(trainIntents(shop).classify('quiero devolver')).toEqual(ofShop.classify('quiero devolver'));
  });

  it('leaves out intents whose node is off, and stands an empty bot', () => {
    const off = {
      ...cafe,
      nodes: cafe.nodes.map((node) => (node.id === 'wifi' ? { ...node, status: false } : node)),
    };
    expect(
      trainIntents(off)
        .classify('tienen wifi')
        .some((guess) => guess.intent === 'wifi'),
    ).toBe(false);
    expect(trainIntents({ nodes: [], intents: [] }).classify('hola')).toEqual([]);
  });

  it('hears an owner’s own intent of two examples beside a template’s of a hundred', () => {
    const [node] = office.nodes;
    if (!node) throw new Error('No nodes');
    const withOwn = trainIntents({
      intents: [...office.intents, { name: 'saldo', examples: ['¿Cuál es mi saldo?', 'Ver saldo'] }],
      nodes: [...office.nodes, { ...node, id: 'saldo', name: 'saldo', intent: 'saldo' }],
    });
    for (const text of ['ver saldo de mi cuenta rut', 'quiero saber mi saldo', 'saldo porfa']) {
      const [top] = withOwn.classify(text);
      expect(top?.intent, text).toBe('saldo');
      expect(top?.score, text).toBeGreaterThanOrEqual(0.7);
    }
    expect(withOwn.classify('quiero pedir hora para mañana')[0]?.intent).toBe('agendar_hora');
  });

  it('takes an owner’s counterexamples', () => {
    const text = 'cuanto cuesta un pasaje a madrid';
    const before = ofShop.classify(text)[0]?.score ?? 0;
    const counterexamples = ['cuanto cuesta un pasaje', 'pasaje a europa', 'valor de un pasaje en bus'];
    const after = trainIntents({ ...shop, counterexamples }).classify(text)[0]?.score ?? 0;
    expect(after).toBeLessThan(before);
    expect(after).toBeLessThan(0.4);
  });
});

function plain(text: string): string {
  return (
    fold(text)
      .match(/[a-z0-9ñ]+/g)
      ?.join(' ') ?? ''
  );
}
