/**
 * Where the nodes of a graph stand: those with ways in layers from left to right, the others in rows below. A layer of
 * many is folded into several columns, so that the whole keeps the shape of a screen: a menu with thirty answers would
 * be a strip that no zoom makes readable.
 */
import { Graph, layout as layOut } from '@dagrejs/dagre';
import { type CardFacts, cardFacts } from './card-facts.ts';
import type { MapNode, NodeGraph } from './graph.ts';

/** Of a card, in pixels of the map; the stylesheet draws them so. */
export const CARD_WIDTH = 264;
const GAP = 24;
/** Between columns of one layer, and between layers: there the lines run. */
const COLUMN_GAP = 40;
const LAYER_GAP = 110;
/** Width to height of the part of a screen that the map has. */
const SHAPE = 1.7;

export interface Place {
  x: number;
  y: number;
  height: number;
}
export type Places = ReadonlyMap<string, Place>;

/** Header, answer, options and marks, as the stylesheet draws them: nothing is measured in the browser. */
export function cardHeight({ title, answer, buttons, more }: CardFacts): number {
  const lines = (text: string, perLine: number, most: number) =>
    Math.min(most, Math.max(1, Math.ceil(text.length / perLine)));
  return (
    20 +
    lines(title, 30, 2) * 18 +
    (answer === '' ? 0 : 6 + lines(answer, 36, 3) * 18) +
    (buttons.length === 0 ? 0 : 8 + buttons.length * 27 + (more > 0 ? 20 : 0)) +
    26
  );
}

interface Box {
  id: string;
  height: number;
}

/** The layers of what is joined, from left to right, each from top to bottom. */
function layersOf({ nodes, ways }: Pick<NodeGraph, 'nodes' | 'ways'>, heights: ReadonlyMap<string, number>) {
  const graph = new Graph();
  // The default ranker takes a minute of the largest bot.
  graph.setGraph({
    rankdir: 'LR',
    nodesep: GAP,
    ranksep: LAYER_GAP,
    ranker: 'tight-tree',
    acyclicer: 'greedy',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: CARD_WIDTH, height: heights.get(id) ?? 0 });
  for (const { from, to } of ways) if (from !== to) graph.setEdge(from, to);
  layOut(graph);
  const layers = new Map<number, { id: string; y: number }[]>();
  for (const id of graph.nodes()) {
    const { x, y } = graph.node(id) as { x: number; y: number };
    const layer = layers.get(Math.round(x)) ?? [];
    layer.push({ id, y });
    layers.set(Math.round(x), layer);
  }
  return [...layers]
    .toSorted(([a], [b]) => a - b)
    .map(([, layer]) =>
      layer.toSorted((a, b) => a.y - b.y).map(({ id }) => ({ id, height: heights.get(id) ?? 0 })),
    );
}

/** A layer in columns none of which is taller than this (one card at least). */
function columnsOf(layer: readonly Box[], tallest: number): Box[][] {
  const columns: Box[][] = [];
  let height = Number.POSITIVE_INFINITY;
  for (const box of layer) {
    if (height + GAP + box.height > tallest) {
      columns.push([]);
      height = -GAP;
    }
    columns.at(-1)?.push(box);
    height += GAP + box.height;
  }
  return columns;
}

const heightOf = (column: readonly Box[]) => column.reduce((sum, { height }) => sum + height + GAP, -GAP);

interface Shape {
  layers: Box[][][];
  width: number;
  height: number;
}
function shapeOf(layers: readonly Box[][], tallest: number): Shape {
  const folded = layers.map((layer) => columnsOf(layer, tallest));
  const columns = folded.reduce((sum, layer) => sum + layer.length, 0);
  return {
    layers: folded,
    width:
      columns * CARD_WIDTH +
      (columns - folded.length) * COLUMN_GAP +
      Math.max(0, folded.length - 1) * LAYER_GAP,
    height: Math.max(0, ...folded.flat().map(heightOf)),
  };
}

/** The shape nearest to a screen's, of a few heights of columns. */
function bestShape(layers: readonly Box[][]): Shape {
  const tallest = Math.max(0, ...layers.map(heightOf));
  const shapes = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32].map((part) => shapeOf(layers, Math.ceil(tallest / part)));
  const off = ({ width, height }: Shape) => Math.abs(Math.log(width / Math.max(1, height) / SHAPE));
  return shapes.reduce((best, shape) => (off(shape) < off(best) ? shape : best));
}

/** The upper left corner of each card, and its height. */
export function placesOf({ nodes, ways }: Pick<NodeGraph, 'nodes' | 'ways'>): Places {
  const joined = new Set(ways.flatMap(({ from, to }) => [from, to]));
  const heights = new Map(nodes.map((node: MapNode) => [node.id, cardHeight(cardFacts(node))]));
  const places = new Map<string, Place>();
  const joinedNodes = nodes.filter(({ id }) => joined.has(id));
  const layers = joinedNodes.length === 0 ? [] : layersOf({ nodes: joinedNodes, ways }, heights);
  const shape = layers.length === 0 ? { layers: [], width: 0, height: 0 } : bestShape(layers);
  let x = 0;
  for (const layer of shape.layers) {
    for (const column of layer) {
      let y = (shape.height - heightOf(column)) / 2;
      for (const { id, height } of column) {
        places.set(id, { x, y, height });
        y += height + GAP;
      }
      x += CARD_WIDTH + COLUMN_GAP;
    }
    x += LAYER_GAP - COLUMN_GAP;
  }
  const alone = nodes.filter(({ id }) => !joined.has(id));
  const perRow = Math.max(
    4,
    Math.floor(shape.width / (CARD_WIDTH + COLUMN_GAP)),
    Math.ceil(Math.sqrt(alone.length)),
  );
  let top = shape.height === 0 ? 0 : shape.height + LAYER_GAP;
  for (let at = 0; at < alone.length; at += perRow) {
    const row = alone.slice(at, at + perRow).map(({ id }) => ({ id, height: heights.get(id) ?? 0 }));
    for (const [place, { id, height }] of row.entries())
      places.set(id, { x: place * (CARD_WIDTH + COLUMN_GAP), y: top, height });
    top += Math.max(...row.map(({ height }) => height)) + GAP;
  }
  return places;
}
