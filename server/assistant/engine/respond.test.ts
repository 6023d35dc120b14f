import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { templateModel } from '../catalogue/catalogue.ts';
import { BotContext, BotModel, emptyContext, modelFaults } from './bot-model.ts';
import { type Classifier, trainIntents } from './classifier.ts';
import { compileModel } from './compile-model.ts';
import { type BotInput, respond } from './respond.ts';

const shop = templateModel('ecommerce', 'Tienda Andes');
const classifier = trainIntents(shop);

/** A conversation: sends one input after another and answers the last reply. */
function talk(inputs: BotInput[], model: BotModel = shop, ear: Classifier = classifier, random = () => 0) {
  const compiled = compileModel(model);
  const fixed = { compiled, classifier: ear, knowledge: null, random, now: new Date(0), channel: 'web' };
  let context = emptyContext;
  let reply = respond({ ...fixed, context, input: { start: true } });
  for (const input of inputs) {
    context = reply.context;
    reply = respond({ ...fixed, context, input });
  }
  // What is stored between turns must survive JSON.
  expect(z.parse(BotContext, JSON.parse(JSON.stringify(reply.context)))).toEqual(reply.context);
  expect(reply.messages.length).toBeGreaterThan(0);
  return reply;
}

/** An ear that hears what a test says. */
function hears(...guesses: [string, number][]): Classifier {
  return { classify: () => guesses.map(([intent, score]) => ({ intent, score })) };
}

describe('templates', () => {
  it.each([
    ['ecommerce', shop, 40, 9],
    ['generica', templateModel('generica', 'Oficina Central'), 40, 8],
  ] as const)('%s is sound, wide and ends with a person', (_name, model, intents, examples) => {
    expect(z.parse(BotModel, JSON.parse(JSON.stringify(model)))).toEqual(model);
    expect(modelFaults(model)).toEqual([]);
    expect(model.intents.length).toBeGreaterThanOrEqual(intents);
    expect(Math.min(...model.intents.map((intent) => intent.examples.length))).toBeGreaterThanOrEqual(
      examples,
    );
    expect(model.welcome.buttons.at(-1)?.label).toBe('Hablar con una persona');
    for (const intent of model.intents) {
      expect(new Set(intent.examples).size, intent.name).toBe(intent.examples.length);
    }
  });

  it('names its faults', () => {
    const node = { id: 'a', name: 'a', title: 'A', answers: ['a'], status: true, intent: 'lost' };
    const broken: BotModel = {
      ...shop,
      nodes: [{ ...node, buttons: [{ id: 'x', label: 'X', node: 'gone' }] }],
      intents: [],
      welcome: { answers: ['hola'], buttons: [] },
      fallback: { answers: ['no'], buttons: [] },
    };
    expect(modelFaults(broken)).toEqual([
      'node a names unknown intent lost',
      'button x of a leads to unknown node gone',
      "hand-off node hablar_persona doesn't exist or hands nothing off",
    ]);
  });
});

