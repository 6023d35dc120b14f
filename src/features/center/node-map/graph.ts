/**
 * A bot's nodes as a graph: which leads to which, what nobody gets to, where customers get stuck. Pure.
 *
 * A node is an entrance when customers get to it by themselves: the greeting's options, what they write (its intent or
 * its condition), or the hand-off. From there ways lead on: options, 'enseguida dice', and nodes that answer only after
 * another one.
 */
import type { ClientIntent } from '../../../../contract/entities/bot-intent.ts';
import type { ClientNode } from '../../../../contract/entities/bot-node.ts';
import { brokenOptions, type DeadEnd, deadEndOf, live, loops } from './dead-end.ts';

/** The greeting's place in the graph. */
export const WELCOME = '@bienvenida';

export type WayKind = 'option' | 'next' | 'after';
export interface Way {
  id: string;
  from: string;
  to: string;
  kind: WayKind;
  /** What the option says; '' for the others. */
  label: string;
}

export interface MapNode {
  id: string;
  title: string;
  /** Null: the greeting. */
  node: ClientNode | null;
  /** How customers get here by themselves. */
  entrance: 'welcome' | 'intent' | 'condition' | 'handoff' | null;
  unreachable: boolean;
  deadEnd: DeadEnd | null;
  /** What the greeting says, and its options; those of a node are its own. */
  greeting?: string | undefined;
  options?: { id: string; label: string; live: boolean }[];
}

export interface NodeGraph {
  nodes: MapNode[];
  ways: Way[];
}

export interface GraphInput {
  nodes: readonly ClientNode[];
  intents: readonly Pick<ClientIntent, 'intent_name' | 'examples'>[];
  /** The greeting's options. */
  welcome: readonly { id: string; label: string; node_id: string }[];
  /** What it says above them. */
  greeting?: string | undefined;
}

/**
 * The interactions with the ways between them: from the greeting, by options and by conditions. Ways that lead
 * nowhere are left out.
 */
export function nodeGraph({ nodes, intents, welcome, greeting }: GraphInput): NodeGraph {
  const byId = new Map(nodes.map((node) => [node.node_id, node]));
  const ways = [
    ...welcome.map(({ id, label, node_id }) => way(WELCOME, node_id, 'option', label, id)),
    ...nodes.flatMap((node) => waysOf(node)),
  ].filter(({ to, from }) => byId.has(to) && (from === WELCOME || byId.has(from)));
  const understood = new Set(
    intents.filter(({ examples }) => examples.length > 0).map(({ intent_name }) => intent_name),
  );
  const entrances = new Map(nodes.map((node) => [node.node_id, entranceOf(node, understood)]));
  const reached = reach(ways, byId, entrances);
  const trapped = loops(nodes, ways, byId);
  return {
    nodes: [
      {
        id: WELCOME,
        title: 'Menú inicial',
        node: null,
        entrance: 'welcome',
        unreachable: false,
        deadEnd: brokenOptions(welcome, byId),
        greeting,
        options: welcome.map(({ id, label, node_id }) => ({ id, label, live: live(byId, node_id) })),
      },
      ...nodes.map((node) => ({
        id: node.node_id,
        title: node.title,
        node,
        entrance: entrances.get(node.node_id) ?? null,
        unreachable: node.status && !reached.has(node.node_id),
        deadEnd: node.status
          ? deadEndOf(node, byId, (entrances.get(node.node_id) ?? null) !== null, trapped.has(node.node_id))
          : null,
      })),
    ],
    ways,
  };
}

const way = (from: string, to: string, kind: WayKind, label: string, id: string): Way => ({
  id: `${kind}/${from}/${id}`,
  from,
  to,
  kind,
  label,
});

function waysOf(node: ClientNode): Way[] {
  const { node_id, buttons, next, parent } = node;
  return [
    ...buttons.map(({ id, label, node_id: to }) => way(node_id, to, 'option', label, id)),
    ...(next === null ? [] : [way(node_id, next, 'next', '', next)]),
    ...(parent === null ? [] : [way(parent, node_id, 'after', '', node_id)]),
  ];
}

function entranceOf(
  { intent_name, conditions, handoff, parent }: ClientNode,
  understood: ReadonlySet<string>,
): MapNode['entrance'] {
  // It answers only once its parent was answered.
  if (parent !== null) return null;
  if (intent_name !== null && understood.has(intent_name)) return 'intent';
  if (conditions !== null) return 'condition';
  return handoff ? 'handoff' : null;
}

/** Everything that customers can get to, through nodes that are switched on. */
function reach(
  ways: readonly Way[],
  byId: ReadonlyMap<string, ClientNode>,
  entrances: ReadonlyMap<string, MapNode['entrance']>,
): Set<string> {
  const out = new Map<string, string[]>();
  for (const { from, to } of ways) out.set(from, [...(out.get(from) ?? []), to]);
  const open = [...entrances].flatMap(([id, entrance]) => (entrance !== null && live(byId, id) ? [id] : []));
  open.push(WELCOME);
  const reached = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const to of out.get(id) ?? []) {
      if (reached.has(to) || !live(byId, to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached;
}

const UNREACHABLE_TEXT = 'Nadie llega aquí: ninguna opción ni frase lleva a ella.';

/** What is wrong at a node, in words; null: nothing. */
export function problemText({ unreachable, deadEnd }: MapNode): string | null {
  return unreachable ? UNREACHABLE_TEXT : (deadEnd?.text ?? null);
}
