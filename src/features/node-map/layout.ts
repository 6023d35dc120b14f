/** Where the nodes of a graph stand: those with ways in layers from left to right, the others in rows below. */
import { Graph, layout as layOut } from '@dagrejs/dagre';
import type { NodeGraph } from './graph.ts';

/** Of a card, in pixels of the map; the stylesheet draws them so. */
export const CARD = { width: 216, height: 76 };
/** Cards in one row of those that stand alone. */
const PER_ROW = 6;
const GAP = 28;

export type Places = ReadonlyMap<string, { x: number; y: number }>;

/** The upper left corner of each card. */
export function placesOf({ nodes, ways }: Pick<NodeGraph, 'nodes' | 'ways'>): Places {
  const joined = new Set(ways.flatMap(({ from, to }) => [from, to]));
  const graph = new Graph();
  // The default ranker takes a minute of the largest bot.
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: 120, ranker: 'tight-tree', acyclicer: 'greedy' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) if (joined.has(id)) graph.setNode(id, { ...CARD });
  for (const { from, to } of ways) if (from !== to) graph.setEdge(from, to);
  layOut(graph);
  const places = new Map<string, { x: number; y: number }>();
  let bottom = 0;
  for (const id of graph.nodes()) {
    // The layout speaks of middles.
    const { x, y } = graph.node(id) as { x: number; y: number };
    places.set(id, { x: x - CARD.width / 2, y: y - CARD.height / 2 });
    bottom = Math.max(bottom, y + CARD.height / 2);
  }
  const alone = nodes.filter(({ id }) => !joined.has(id));
  const top = bottom === 0 ? 0 : bottom + 2 * CARD.height;
  for (const [place, { id }] of alone.entries()) {
    places.set(id, {
      x: (place % PER_ROW) * (CARD.width + GAP),
      y: top + Math.floor(place / PER_ROW) * (CARD.height + GAP),
    });
  }
  return places;
}