describe('menus', () => {
  it('TURN-1 welcomes with the main menu', () => {
    const reply = talk([]);
    expect(reply.messages[0]?.text).toContain('Tienda Andes');
    expect(reply.messages[0]?.buttons).toHaveLength(7);
    expect(reply.trace.via).toBe('start');
  });

  it('follows a button into a sub-menu and on', () => {
    const sub = talk([{ button: 'welcome>menu_despacho' }]);
    expect(sub.messages[0]?.buttons?.map((button) => button.label)).toContain('Costo del envío');
    const leaf = talk([{ button: 'welcome>menu_despacho' }, { button: 'menu_despacho>costo_envio' }]);
    expect(leaf.messages[0]?.text).toContain('$3.990');
    expect(leaf.trace).toEqual({ via: 'button', node: 'costo_envio' });
  });

  it('TURN-1 still follows a button of an older message', () => {
    const reply = talk([{ button: 'welcome>menu_despacho' }, { button: 'welcome>menu_pagos' }]);
    expect(reply.trace.node).toBe('menu_pagos');
  });

  it('TURN-2 takes a button that no longer exists as its text, else as not understood', () => {
    expect(talk([{ button: 'gone', text: 'Despacho y retiro' }]).trace.node).toBe('menu_despacho');
    expect(talk([{ button: 'gone' }]).trace.via).toBe('fallback');
    expect(talk([{ button: 'choice>__proto__' }]).trace.via).toBe('fallback');
  });

  it.each([
    ['Despacho y retiro', 'label'],
    ['despácho y RETIRO!!', 'label'],
    ['despaho y retiro', 'typo'],
    ['retiro', 'words'],
    ['2', 'number'],
    ['2.', 'number'],
    ['2️⃣', 'number'],
    ['la opción 2 por favor', 'number'],
    ['la segunda', 'number'],
    ['dos', 'number'],
  ])('understands "%s" as the second option', (text, matched) => {
    expect(talk([{ text }]).trace).toEqual({ via: 'menu', node: 'menu_despacho', matched });
  });

  it.each(['8', '0', '42', 'opcion 99'])('does not guess at the number %s', (text) => {
    expect(talk([{ text }]).trace.via).toBe('fallback');
  });

  it('TURN-3 hides options whose node is off, everywhere', () => {
    const off: BotModel = {
      ...shop,
      nodes: shop.nodes.map((node) => (node.id === 'menu_pagos' ? { ...node, status: false } : node)),
    };
    expect(talk([], off).messages[0]?.buttons?.map((button) => button.node)).not.toContain('menu_pagos');
    expect(talk([{ button: 'welcome>menu_pagos' }], off).trace.via).toBe('fallback');
  });
});

describe('free text', () => {
  it('TURN-8 answers what it is sure of', () => {
    const reply = talk([{ text: 'cuantas lucas sale el envio a maipu' }]);
    expect(reply.trace.via).toBe('intent');
    expect(reply.messages[0]?.text).toContain('$3.990');
  });

  it('TURN-15 answers both of two questions, and one question once', () => {
    const reply = talk([{ text: '¿dónde está mi pedido? y además necesito la factura' }]);
    expect(reply.trace.path).toEqual(['seguimiento_pedido', 'factura']);
    expect(reply.messages).toHaveLength(2);
    const told = talk([
      {
        text: 'hola, compre unas zapatillas y no m a llegao na, ademas cto sale el flete a temuco?',
      },
    ]);
    expect(told.trace.path).toEqual(['pedido_atrasado', 'costo_envio']);
    for (const text of ['quiero cambiar una polera que compré el lunes en la tienda', 'hacen envios? chao'])
      expect(talk([{ text }]).trace.also, text).toBeUndefined();
  });

  it('TURN-8 offers choices when it is not, and one of them leads on', () => {
    const unsure = hears(['cambio_producto', 0.6], ['devolucion', 0.3], ['garantia', 0.05]);
    const reply = talk([{ text: 'esto no sirve' }], shop, unsure);
    expect(reply.trace.via).toBe('choice');
    expect(reply.messages[0]?.buttons?.map((button) => button.label)).toEqual([
      'Cambiar un producto',
      'Devolver un producto',
    ]);
    expect(talk([{ text: 'esto no sirve' }, { text: '2' }], shop, unsure).trace.node).toBe('devolucion');
    expect(talk([{ text: 'esto no sirve' }, { button: 'choice>devolucion' }], shop, unsure).trace.node).toBe(
      'devolucion',
    );
  });

  it('TURN-9 counts choices that did not help, and what is not understood after them: a person is offered', () => {
    const unsure = hears(['cambio_producto', 0.6], ['devolucion', 0.3]);
    const second = talk([{ text: 'esto' }, { text: 'aquello' }], shop, unsure);
    expect(second.trace.via).toBe('offer');
    expect(second.messages[0]?.buttons?.[0]?.label).toBe('Hablar con una persona');
    const patient = { ...shop, handoff: { ...shop.handoff, offerAfterFallbacks: 3 } };
    expect(talk([{ text: 'esto' }, { text: 'aquello' }], patient, unsure).trace.via).toBe('fallback');
  });

  it('picks among the alternatives of an answer by the number passed in', () => {
    const greeting = (n: number) => talk([{ text: 'hola' }], shop, classifier, () => n).messages[0]?.text;
    expect(greeting(0)).not.toBe(greeting(0.99));
  });
});

