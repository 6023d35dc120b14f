import { describe, expect, it } from 'vitest';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { nodeGraph, WELCOME } from './graph.ts';

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
    graph.nodes.map(({ id, unreachable, deadEnd }) => [id, unreachable ? 'unreachable' : deadEnd]),
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
    expect(marks(graph)).toEqual({ [WELCOME]: 'broken_option', off: null, behind: 'unreachable' });
  });
});

it('marks where customers get stuck', () => {
  const graph = nodeGraph({
    nodes: [
      node('half', { to: ['on', 'off'] }),
      node('none', { to: ['off', 'gone'] }),
      node('asks', { answers: ['¿Qué necesitas?'] }),
      node('said', { next: 'off' }),
      node('on'),
      node('off', { status: false }),
    ],
    intents: [],
    welcome: welcome('half', 'none', 'asks', 'said'),
  });
  expect(marks(graph)).toEqual({
    [WELCOME]: null,
    half: 'broken_option',
    none: 'no_live_option',
    asks: 'question',
    said: 'broken_option',
    on: null,
    off: null,
  });
  // A way to what is gone is no line.
  expect(graph.ways.some(({ to }) => to === 'gone')).toBe(false);
});
