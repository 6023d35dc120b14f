/** A value that a node asks for, through whole turns. */

import { expect, it } from 'vitest';
import { FIRST_VERSION } from '../../../../contract/calendar/open-hours.ts';
import {
  type BotContext,
  BotContext as BotContextSchema,
  type BotModel,
  emptyContext,
} from '../bot-model.ts';
import { todayOf } from '../choose-node.ts';
import type { Classifier } from '../classifier.ts';
import { compileModel } from '../compile-model.ts';
import { type BotReply, respond } from '../respond.ts';

const order = { name: 'pedido', kind: 'order', question: '¿Cuál es tu número de pedido?' } as const;
const comuna = { name: 'comuna', kind: 'comuna', question: '¿A qué comuna?' } as const;
const rut = { name: 'rut', kind: 'rut', question: '¿Cuál es tu RUT?' } as const;
const talla = { name: 'talla', kind: 'size', question: '¿Qué talla?' } as const;
const fecha = { name: 'fecha', kind: 'date', question: '¿Qué día?' } as const;
const MODEL: BotModel = BotModelOf();

function BotModelOf(): BotModel {
  const node = (id: string, answer: string, more: object = {}) => ({
    id,
    name: id,
    title: id.toUpperCase(),
    answers: [answer],
    buttons: [],
    status: true,
    intent: id,
    ...more,
  });
  return {
    welcome: { answers: ['Hola'], buttons: [{ id: 'w>estado', label: 'Mi pedido', node: 'estado' }] },
    nodes: [
      node('estado', 'El pedido {{pedido}} va en camino.', { slot: order }),
      node('envio', 'A {{comuna}} cuesta $5.990.', { slot: comuna }),
      node('ficha', 'Listo, {{rut}}.{{nada}}', { slot: rut }),
      node('horario', 'Abrimos a las 10.'),
      node('talla', 'En talla {{talla}} queda.', { slot: talla }),
      node('entrega', 'Llega el {{fecha}}.', { slot: fecha }),
      node('previo', 'Antes de nada:', { next: 'estado' }),
      node('persona', 'Te paso.', { handoff: true }),
    ],
    intents: [],
    fallback: { answers: ['No entendí'], buttons: [] },
    choice: { answers: ['¿Cuál?'] },
    handoff: { node: 'persona', offerAfterFallbacks: 2, offer: { answers: ['¿Una persona?'] } },
  };
}

/** Hears a word as the intent of the same name, surely. */
const hearsWords: Classifier = {
  classify: (text) =>
    ['estado', 'envio', 'ficha', 'horario', 'previo', 'talla', 'entrega']
      .map((intent) => ({
        intent,
        score: text.includes(intent) ? 0.9 : intent === 'horario' && text.includes('quizas') ? 0.5 : 0.1,
      }))
      .sort((a, b) => b.score - a.score),
};

/** A talk, turn by turn; its context travels as it is stored. */
function talk() {
  let context: BotContext = emptyContext;
  return (input: string | { button: string }): BotReply & { said: string } => {
    const reply = respond({
      compiled: compileModel(MODEL),
      classifier: hearsWords,
      knowledge: null,
      context,
      input: typeof input === 'string' ? { text: input } : input,
      random: () => 0,
      now: new Date('2026-11-23T15:00:00Z'),
      channel: 'web',
    });
    context = BotContextSchema.parse(JSON.parse(JSON.stringify(reply.context)));
    return { ...reply, said: reply.messages.map(({ text }) => text).join(' ') };
  };
}

/** One turn after another where each message is heard as this intent for sure. */
function respondHearing(intent: string, context: BotContext) {
  return (text: string) =>
    respond({
      compiled: compileModel(MODEL),
      classifier: { classify: () => [{ intent, score: 0.95 }] },
      knowledge: null,
      context,
      input: { text },
      random: () => 0,
      now: new Date('2026-11-23T15:00:00Z'),
      channel: 'web',
    });
}

