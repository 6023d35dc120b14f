import { describe, expect, it } from 'vitest';
import type { ClientNode } from '../../../../contract/entities/bot-node.ts';
import { nodeGraph, problemText, WELCOME } from './graph.ts';

const node = (node_id: string, more: Partial<ClientNode> & { to?: string[] } = {}): ClientNode => ({
  bot_id: 1,
  node_id,
  node_name: node_id,
  title: node_id,
  template: null,
  section_name: null,
  intent_name: null,
  status: true,
  answers: ['Algo.'],
  buttons: (more.to ?? []).map((to) => ({
    id: `${node_id}>${to}`,
    label: to,
    node_id: to,
    node_title: to,
    live: true,
  })),
  handoff: false,
  area: null,
  conditions: null,
  parent: null,
  next: null,
  context: {},
  needs_review: null,
  output: null,
  new_output: null,
  ...more,
});
const welcome = (...to: string[]) => to.map((id) => ({ id: `w>${id}`, label: id, node_id: id }));
const marks = (graph: ReturnType<typeof nodeGraph>) =>
  Object.fromEntries(
    graph.nodes.map(({ id, unreachable, deadEnd }) => [
      id,
      unreachable ? 'unreachable' : (deadEnd?.kind ?? null),
    ]),
  );

describe('what nobody gets to', () => {
  it('is what no entrance leads to, circles of their own included', () => {
    const graph = nodeGraph({
      nodes: [
        node('menu', { to: ['a'] }),
        node('a', { next: 'b' }),
        node('b'),
        node('asked', { intent_name: 'asked', parent: 'b' }),
        node('x', { to: ['y'] }),
        node('y', { to: ['x'] }),
        node('meant', { intent_name: 'meant' }),
        node('mute', { intent_name: 'mute' }),
        node('person', { handoff: true }),
        node('off', { status: false }),
      ],
      intents: [
        { intent_name: 'meant', examples: ['hola'] },
        { intent_name: 'mute', examples: [] },
        { intent_name: 'asked', examples: ['y'] },
      ],
      welcome: welcome('menu'),
    });
    expect(marks(graph)).toEqual({
      [WELCOME]: null,
      menu: null,
      a: null,
      b: null,
      asked: null,
      x: 'unreachable',
      y: 'unreachable',
      meant: null,
      mute: 'unreachable',
      person: null,
      off: null,
    });
  });
  it('is what stands behind a node that is switched off', () => {
    const graph = nodeGraph({
      nodes: [node('off', { to: ['behind'], status: false }), node('behind')],
      intents: [],
      welcome: welcome('off'),
    });
    expect(marks(graph)).toEqual({ [WELCOME]: 'no_live_option', off: null, behind: 'unreachable' });
  });
});

describe('where customers get stuck', () => {
  const stuck = nodeGraph({
    nodes: [
      node('half', { to: ['on', 'off'] }),
      node('lost', { to: ['on', 'gone'] }),
      node('none', { to: ['off', 'gone'] }),
      node('asks', { answers: ['¿Qué necesitas?'] }),
      node('said', { next: 'off' }),
      node('saidGone', { next: 'gone' }),
      node('mute', { answers: [' '] }),
      node('muteOn', { answers: [], next: 'on' }),
      node('mutePerson', { answers: [], handoff: true }),
      node('on'),
      node('off', { status: false, title: 'Apagada' }),
    ],
    intents: [],
    welcome: welcome('half', 'lost', 'none', 'asks', 'said', 'saidGone', 'mute', 'muteOn', 'mutePerson'),
  });
  it('each with its kind', () => {
    expect(marks(stuck)).toEqual({
      [WELCOME]: null,
      half: 'off',
      lost: 'gone',
      none: 'no_live_option',
      asks: 'question',
      said: 'off',
      saidGone: 'gone',
      mute: 'silent',
      muteOn: null,
      mutePerson: null,
      on: null,
      off: null,
    });
    // A way to what is gone is no line.
    expect(stuck.ways.some(({ to }) => to === 'gone')).toBe(false);
  });
  it.each([
    ['half', 'Hay opciones sin salida: «off» lleva a «Apagada», que está desactivada.'],
    [
      'none',
      'Ninguna de sus opciones lleva a alguna parte: «off» lleva a «Apagada», que está desactivada; «gone» lleva a una interacción que ya no existe.',
    ],
    ['said', 'Enseguida debería decir «Apagada», que está desactivada.'],
    ['mute', 'No dice nada y no lleva a ninguna parte.'],
  ])('and its reason in words: %s', (id, text) => {
    const found = stuck.nodes.find((one) => one.id === id);
    expect(found && problemText(found)).toBe(text);
  });
});

describe('a loop without a way out', () => {
  const asking = { answers: ['¿Qué necesitas?'] };
  const graphOf = (nodes: ClientNode[], ...first: string[]) =>
    marks(nodeGraph({ nodes, intents: [], welcome: welcome(...first) }));

  it('is made of questions that lead to each other, and of whatever leads only there', () => {
    const nodes = [
      node('in', { ...asking, to: ['a'] }),
      node('a', { ...asking, to: ['b'] }),
      node('b', { ...asking, to: ['a'] }),
    ];
    expect(graphOf(nodes, 'in')).toEqual({ [WELCOME]: null, in: 'loop', a: 'loop', b: 'loop' });
  });
  it('ends at an answer, at a person, and at a node that leads no further', () => {
    for (const end of [
      node('b', { to: ['a'] }),
      node('b', { ...asking, to: ['a'], handoff: true }),
      node('b', { answers: ['Algo.'] }),
    ])
      expect(graphOf([node('a', { ...asking, to: ['b'] }), end], 'a')).toEqual({
        [WELCOME]: null,
        a: null,
        b: null,
      });
  });
  it('is what says itself again and again, even beside an option that leads out', () => {
    const nodes = [node('a', { next: 'b', to: ['end'] }), node('b', { next: 'a' }), node('end')];
    expect(graphOf(nodes, 'a')).toEqual({ [WELCOME]: null, a: 'loop', b: 'loop', end: null });
  });
  it('has no part that is switched off', () => {
    const nodes = [
      node('a', { ...asking, to: ['b', 'c'] }),
      node('b', { ...asking, to: ['a'], status: false }),
      node('c'),
    ];
    expect(graphOf(nodes, 'a')).toMatchObject({ a: 'off', b: null });
  });
});
