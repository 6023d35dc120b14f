/** What conditions, entities, context, hours, areas and documents make of a turn, and how the answer explains itself. */
import { describe, expect, it } from 'vitest';
import { ALWAYS_OPEN, FIRST_VERSION } from '../../../contract/calendar/open-hours.ts';
import type { Calendar } from '../../../contract/entities/calendar.ts';
import { BotContext, type BotModel, type BotNode, emptyContext } from './bot-model.ts';
import type { Classifier, Pair } from './classifier.ts';
import { compileModel } from './compile-model.ts';
import { type BotInput, type Knowledge, respond } from './respond.ts';
import { toWireTrace } from './trace.ts';

const node = (id: string, more: Partial<BotNode> = {}): BotNode => ({
  id,
  name: id,
  title: id.toUpperCase(),
  answers: [`Dice ${id}.`],
  buttons: [],
  status: true,
  ...more,
});

function bot(nodes: BotNode[], more: Partial<BotModel> = {}): BotModel {
  return {
    welcome: { answers: ['Hola'], buttons: [] },
    nodes: [...nodes, node('persona', { handoff: true, intent: 'persona' })],
    intents: [],
    entities: [
      {
        name: 'talla',
        values: [{ value: 'M', type: 'synonyms', synonyms: ['mediana'], patterns: [] }],
      },
    ],
    fallback: { answers: ['No entendí'], buttons: [] },
    choice: { answers: ['¿Cuál?'] },
    handoff: { node: 'persona', offerAfterFallbacks: 2, offer: { answers: ['¿Una persona?'] } },
    ...more,
  };
}

/** Hears two questions around 'y', the second as surely as `score`, and that there are two as surely as `sure`. */
const hearsTwo = (score: number, sure = 0.9): Classifier => {
  const pair: Pair = {
    guesses: [
      { intent: 'precio', score: 0.95 },
      { intent: 'talla', score },
    ],
    score: sure,
  };
  const guesses = [
    { intent: 'precio', score: 0.6 },
    { intent: 'talla', score: 0.4 },
    { intent: 'persona', score: 0.3 },
  ];
  return { classify: () => guesses, listen: () => ({ guesses, clauses: [], pair }) };
};

/** Hears a word as the intent of the same name, surely. */
const hearsWords: Classifier = {
  classify: (text) =>
    ['precio', 'talla', 'persona', 'duda']
      .map((intent) => ({ intent, score: text.includes(intent) ? (intent === 'duda' ? 0.5 : 0.9) : 0.1 }))
      .sort((a, b) => b.score - a.score),
};

const NOON = new Date('2026-11-23T15:00:00Z');
const NIGHT = new Date('2026-11-24T03:00:00Z');

function talk(
  model: BotModel,
  inputs: (string | BotInput)[],
  now = NOON,
  knowledge: Knowledge | null = null,
  calendar: Calendar = ALWAYS_OPEN,
  classifier: Classifier = hearsWords,
) {
  const compiled = compileModel(model);
  const around = { now, channel: 'web', calendar };
  const fixed = { compiled, classifier, knowledge, random: () => 0, ...around };
  let context = emptyContext;
  let reply = respond({ ...fixed, context, input: { start: true } });
  for (const input of inputs) {
    context = BotContext.parse(JSON.parse(JSON.stringify(reply.context)));
    reply = respond({ ...fixed, context, input: typeof input === 'string' ? { text: input } : input });
  }
  return {
    ...reply,
    wire: toWireTrace(compiled, reply.trace),
    texts: reply.messages.map(({ text }) => text),
  };
}

describe('two questions in one message', () => {
  const precio = node('precio', { intent: 'precio', buttons: [{ id: 'b', label: 'Ver', node: 'talla' }] });
  const talla = node('talla', { intent: 'talla', context: { visto: 'talla' } });
  const ask = (nodes: BotNode[], classifier = hearsTwo(0.9)) =>
    talk(bot(nodes), ['¿precio? y ¿talla?'], NOON, null, ALWAYS_OPEN, classifier);

  it('TURN-15 get two answers in their order, and the reason of both', () => {
    const reply = ask([precio, talla]);
    expect(reply.texts).toEqual(['Dice precio.', 'Dice talla.']);
    expect(reply.messages[0]?.buttons).toHaveLength(1);
    expect(reply.context).toMatchObject({ node: 'talla', menu: [{ id: 'b' }], vars: { visto: 'talla' } });
    expect(reply.wire).toMatchObject({
      via: 'intent',
      node: { node_id: 'precio' },
      score: 0.95,
      also: { node_id: 'talla', intent_name: 'talla', score: 0.9 },
      path: ['precio', 'talla'],
    });
    expect(reply.wire.guesses.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'unsure']);
  });

  it('TURN-15 get one answer when the other is unsure, off, a person’s, or said by the first', () => {
    for (const reply of [
      ask([precio, talla], hearsTwo(0.9, 0.65)),
      ask([precio, { ...talla, status: false }]),
      ask([precio, { ...talla, handoff: true }]),
      ask([{ ...precio, next: 'talla' }, talla]),
    ])
      expect(reply.trace.also).toBeUndefined();
  });
});