it('TURN-16 takes the value from the first message where it has one, else asks and takes it from the next', () => {
  const say = talk();
  expect(say('estado de mi pedido 60658')).toMatchObject({
    said: 'El pedido 60658 va en camino.',
    trace: { via: 'intent', slot: { name: 'pedido', outcome: 'taken', value: '60658' } },
    taken: [{ kind: 'order', value: '60658' }],
  });
  const other = talk();
  expect(other('estado de mi pedido')).toMatchObject({
    said: '¿Cuál es tu número de pedido?',
    trace: { via: 'intent', node: 'estado', slot: { outcome: 'asked' } },
  });
  expect(other('es el 60658, ya lo puse')).toMatchObject({
    said: 'El pedido 60658 va en camino.',
    trace: { via: 'slot', node: 'estado', slot: { outcome: 'taken' } },
  });
  // And knows it from then on.
  other('horario');
  expect(other('estado')).toMatchObject({ trace: { slot: { outcome: 'known', value: '60658' } } });
});

it('TURN-16 asks from a button and within a chain, too', () => {
  const say = talk();
  expect(say({ button: 'w>estado' }).said).toBe('¿Cuál es tu número de pedido?');
  const chained = talk();
  expect(chained('previo')).toMatchObject({
    said: 'Antes de nada: ¿Cuál es tu número de pedido?',
    trace: { path: ['previo', 'estado'] },
  });
  expect(chained('60658').said).toBe('El pedido 60658 va en camino.');
});

it('TURN-17 asks once more with what was wrong, then offers a person', () => {
  const say = talk();
  say('ficha');
  expect(say('12.345.678-9')).toMatchObject({
    said: 'El dígito verificador de ese RUT no corresponde. ¿Cuál es tu RUT?',
    trace: { via: 'slot', slot: { outcome: 'wrong' } },
  });
  const given = say('12.345.678-4');
  expect(given).toMatchObject({
    said: '¿Una persona?',
    trace: { via: 'offer', slot: { outcome: 'given_up' } },
  });
  expect(given.messages[0]?.buttons?.[0]?.node).toBe('persona');
  expect(given.context.asking).toBeUndefined();
  const right = talk();
  right('ficha');
  right('12.345.678-9');
  expect(right('perdón, 12.345.678-5').said).toBe('Listo, 12.345.678-5.');
});

it('TURN-18 leaves the question for who has no value, wishes a person, or asks something else for sure', () => {
  const none = talk();
  none('estado');
  expect(none('no lo tengo')).toMatchObject({ trace: { via: 'slot', slot: { outcome: 'left' } } });
  expect(none('60')).toMatchObject({ trace: { via: 'fallback' } });
  const person = talk();
  person('estado');
  expect(person('quiero hablar con una persona')).toMatchObject({ handoff: { area: null } });
  const other = talk();
  other('estado');
  expect(other('horario').said).toBe('Abrimos a las 10.');
  expect(other('no me llega').trace.via).toBe('fallback');
  const angry = talk();
  angry('ficha');
  expect(angry('PUTA LA WEA!!!').trace.via).toBe('offer');
});

it('TURN-18 takes a number for the value, not for an option of an older menu', () => {
  const say = talk();
  respond({
    compiled: compileModel(MODEL),
    classifier: hearsWords,
    knowledge: null,
    context: emptyContext,
    input: { start: true },
    random: () => 0,
    now: new Date(),
    channel: 'web',
  });
  say('estado');
  expect(say('1')).toMatchObject({ trace: { via: 'slot', slot: { outcome: 'wrong' } } });
  expect(say('100').said).toBe('El pedido 100 va en camino.');
});

it('TURN-19 stays in the subject for another place, and for a value that comes late', () => {
  const say = talk();
  expect(say('envio a Osorno').said).toBe('A Osorno cuesta $5.990.');
  expect(say('¿y a Temuco?')).toMatchObject({
    said: 'A Temuco cuesta $5.990.',
    trace: { via: 'followup', node: 'envio' },
  });
  // What is about more than the place is no follow-up.
  expect(say('y venden carpas en Temuco').trace.via).toBe('fallback');
  expect(say('y el retiro?').trace.via).not.toBe('followup');
  const late = talk();
  late('estado del pedido 60658');
  expect(late('es el 60659, ya lo puse')).toMatchObject({
    said: 'El pedido 60659 va en camino.',
    trace: { via: 'followup' },
  });
  // Nor is another thing of the bot's, or what rather is another subject.
  expect(late('¿y con factura?').trace.via).toBe('fallback');
  late('envio a Osorno');
  expect(late('¿y el domingo quizas?').trace.via).toBe('choice');
  const plain = talk();
  plain('horario');
  expect(plain('¿y el domingo?')).toMatchObject({ said: 'Abrimos a las 10.', trace: { via: 'followup' } });
});

