/** A turn about an order where a shop is connected, and where none is. */
import { expect, it } from 'vitest';
import { BotContext, type BotModel, type BotNode, emptyContext } from './bot-model.ts';
import type { Classifier } from './classifier.ts';
import { compileModel } from './compile-model.ts';
import { tellOrder } from './order-turn.ts';
import { type BotInput, type BotReply, respond } from './respond.ts';

const node = (id: string, more: Partial<BotNode> = {}): BotNode => ({
  id,
  name: id,
  title: id,
  answers: [`Dice ${id}.`],
  buttons: [],
  status: true,
  intent: id,
  ...more,
});
const MODEL: BotModel = {
  welcome: { answers: ['Hola'], buttons: [{ id: 'b', label: 'Seguimiento', node: 'seguimiento_pedido' }] },
  nodes: [
    node('seguimiento_pedido', { template: 'ecommerce' }),
    node('horario', { template: 'ecommerce' }),
    node('mios'),
    node('persona', { handoff: true }),
  ],
  intents: [],
  fallback: { answers: ['No entendí'], buttons: [] },
  choice: { answers: ['¿Cuál?'] },
  handoff: { node: 'persona', offerAfterFallbacks: 2, offer: { answers: ['¿Una persona?'] } },
};
const hears: Classifier = {
  classify: (text) =>
    [
      ['seguimiento_pedido', /rastrear|seguimiento/],
      ['horario', /horario/],
      ['mios', /especial/],
    ]
      .map(([intent, sounds]) => ({
        intent: String(intent),
        score: (sounds as RegExp).test(text) ? 0.9 : 0.1,
      }))
      .sort((a, b) => b.score - a.score),
};
const compiled = compileModel(MODEL);

function talk(inputs: (string | BotInput)[], orders: { known: boolean } | null = { known: false }): BotReply {
  let context: BotContext = emptyContext;
  let reply: BotReply | undefined;
  for (const input of [{ start: true } as const, ...inputs]) {
    reply = respond({
      compiled,
      classifier: hears,
      knowledge: null,
      context,
      input: typeof input === 'string' ? { text: input } : input,
      random: () => 0,
      now: new Date('2026-11-23T15:00:00Z'),
      channel: 'web',
      ...(orders ? { orders } : {}),
    });
    // As it is stored and read again.
    context = BotContext.parse(JSON.parse(JSON.stringify(reply.context)));
  }
  if (!reply) throw new Error('Nothing was said');
  return reply;
}
const textOf = (reply: BotReply) => reply.messages.map(({ text }) => text).join('|');

it('TURN-25: the template’s interaction asks the shop where there is one, and says its text where there is none', () => {
  expect(textOf(talk(['quiero rastrear algo'], null))).toBe('Dice seguimiento_pedido.');
  expect(textOf(talk(['donde esta mi pedido'], null))).toBe('No entendí');
  expect(textOf(talk(['quiero rastrear algo']))).toMatch(/^Para decirte en qué va tu pedido/);
  expect(textOf(talk([{ button: 'b' }]))).toMatch(/^Para decirte en qué va tu pedido/);
  expect(talk(['quiero rastrear 48213'], { known: true }).lookup).toEqual({ number: '48213', email: null });
});

it('TURN-25: what its owner wrote goes first; who wishes a person gets one', () => {
  expect(textOf(talk(['estado de mi pedido 48213 especial']))).toBe('Dice mios.');
  expect(textOf(talk(['donde esta mi pedido', 'quiero hablar con una persona']))).toBe('Dice persona.');
});

it('TURN-24: number and e-mail come in any order, alone or together, and the number may stand alone', () => {
  const both = { number: '48213', email: 'ana@correo.cl' };
  expect(talk(['donde esta mi pedido', '48213', 'ana@correo.cl']).lookup).toEqual(both);
  expect(talk(['donde esta mi pedido', 'ana@correo.cl', '48.213']).lookup).toEqual(both);
  expect(talk(['mi pedido 48213, ana@correo.cl']).lookup).toEqual(both);
  expect(talk(['donde esta mi pedido', 'ana@correo.cl', 'es el #48213 po']).lookup).toEqual(both);
});

it('TURN-24: asking something else leaves the question; coming back, what was given is still known', () => {
  expect(textOf(talk(['mi pedido 48213', '¿cuál es el horario?']))).toBe('Dice horario.');
  expect(textOf(talk(['mi pedido 48213', '¿venden plantas?']))).toBe('No entendí');
  const back = talk(['mi pedido 48213', '¿cuál es el horario?', 'donde esta mi pedido', 'ana@correo.cl']);
  expect(back.lookup).toEqual({ number: '48213', email: 'ana@correo.cl' });
});

it('TURN-24: gives up politely, and a yes takes the person', () => {
  const given = ['donde esta mi pedido', 'blablabla', 'bleble'];
  expect(textOf(talk(given))).toMatch(/^No encontré esos datos/);
  expect(textOf(talk([...given, 'bla']))).toMatch(/^Sin el número del pedido y el correo/);
  expect(textOf(talk(['donde esta mi pedido', 'no lo tengo']))).toMatch(/^Sin el número/);
  expect(talk([...given, 'bla', 'sí']).handoff).toEqual({ area: null });
});

it('TURN-26: an answer of the shop is said beside what was said meanwhile; a failure offers a person', () => {
  const { context } = talk(['mi pedido 48213, ana@correo.cl']);
  const failed = tellOrder(compiled, context, 'failed', 'No.');
  expect(failed.messages).toEqual([
    { text: 'No.', buttons: [{ id: 'offer>persona', label: 'persona', node: 'persona' }] },
  ]);
  expect(failed.context).toMatchObject({ offered: true, order: { tries: 1, waits: true } });
  expect(tellOrder(compiled, context, 'found', 'Sí.').context.order).toEqual({
    email: 'ana@correo.cl',
    tries: 0,
    waits: false,
  });
});