describe('which node answers', () => {
  it('TURN-4 takes the first of an intent’s nodes whose condition holds', () => {
    const model = bot([
      node('precio_m', { intent: 'precio', conditions: '@talla:M' }),
      node('precio', { intent: 'precio' }),
    ]);
    expect(talk(model, ['precio de la mediana']).trace.node).toBe('precio_m');
    const plain = talk(model, ['precio']);
    expect(plain.trace.node).toBe('precio');
    expect(plain.wire.conditions).toEqual([
      { node_id: 'precio_m', title: 'PRECIO_M', condition: '@talla:M', held: false },
    ]);
  });

  it('TURN-4 is called by its condition alone, before any intent', () => {
    const model = bot([
      node('vip', { conditions: '$canal == "web" && input.text.contains("secreto")' }),
      node('precio', { intent: 'precio' }),
    ]);
    const reply = talk(model, ['el precio secreto']);
    expect(reply.trace).toMatchObject({ via: 'node', node: 'vip' });
  });

  it('TURN-5 answers a child right after its parent and at no other time', () => {
    const model = bot([
      node('talla', { intent: 'talla' }),
      node('talla_dicha', {
        parent: 'talla',
        conditions: '@talla',
        context: { talla: '@talla' },
        answers: ['Anoté $talla, a $3.990.'],
      }),
      node('precio', { intent: 'precio', conditions: '$talla', answers: ['La $talla cuesta poco.'] }),
    ]);
    expect(talk(model, ['mediana']).trace.via).toBe('fallback');
    expect(talk(model, ['talla', 'la mediana']).texts).toEqual(['Anoté M, a $3.990.']);
    // What was said is kept, and a later condition asks for it.
    expect(talk(model, ['talla', 'la mediana', 'precio']).texts).toEqual(['La M cuesta poco.']);
    expect(talk(model, ['precio']).wire).toMatchObject({
      via: 'fallback',
      guesses: [{ intent_name: 'precio', outcome: 'condition' }, {}, {}, {}],
    });
  });

  it('TURN-6 lets a condition that can’t be read hold nothing up', () => {
    const model = bot([node('roto', { conditions: '#precio &&' }), node('precio', { intent: 'precio' })]);
    expect(talk(model, ['precio']).trace.node).toBe('precio');
  });
});

describe('nodes one after another', () => {
  it('TURN-7 says each once and cuts a circle where it begins again', () => {
    const model = bot([
      node('precio', { intent: 'precio', next: 'b' }),
      node('b', { next: 'c' }),
      node('c', { next: 'precio' }),
    ]);
    const reply = talk(model, ['precio']);
    expect(reply.texts).toEqual(['Dice precio.', 'Dice b.', 'Dice c.']);
    expect(reply.wire).toMatchObject({ path: ['precio', 'b', 'c'], stopped: true });
  });

  it('TURN-7 ends a long chain', () => {
    const chain = Array.from({ length: 50 }, (_, at) => node(`n${at}`, { next: `n${at + 1}` }));
    const reply = talk(bot([node('precio', { intent: 'precio', next: 'n0' }), ...chain]), ['precio']);
    expect(reply.messages).toHaveLength(10);
    expect(reply.wire.stopped).toBe(true);
  });

  it('TURN-11 passes to a person from anywhere in the chain', () => {
    const reply = talk(bot([node('precio', { intent: 'precio', next: 'persona' })]), ['precio']);
    expect(reply.handoff).toEqual({ area: null });
  });
});