it('TURN-19 takes what mends a value said before, also where the message sounds like another subject', () => {
  const say = talk();
  say('envio a Osorno');
  // 'horario' is heard for sure: a comuna that is nothing else goes before it.
  const deaf = respondHearing('horario', say('envio a Osorno').context);
  expect(deaf('¿y a Temuco?')).toMatchObject({ trace: { via: 'followup', slot: { value: 'Temuco' } } });
  expect(deaf('¿y en Temuco a qué hora abren las tiendas?')).toMatchObject({ trace: { node: 'horario' } });
  expect(say('no, a Valdivia').said).toBe('A Valdivia cuesta $5.990.');
  expect(say('perdón, era Conce').said).toBe('A Concepción cuesta $5.990.');

  const order = talk();
  order('estado del pedido 60658');
  expect(order('no, era el 60685').said).toBe('El pedido 60685 va en camino.');
  expect(order('me equivoqué, es 60658').said).toBe('El pedido 60658 va en camino.');

  const size = talk();
  size('queda en talla');
  expect(size('en L').said).toBe('En talla L queda.');
  expect(size('y en XL?').said).toBe('En talla XL queda.');
  expect(size('no, perdón, M').said).toBe('En talla M queda.');
  expect(size('mejor 39').said).toBe('En talla 39 queda.');
  // Said like an option of an older menu, and none of its.
  size({ button: 'w>estado' });
  size('talla 42');
  expect(size('y la 44').said).toBe('En talla 44 queda.');

  const day = talk();
  day('entrega hoy');
  expect(day('el viernes').said).toBe('Llega el 27-11-2026.');
  expect(day('no, el lunes').said).toBe('Llega el 30-11-2026.');
});

it('TURN-21 keeps a number that nothing asked for, and offers who can use it; a yes takes the offer', () => {
  const say = talk();
  say('horario');
  expect(say('es el 60658, ya lo puse')).toMatchObject({
    said: 'Anoté el número 60658. Si quieres, te paso con una persona del equipo para que lo vea.',
    messages: [{ buttons: [{ node: 'persona' }] }],
    trace: { via: 'offer', slot: { name: 'pedido', outcome: 'taken', value: '60658' } },
  });
  expect(say('no, era el 60685').said).toContain('60685');
  expect(say('sí, por favor')).toMatchObject({ handoff: { area: null }, trace: { via: 'person' } });
  expect(say('estado')).toMatchObject({ trace: { slot: { outcome: 'known', value: '60685' } } });
  // What says more than the number is about more.
  expect(talk()('el 60658 llegó roto, ¿qué hago?').trace.via).toBe('fallback');

  const other = talk();
  other('mi correo es juan@gmail.com');
  expect(other('ok gracias')).not.toHaveProperty('handoff');
  // An offer is taken at once or not at all.
  expect(other('sí')).not.toHaveProperty('handoff');
  const missed = talk();
  missed('asdf');
  missed('qwer');
  expect(missed('ya, dale')).toMatchObject({ handoff: { area: null } });
  // What offers nothing is agreed to in vain.
  expect(talk()('sí')).not.toHaveProperty('handoff');
});

it('counts ‘hoy’ and ‘mañana’ from the day of the bot’s calendar', () => {
  const calendar = { versions: [{ ...FIRST_VERSION, zone: 'Asia/Tokyo' }], days: [] };
  const around = { now: new Date('2026-11-23T20:00:00Z'), channel: 'web' };
  expect([todayOf(around), todayOf({ ...around, calendar })]).toEqual(['2026-11-23', '2026-11-24']);
});
