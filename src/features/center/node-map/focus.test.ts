import { expect, it } from 'vitest';
import type { ClientNode } from '../../../../contract/entities/bot-node.ts';
import { focused, focusText, readFocus, sectionsOf } from './focus.ts';
import { type MapNode, type NodeGraph, type Way, WELCOME } from './graph.ts';

const at = (id: string, section_name: string | null = null): MapNode => ({
  id,
  title: id,
  node: id === WELCOME ? null : ({ node_id: id, section_name } as ClientNode),
  entrance: null,
  unreachable: false,
  deadEnd: null,
});
const way = (from: string, to: string): Way => ({ id: `${from}>${to}`, from, to, kind: 'option', label: '' });
const graph: NodeGraph = {
  nodes: [
    at(WELCOME),
    at('menu', 'pagos'),
    at('cuotas', 'pagos'),
    at('tienda', 'local'),
    at('hora', 'local'),
    at('suelta'),
  ],
  ways: [
    way(WELCOME, 'menu'),
    way('menu', 'cuotas'),
    way('cuotas', 'tienda'),
    way('tienda', 'hora'),
    way('hora', WELCOME),
  ],
};
const ids = (part: NodeGraph) => part.nodes.map(({ id }) => id);

it('a section comes with what leads into it and where it leads', () => {
  const part = focused(graph, { kind: 'section', name: 'pagos' });
  expect(ids(part)).toEqual([WELCOME, 'menu', 'cuotas', 'tienda']);
  // No line leads out of what is drawn.
  expect(part.ways.map(({ id }) => id)).toEqual([`${WELCOME}>menu`, 'menu>cuotas', 'cuotas>tienda']);
  expect(ids(focused(graph, { kind: 'section', name: '' }))).toEqual(['suelta']);
});
it('a path is how one gets there from the greeting, and where one can go from there', () => {
  expect(ids(focused(graph, { kind: 'path', id: 'tienda' }))).toEqual([
    WELCOME,
    'menu',
    'cuotas',
    'tienda',
    'hora',
  ]);
  expect(ids(focused(graph, { kind: 'path', id: 'suelta' }))).toEqual(['suelta']);
  expect(ids(focused(graph, { kind: 'path', id: WELCOME }))).toEqual([WELCOME, 'menu', 'hora']);
});
it('counts sections, those without one as well', () => {
  expect(sectionsOf(graph)).toEqual([
    { name: 'pagos', count: 2 },
    { name: 'local', count: 2 },
    { name: '', count: 1 },
  ]);
});
it('reads the address, and takes no place that is not there', () => {
  for (const focus of [
    { kind: 'section', name: 'local' },
    { kind: 'path', id: 'hora' },
    { kind: 'all' },
  ] as const)
    expect(readFocus(focusText(focus), graph)).toEqual(focus);
  expect(readFocus('path:nadie', graph)).toEqual({ kind: 'all' });
  const large = { ...graph, nodes: [...graph.nodes, ...Array.from({ length: 20 }, (_, n) => at(`n${n}`))] };
  // As a whole it could not be read: it opens at the greeting.
  expect(readFocus(undefined, large)).toEqual({ kind: 'path', id: WELCOME });
  expect(readFocus('all', large)).toEqual({ kind: 'all' });
});