describe('hours and areas', () => {
  const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1080 }));
  const office: Calendar = { versions: [{ ...FIRST_VERSION, hours }], days: [] };
  const ask = (model: BotModel, text: string, now = NOON, calendar = office) =>
    talk(model, [text], now, null, calendar);
  const settings = {
    closed_answers: ['Volvemos mañana.'],
    areas: [
      { area: 'facturación' as const, condition: 'input.text.contains("factura")' },
      { area: 'ventas' as const, condition: null },
    ],
  };

  it('TURN-11 chooses the area by the first rule that holds, unless the node names one', () => {
    const model = bot([], { settings });
    expect(talk(model, ['una persona por la factura']).handoff).toEqual({ area: 'facturación' });
    expect(talk(model, ['una persona']).handoff).toEqual({ area: 'ventas' });
    const own = bot([node('precio', { intent: 'precio', handoff: true, area: 'soporte' })], { settings });
    expect(talk(own, ['precio']).handoff).toEqual({ area: 'soporte' });
  });

  it('TURN-12 says outside the hours that nobody is there, and waits or not as the owner chose', () => {
    const waiting = ask(bot([], { settings }), 'una persona', NIGHT);
    expect(waiting.texts).toEqual(['Volvemos mañana.']);
    expect(waiting.handoff).toEqual({ area: 'ventas' });
    const not = ask(bot([], { settings: { ...settings, wait_when_closed: false } }), 'una persona', NIGHT);
    expect(not.handoff).toBeUndefined();
    expect(ask(bot([], { settings }), 'una persona').texts).toEqual(['Dice persona.']);
  });

  it('TURN-12 asks the hours of the area that it hands off to, no matter who named the area', () => {
    const night: Calendar = {
      versions: [
        { ...FIRST_VERSION, hours, areas: [{ area: 'soporte', hours: [{ day: 2, from: 0, to: 1440 }] }] },
      ],
      days: [],
    };
    const areas = [{ area: 'soporte' as const, condition: null }];
    const byRule = bot([], { settings: { ...settings, areas } });
    expect(ask(byRule, 'una persona', NIGHT, night).texts).toEqual(['Dice persona.']);
    const byNode = bot([node('precio', { intent: 'precio', handoff: true, area: 'soporte' })], { settings });
    expect(ask(byNode, 'precio', NIGHT, night).texts).toEqual(['Dice precio.']);
    expect(ask(byNode, 'precio', NIGHT).texts).toEqual(['Volvemos mañana.']);
  });

  it('knows in conditions whether people attend', () => {
    const model = bot(
      [node('cerrado', { intent: 'precio', conditions: '!$abierto' }), node('precio', { intent: 'precio' })],
      { settings },
    );
    expect(ask(model, 'precio').trace.node).toBe('precio');
    expect(ask(model, 'precio', NIGHT).trace.node).toBe('cerrado');
  });
});

describe('a publication between two turns', () => {
  const before = bot([
    node('precio', { intent: 'precio', buttons: [{ id: 'b', label: 'Talla', node: 'talla' }] }),
    node('talla', { intent: 'talla' }),
  ]);
  const after = bot([node('tallas_nuevas', { intent: 'talla' })]);
  const asked = talk(before, ['precio']).context;

  it.each<BotInput>([{ button: 'b', text: 'Talla' }, { text: 'talla' }, { text: '1' }, { button: 'b' }])(
    'leaves the talk going: %o',
    (input) => {
      const compiled = compileModel(after);
      const around = { knowledge: null, random: () => 0, now: NOON, channel: 'web' };
      const reply = respond({ ...around, compiled, classifier: hearsWords, context: asked, input });
      expect(reply.messages.length).toBeGreaterThan(0);
      if ('text' in input && input.text !== '1') expect(['tallas_nuevas', null]).toContain(reply.trace.node);
    },
  );
});

describe('below the threshold', () => {
  const passage = { id: 'd1', title: 'Manual de cambios', text: 'Los cambios toman tres días.', score: 7 };
  const knowledge: Knowledge = { search: (text) => (text.includes('cambio') ? [passage] : []) };
  const model = bot([node('duda', { intent: 'duda' }), node('precio', { intent: 'precio' })]);

  it('TURN-10 offers choices, then documents, then a person', () => {
    const offered = talk(model, ['duda de cambio'], NOON, knowledge);
    expect(offered.wire).toMatchObject({
      via: 'choice',
      guesses: [{ intent_name: 'duda', outcome: 'offered' }, { outcome: 'offered' }, {}, {}],
    });
    const told = talk(model, ['duda de cambio', 'duda de cambio'], NOON, knowledge);
    expect(told.texts).toEqual(['Los cambios toman tres días.\n\nFuente: Manual de cambios']);
    expect(told.wire).toMatchObject({ via: 'document', passages: [{ id: 'd1', used: true }] });
    expect(talk(model, ['nada', 'nada'], NOON, knowledge).trace.via).toBe('offer');
  });

  it('TURN-10 asks documents before choices that are hardly likely', () => {
    const brave = { ...model, settings: { answer_at: 0.45, offer_at: 0.1 } };
    expect(talk(brave, ['nada de cambio'], NOON, knowledge).trace.via).toBe('document');
    expect(talk(brave, ['nada']).trace.via).toBe('choice');
  });

  it('TURN-10 never shows a document where an intent is sure', () => {
    expect(talk(model, ['precio del cambio'], NOON, knowledge).trace.via).toBe('intent');
  });

  it('TURN-8 follows the scores that the owner chose', () => {
    const brave = { ...model, settings: { answer_at: 0.45, offer_at: 0.3 } };
    expect(talk(brave, ['duda']).wire).toMatchObject({
      via: 'intent',
      intent: 'duda',
      score: 0.5,
      thresholds: { answer: 0.45, offer: 0.3 },
    });
  });
});