describe('fallback and the person', () => {
  const lost: BotInput = { text: 'mi perro se comio un zapato de la vecina' };

  it('TURN-9 falls back first, offers a person at the second miss, keeps offering', () => {
    const first = talk([lost]);
    expect(first.trace.via).toBe('fallback');
    expect(first.context.fallbacks).toBe(1);
    const second = talk([lost, lost]);
    expect(second.trace.via).toBe('offer');
    expect(second.messages[0]?.buttons?.[0]?.label).toBe('Hablar con una persona');
    expect(second.handoff).toBeUndefined();
    expect(talk([lost, lost, lost]).trace.via).toBe('offer');
  });

  it('TURN-9 starts counting again after it understood something', () => {
    expect(talk([lost, { text: 'aceptan debito?' }, lost]).trace.via).toBe('fallback');
  });

  it('TURN-9 does not offer a person whom the owner switched off', () => {
    const alone: BotModel = {
      ...shop,
      nodes: shop.nodes.map((node) => (node.handoff ? { ...node, status: false } : node)),
    };
    const reply = talk([lost, lost, lost], alone, trainIntents(alone));
    expect(reply.trace.via).toBe('fallback');
    expect(reply.messages[0]?.buttons?.some((button) => button.node === 'hablar_persona')).toBe(false);
  });

  it.each<BotInput>([
    { button: 'welcome>hablar_persona' },
    { text: 'Hablar con una persona' },
    { text: 'pasame con un humano porfa' },
    { text: 'necesito un ejecutibo' },
    { text: '7' },
  ])('hands off at once when asked: %o', (input) => {
    const reply = talk([input]);
    expect(reply.handoff).toEqual({ area: null });
    expect(reply.messages[0]?.text).toContain('Te paso con una persona');
  });

  it('TURN-11 hears a wish for a person that would be among the choices, wherever nothing is sure', () => {
    const wish = (person: number, other: number) =>
      talk([{ text: 'mi caso es otro' }], shop, hears(['costo_envio', other], ['hablar_persona', person]));
    expect(wish(0.46, 0.6).handoff).toEqual({ area: null });
    expect(wish(0.44, 0.6).trace.via).toBe('choice');
    expect(wish(0.46, 0.9).trace.node).toBe('costo_envio');
  });

  it('TURN-11 hands off from the offer, to the area the node names', () => {
    const sales: BotModel = {
      ...shop,
      nodes: shop.nodes.map((node) => (node.handoff ? { ...node, area: 'Ventas' } : node)),
    };
    expect(talk([lost, lost, { text: '1' }], sales).handoff).toEqual({ area: 'Ventas' });
    expect(talk([lost, lost, { button: 'offer>hablar_persona' }], sales).handoff).toEqual({ area: 'Ventas' });
  });
});

describe('hostile input', () => {
  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['emoji', '🎉🎉🎉'],
    ['direction marks', '\u202e\u200f\u2067'],
    ['a lone surrogate', '\ud83d'],
    ['names of Object', '__proto__ constructor toString'],
    ['a pattern', '(a+)+$ .* [\\'],
  ])('answers %s with the fallback', (_name, text) => {
    expect(talk([{ text }]).trace.via).toBe('fallback');
  });

  it('TURN-13 reads the beginning of a megabyte and says that it did', () => {
    const reply = talk([{ text: `quiero devolver un producto ${'😀'.repeat(500_000)}` }]);
    expect(reply.trace).toMatchObject({ via: 'intent', node: 'devolucion', truncated: true });
    expect(talk([{ text: 'a'.repeat(1_000_000) }]).trace.via).toBe('fallback');
    expect(talk([{ text: '\u0301'.repeat(1_000_000) }]).trace.via).toBe('fallback');
  });
});
