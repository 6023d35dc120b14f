import { expect, it } from 'vitest';
import { type Talk, type TalkMessage, teamAnswers } from './team-answers.ts';

const says = (from: TalkMessage['from'], text: string, more: Partial<TalkMessage> = {}): TalkMessage => ({
  from,
  text,
  pressed: false,
  agentName: from === 'agent' ? 'Ana Rojas' : null,
  at: '2026-11-20T12:00:00.000Z',
  ...more,
});
const talk = (...messages: TalkMessage[]): Talk => ({ names: ['Paula Soto'], messages });
const one = (...messages: TalkMessage[]) => teamAnswers([talk(...messages)]);

const HANDED = [
  says('customer', '¿arriendan bicicletas para niños?'),
  says('bot', 'No entendí.'),
  says('customer', 'Hablar con una persona', { pressed: true }),
  says('bot', 'Te paso con alguien.'),
];

it('pairs what was asked before the hand-over with what a person answered until the customer wrote', () => {
  expect(
    one(
      ...HANDED,
      says('agent', 'Hola Paula, soy Ana.'),
      says('agent', 'Sí, arrendamos bicicletas desde los seis años.'),
      says('customer', 'gracias'),
      says('agent', 'De nada, que te vaya muy bien.'),
    ),
  ).toMatchObject([
    {
      text: '¿arriendan bicicletas para niños?',
      answer: 'Sí, arrendamos bicicletas desde los seis años.',
      agentName: 'Ana Rojas',
    },
  ]);
});

it('asks for no person: the question before that wish counts', () => {
  const asked = one(
    says('customer', 'reparan cadenas de bicicleta'),
    says('bot', 'No entendí.'),
    says('customer', 'quiero hablar con una persona por favor'),
    says('bot', 'Te paso.'),
    says('agent', 'Sí, las reparamos en el mismo día.'),
  );
  expect(asked.map(({ text }) => text)).toEqual(['reparan cadenas de bicicleta']);
});

it('keeps an answer that ends with a question', () => {
  const [found] = one(...HANDED, says('agent', 'Sí, desde los seis años. ¿Para qué edad la buscas?'));
  expect(found?.answer).toBe('Sí, desde los seis años. ¿Para qué edad la buscas?');
});

it('masks what names the customer in question and answer', () => {
  const [found] = one(
    says('customer', 'cuándo llega, mi correo es paula@correo.cl'),
    says('bot', 'No entendí.'),
    says(
      'agent',
      'El pedido 60658 de Paula sale mañana, te avisamos a paula@correo.cl o al +56 9 8765 4321 y en https://sitio.cl/s?t=1',
    ),
  );
  expect(found?.text).toBe('cuándo llega, mi correo es [correo]');
  expect(found?.answer).toBe(
    'El pedido [número] de [nombre] sale mañana, te avisamos a [correo] o al [número] y en [enlace]',
  );
});

it.each([
  ['an agent who began the talk', [says('agent', 'Te escribo por tu pedido de ayer.')]],
  ['a greeting', [...HANDED, says('agent', 'Hola Paula, buenas tardes. Soy Ana, dame un momento.')]],
  ['a question alone', [...HANDED, says('agent', '¿Por qué talla la cambiamos?')]],
  [
    'questions behind a word or two',
    [...HANDED, says('agent', 'Claro. ¿Para qué edad las buscas? ¿Y para cuándo?')],
  ],
  [
    'an answer to a second question',
    [says('agent', 'Hola.'), says('customer', 'hacen regalos'), says('agent', 'Sí, los envolvemos gratis.')],
  ],
  [
    'a pressed button alone',
    [
      says('customer', 'Ver horario', { pressed: true }),
      says('bot', 'x'),
      says('agent', 'Abrimos de nueve a seis.'),
    ],
  ],
])('learns nothing of %s', (_what, messages) => {
  expect(one(...messages)).toEqual([]);
});
