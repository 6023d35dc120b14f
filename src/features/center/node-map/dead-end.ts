/** Where customers of a bot get stuck, and why. Pure. */
import type { ClientNode } from '../../../../contract/entities/bot-node.ts';

/**
 * Why somebody gets stuck at a node: it says nothing and leads nowhere; none of its options leads on; some option, or
 * what it says next, is gone or switched off; what it leads to only leads back; it asks and offers no answer.
 */
type DeadEndKind = 'silent' | 'no_live_option' | 'gone' | 'off' | 'loop' | 'question';
export interface DeadEnd {
  kind: DeadEndKind;
  /** In the owner's words. */
  text: string;
}

/** Whether customers can get to a node at all. */
export const live = (byId: ReadonlyMap<string, ClientNode>, id: string): boolean =>
  byId.get(id)?.status === true;

const onlyAsks = ({ answers }: ClientNode): boolean =>
  answers.length > 0 && answers.every((text) => text.trim().endsWith('?'));
const saysNothing = ({ answers }: ClientNode): boolean => answers.every((text) => text.trim() === '');

/**
 * Nodes from which customers only get round in a circle: what follows by itself comes back, or every way leads to
 * questions that lead to each other. A node that hands off, that leads no further, or that tells something and waits is
 * a way out: from there the customer writes on.
 */
export function loops(
  nodes: readonly ClientNode[],
  ways: readonly { from: string; to: string }[],
  byId: ReadonlyMap<string, ClientNode>,
): Set<string> {
  const open = nodes.filter(({ status }) => status);
  const into = new Map<string, string[]>();
  const leading = new Set<string>();
  for (const { from, to } of ways) {
    if (!live(byId, from) || !live(byId, to)) continue;
    into.set(to, [...(into.get(to) ?? []), from]);
    leading.add(from);
  }
  const tells = (node: ClientNode) => !onlyAsks(node) && !saysNothing(node);
  const goesOn = ({ next }: ClientNode) => next !== null && live(byId, next);
  const rests = open
    .filter((node) => node.handoff || !leading.has(node.node_id) || (tells(node) && !goesOn(node)))
    .map(({ node_id }) => node_id);
  const out = new Set(rests);
  for (let id = rests.pop(); id !== undefined; id = rests.pop()) {
    for (const from of into.get(id) ?? []) {
      if (out.has(from)) continue;
      out.add(from);
      rests.push(from);
    }
  }
  const trapped = open.filter(({ node_id }) => !out.has(node_id)).map(({ node_id }) => node_id);
  return new Set([
    ...trapped,
    ...open.filter((node) => saysItselfAgain(node, byId)).map((node) => node.node_id),
  ]);
}

/** Whether what follows a node by itself comes back to it. */
function saysItselfAgain(node: ClientNode, byId: ReadonlyMap<string, ClientNode>): boolean {
  const seen = new Set<string>();
  let at = node.next;
  while (at !== null && live(byId, at) && !seen.has(at)) {
    if (at === node.node_id) return true;
    seen.add(at);
    at = byId.get(at)?.next ?? null;
  }
  return false;
}

/** What is wrong with where something leads; null: nothing. */
function wrongTarget(to: string, byId: ReadonlyMap<string, ClientNode>): DeadEnd | null {
  const target = byId.get(to);
  if (!target) return { kind: 'gone', text: 'una interacción que ya no existe' };
  return target.status ? null : { kind: 'off', text: `«${target.title}», que está desactivada` };
}

/** Options that lead nowhere, each with its reason. */
export function brokenOptions(
  options: readonly { label: string; node_id: string }[],
  byId: ReadonlyMap<string, ClientNode>,
): DeadEnd | null {
  const wrong = options.flatMap(({ label, node_id }) => {
    const found = wrongTarget(node_id, byId);
    return found ? [{ ...found, label }] : [];
  });
  const [first] = wrong;
  if (!first) return null;
  const reasons = wrong.map(({ label, text }) => `«${label}» lleva a ${text}`).join('; ');
  return wrong.length < options.length
    ? { kind: first.kind, text: `Hay opciones sin salida: ${reasons}.` }
    : { kind: 'no_live_option', text: `Ninguna de sus opciones lleva a alguna parte: ${reasons}.` };
}

/** What is wrong with a live node. @param entrance customers get to it by themselves */
export function deadEndOf(
  node: ClientNode,
  byId: ReadonlyMap<string, ClientNode>,
  entrance: boolean,
  trapped: boolean,
): DeadEnd | null {
  const { buttons, next, handoff, ticket } = node;
  const alone = buttons.length === 0 && next === null && !handoff && !ticket;
  if (alone && saysNothing(node)) return { kind: 'silent', text: 'No dice nada y no lleva a ninguna parte.' };
  const options = brokenOptions(buttons, byId);
  if (options) return options;
  const after = next === null ? null : wrongTarget(next, byId);
  if (after) return { ...after, text: `Enseguida debería decir ${after.text}.` };
  if (trapped)
    return { kind: 'loop', text: 'Da vueltas: todo lo que sigue vuelve al mismo lugar, sin una respuesta.' };
  // Reached by an option, it asks something and offers nothing to choose.
  return alone && !entrance && onlyAsks(node)
    ? { kind: 'question', text: 'Pregunta algo y no ofrece ninguna opción.' }
    : null;
}
