/** What part of the map is drawn: all of it, a section with what it touches, or the path to one interaction and on. Pure. */
import { type MapNode, type NodeGraph, WELCOME } from './graph.ts';

/** As the address says it: `all`, `section:<name>` (`section:` alone: what has none), `path:<node id>`. */
export type Focus = { kind: 'all' } | { kind: 'section'; name: string } | { kind: 'path'; id: string };

/** A map of more cards than these opens at the greeting: fitted, it would be too small to be read. */
const READABLE = 14;

/**
 * The part of the map that `foco` in the address names; for nothing, or what the graph does not have, all of a small
 * map and the way from the greeting in a large one.
 */
export function readFocus(text: string | undefined, graph: NodeGraph): Focus {
  if (text?.startsWith('section:')) {
    const name = text.slice('section:'.length);
    if (graph.nodes.some((node) => sectionOf(node) === name)) return { kind: 'section', name };
  }
  if (text?.startsWith('path:')) {
    const id = text.slice('path:'.length);
    if (graph.nodes.some((node) => node.id === id)) return { kind: 'path', id };
  }
  if (text === 'all' || graph.nodes.length <= READABLE) return { kind: 'all' };
  return { kind: 'path', id: WELCOME };
}

/** The focus as the address says it; `readFocus` reads it. */
export function focusText(focus: Focus): string {
  if (focus.kind === 'all') return 'all';
  return focus.kind === 'section' ? `section:${focus.name}` : `path:${focus.id}`;
}

/** The section of an interaction, '' for one that has none; null: the greeting, which belongs to none and to all. */
export function sectionOf({ node }: MapNode): string | null {
  return node ? (node.section_name ?? '') : null;
}

/** Sections that have interactions, in the order in which these come, with their number. */
export function sectionsOf(graph: NodeGraph): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const node of graph.nodes) {
    const name = sectionOf(node);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** The shortest way that customers are led to a node from the greeting: ids of both ends and between; empty: none. */
function wayTo(graph: NodeGraph, id: string): string[] {
  const out = new Map<string, string[]>();
  for (const { from, to } of graph.ways) out.set(from, [...(out.get(from) ?? []), to]);
  const before = new Map<string, string | null>([[WELCOME, null]]);
  const open = [WELCOME];
  for (let at = open.shift(); at !== undefined && !before.has(id); at = open.shift()) {
    for (const to of out.get(at) ?? []) {
      if (before.has(to)) continue;
      before.set(to, at);
      open.push(to);
    }
  }
  const way: string[] = [];
  for (let at = before.has(id) ? id : null; at !== null; at = before.get(at) ?? null) way.unshift(at);
  return way;
}

/**
 * The nodes and ways of a focus. A section comes with what leads into it and where it leads; a path is the shortest way
 * from the greeting, what else leads to the node, and where one can go from there.
 */
export function focused(graph: NodeGraph, focus: Focus): NodeGraph {
  if (focus.kind === 'all') return graph;
  const shown = new Set<string>();
  if (focus.kind === 'section') {
    const inside = new Set(graph.nodes.filter((node) => sectionOf(node) === focus.name).map(({ id }) => id));
    for (const id of inside) shown.add(id);
    for (const { from, to } of graph.ways) if (inside.has(from) || inside.has(to)) shown.add(from).add(to);
  } else {
    shown.add(focus.id);
    for (const id of wayTo(graph, focus.id)) shown.add(id);
    for (const { from, to } of graph.ways) if (from === focus.id || to === focus.id) shown.add(from).add(to);
  }
  return {
    nodes: graph.nodes.filter(({ id }) => shown.has(id)),
    ways: graph.ways.filter(({ from, to }) => shown.has(from) && shown.has(to)),
  };
}
